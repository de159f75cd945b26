import { SUCCESS_STATUSES } from "../../helpers/contract/statuses.js";
import type { FindingResult, RuleResult } from "../results.js";
import { type Explanation, linesOf, listing } from "./cause.js";

/** An operation answers with one unexpected status, in the same words, whatever several rules ask of it. */
export const oneStatus: Explanation = {
  kind: "same-answer",
  keyOf: ({ finding }, { statuses }) => {
    const own = statusIn(finding);
    return own !== null && (statuses.get(own) ?? 0) > 1 ? own : null;
  },
  // What is due says such a rule in the most general words.
  leads: ({ rule }) => rule.id.startsWith("status."),
  title: (breaches) => {
    const { documented = "", received = "" } = breaches[0]?.finding ?? {};
    return `${listing(linesOf(breaches))}: received ${received}; documented: ${documented}`;
  },
};

/** What `Scene.statuses` counts of a broken rule. */
export function statusesOf(rule: RuleResult): string[] {
  return rule.findings.flatMap((finding) => statusIn(finding) ?? []);
}

/** The operation with the status that came, unless that is one of the contract's successes, which tell little. */
function statusIn({ operation, received }: FindingResult): string | null {
  const [, status] = /^status (\d{3})\b/.exec(received) ?? [];
  const tellsLittle = status === undefined || SUCCESS_STATUSES.some((one) => String(one) === status);
  return operation === null || tellsLittle ? null : `${operation} ${received}`;
}
