import { answerTitle, type Breach, breachesOf, derived, type Explanation } from "./cause.js";

/** The rule that reports an operation's success with another status than the documented one. */
const RULE = "status.success.stated";

/** An operation succeeds with another status than the documented one, so that several rules miss what is due. */
export const otherSuccess: Explanation = {
  kind: "same-answer",
  keyOf: (breach, scene) => {
    const key = answerOf(breach);
    return key !== null && wrongIn(scene).has(key) ? key : null;
  },
  leads: ({ rule }) => rule.id === RULE,
  title: answerTitle,
};

/** The operations with the success statuses that are not theirs. */
const wrongIn = derived(
  (scene) =>
    new Set(
      breachesOf(scene)
        .filter(({ rule }) => rule.id === RULE)
        .map(answerOf),
    ),
);

function answerOf({ finding: { operation, received } }: Breach): string | null {
  const [, status] = /^status (2\d\d)\b/.exec(received) ?? [];
  return operation === null || status === undefined ? null : `${operation} ${status}`;
}
