import { answersOf, type Explanation, linesOf, listing, placeIn, receivedIn } from "./cause.js";

/** Several rules expect the same and got the same other answer, or got the same in one place. */
export const sameAnswer: Explanation = {
  kind: "same-answer",
  keyOf: ({ finding }, { answers }) =>
    answersOf(finding).find((answer) => (answers.get(answer) ?? 0) > 1) ?? null,
  title: (breaches) => {
    const lines = listing(linesOf(breaches), 3);
    const [first] = breaches;
    if (first === undefined) return lines;
    const { documented, pointer } = first.finding;
    const received = receivedIn(first.finding);
    const place = placeIn(pointer);
    return place === null
      ? `Received ${received}; documented: ${documented} (${lines})`
      : `${place} is ${received}; documented: ${documented} (${lines})`;
  },
};
