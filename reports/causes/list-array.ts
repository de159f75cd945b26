import { type Explanation, lineOf, listing, nameIn, operationsOf } from "./cause.js";

/** A list without its array, of which nothing can be read. */
export const listArray: Explanation = {
  kind: "member",
  keyOf: ({ rule }) => (rule.id === "paging.array-name" ? rule.id : null),
  title: (breaches, scene) => {
    const lines = operationsOf(breaches).map((id) => lineOf(id, scene));
    const { documented = "", received = "", pointer } = breaches[0]?.finding ?? {};
    const name = nameIn(pointer);
    return documented.startsWith("a member ")
      ? `${listing(lines)}: there is no array ${name}`
      : `${listing(lines)}: ${name} is not ${documented} but ${received}`;
  },
  // Neither by its own rules nor by others that read it.
  blocks: ({ operations, reason }, breaches) =>
    breaches.some(
      ({ finding: { operation, pointer } }) =>
        (operation !== null && operations.includes(operation)) ||
        reason.includes(`has no array "${nameIn(pointer)}"`),
    ),
};
