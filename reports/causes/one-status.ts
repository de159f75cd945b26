import { SUCCESS_STATUSES } from "../../helpers/contract/statuses.js";
import { answerTitle, type Breach, type Explanation, shared } from "./cause.js";

/** An operation answers with one unexpected status, in the same words, whatever several rules ask of it. */
export const oneStatus: Explanation = {
  kind: "same-answer",
  keyOf: shared(statusesOf),
  // What is due says such a rule in the most general words.
  leads: ({ rule }) => rule.id.startsWith("status."),
  title: answerTitle,
};

/** The operation with the status that came, unless that is one of the contract's successes, which tell little. */
function statusesOf({ finding: { operation, received } }: Breach): string[] {
  const [, status] = /^status (\d{3})\b/.exec(received) ?? [];
  const tellsLittle = status === undefined || SUCCESS_STATUSES.some((one) => String(one) === status);
  return operation === null || tellsLittle ? [] : [`${operation} ${received}`];
}
