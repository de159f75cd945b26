import { answerOf, type Explanation, lineOf, listing, operationsOf } from "./cause.js";

/** Several rules expect the same and got the same other answer. */
export const sameAnswer: Explanation = {
  kind: "same-answer",
  keyOf: ({ finding }, { answers }) => {
    const answer = answerOf(finding);
    return (answers.get(answer) ?? 0) > 1 ? answer : null;
  },
  title: (breaches, scene) => {
    const { documented = "", received = "" } = breaches[0]?.finding ?? {};
    const lines = operationsOf(breaches).map((id) => lineOf(id, scene));
    return `Received ${received}; documented: ${documented} (${listing(lines, 3)})`;
  },
};
