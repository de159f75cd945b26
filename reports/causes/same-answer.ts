import { type Explanation, lineOf, listing, operationsOf } from "./cause.js";

/** Several rules ask for the same and got the same other thing. */
export const sameAnswer: Explanation = {
  kind: "same-answer",
  keyOf: ({ rule, finding }, { broken }) => {
    const isSame = (other: typeof finding) =>
      other.documented === finding.documented && other.received === finding.received;
    const shared = broken.some((other) => other !== rule && other.findings.some(isSame));
    return shared ? JSON.stringify([finding.documented, finding.received]) : null;
  },
  title: (breaches, scene) => {
    const { documented = "", received = "" } = breaches[0]?.finding ?? {};
    const lines = operationsOf(breaches).map((id) => lineOf(id, scene));
    return `Not ${documented} but ${received}: ${listing(lines, 3)}`;
  },
};
