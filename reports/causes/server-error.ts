import type { RuleResult } from "../results.js";
import {
  type Breach,
  type Explanation,
  linesOf,
  listing,
  namesLine,
  operationsOf,
  statusOf,
} from "./cause.js";

/** Operations that answer with a server error show nothing of their behaviour. */
export const serverError: Explanation = {
  kind: "server-error",
  keyOf: ({ finding }) => ((statusOf(finding) ?? 0) >= 500 && finding.operation !== null ? "5xx" : null),
  title: (breaches) => {
    const statuses = [...new Set(breaches.map(({ finding }) => statusOf(finding)))].join(" or ");
    const lines = linesOf(breaches);
    return `${listing(lines)} ${lines.length === 1 ? "answers" : "answer"} ${statuses}`;
  },
  fix: (breaches) => {
    const id = breaches.map(({ finding }) => finding.sample?.requestId).find((one) => one);
    return id ? `its log should say why, for instance at request id ${id}` : "its log should say why";
  },
  blocks: (rule, breaches) =>
    needsOnly(rule, breaches) ||
    linesOf(breaches).some((line) => namesLine(rule.reason, line)) ||
    /\bstatus 5\d\d\b/.test(rule.reason),
};

/** Whether everything that a rule is about answers with an error. */
function needsOnly({ operations }: RuleResult, breaches: readonly Breach[]): boolean {
  const failing = operationsOf(breaches);
  return operations.length > 0 && operations.every((id) => failing.includes(id));
}
