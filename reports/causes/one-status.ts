import { operationLine } from "../../helpers/contract/operations.js";
import { ERROR_STATUSES, SUCCESS_STATUSES } from "../../helpers/contract/statuses.js";
import { answerTitle, type Breach, type Explanation, shared } from "./cause.js";

/**
 * An operation answers with one unexpected status, in the same words, whatever several rules ask of it; or all
 * operations of a method do.
 */
export const oneStatus: Explanation = {
  kind: "same-answer",
  keyOf: shared(statusesOf),
  // What is due says such a rule in the most general words; a link only leads to what is asked for elsewhere too.
  leads: ({ rule: { id } }) => (id.startsWith("status.") ? 2 : Number(!id.startsWith("paging.links."))),
  title: answerTitle,
};

/** The method and the operation with the status that came, unless that tells little. */
function statusesOf({ finding: { operation, received } }: Breach): string[] {
  const [, answer = "", status, words] = /^(?:.*; it leads to )?(status (\d{3})\b(.*))/s.exec(received) ?? [];
  // What is not found, and a documented refusal without words, may have another reason in another operation.
  const isTold = words !== "" || !ERROR_STATUSES.some((one) => String(one) === status);
  const isOfMethod = status?.startsWith("4") && status !== "404" && isTold;
  const tellsLittle = status === undefined || SUCCESS_STATUSES.some((one) => String(one) === status);
  if (operation === null || tellsLittle) return [];
  const [method] = operationLine(operation).split(" ");
  return [...(isOfMethod ? [`${method} ${answer}`] : []), `${operation} ${answer}`];
}
