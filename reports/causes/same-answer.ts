import { answersOf, type Explanation, linesOf, listing, nameIn } from "./cause.js";

/** Several rules expect the same and got the same other answer, or got the same in one place. */
export const sameAnswer: Explanation = {
  kind: "same-answer",
  keyOf: ({ finding }, { answers }) =>
    answersOf(finding).find((answer) => (answers.get(answer) ?? 0) > 1) ?? null,
  title: (breaches, scene) => {
    const { documented = "", received = "", pointer } = breaches[0]?.finding ?? {};
    const lines = listing(linesOf(breaches, scene), 3);
    const name = nameIn(pointer);
    return name === null
      ? `Received ${received}; documented: ${documented} (${lines})`
      : `${name} is ${received}; documented: ${documented} (${lines})`;
  },
};
