import { shorten } from "../../helpers/contract/text.js";
import { type Explanation, linesOf, listing, nameIn, placeIn, receivedIn } from "./cause.js";

/** Rules that an answer can be read at all: as JSON or CSV, as an object, by its array or its columns. */
const RULES = /^(status\.success-json|report\.csv\.(readable|columns)|[\w.-]+\.(body|array|array-name))$/;

/** Answers of which nothing can be read. */
export const unreadable: Explanation = {
  kind: "unreadable",
  // The bodies of all records are written in one place.
  keyOf: ({ rule: { id } }) => (RULES.test(id) ? id.replace(/.*\.body$/, "body") : null),
  title: (breaches) => {
    const lines = listing(linesOf(breaches));
    const [first] = breaches;
    if (first === undefined) return lines;
    const { documented, pointer } = first.finding;
    const received = receivedIn(first.finding);
    const place = placeIn(pointer);
    if (place === null)
      return `${lines}: received ${shorten(beginning(received), 80)}; documented: ${documented}`;
    return documented.startsWith("a member ")
      ? `${lines}: there is no array ${place}`
      : `${lines}: ${place} is ${received}, not ${documented}`;
  },
  // Neither by its own rules nor by others that read it.
  blocks: ({ operations, reason }, breaches) =>
    breaches.some(
      ({ finding: { operation, pointer } }) =>
        (operation !== null && operations.includes(operation)) ||
        reason.includes(`has no array "${nameIn(pointer)}"`),
    ),
};

/** What was received without the body that it quotes. */
function beginning(received: string): string {
  return received.replace(/: ".*/s, "");
}
