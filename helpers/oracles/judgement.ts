import type { RuleId } from "../contract/generated/types.js";
import type { Findings } from "../wire/exchange.js";

/** An oracle's result for one exchange: breaches, and how often each rule was looked at. */
export interface Judgement {
  readonly findings: Findings;
  readonly evidence: readonly { readonly rule: RuleId; readonly count: number }[];
}

/** Nothing to judge. */
export const NOTHING: Judgement = { findings: [], evidence: [] };

/** One look at one rule, and its findings. */
export function looked(rule: RuleId, findings: Findings): Judgement {
  return { findings, evidence: [{ rule, count: 1 }] };
}

/** All judgements as one. */
export function merge(judgements: readonly Judgement[]): Judgement {
  return {
    findings: judgements.flatMap((judgement) => judgement.findings),
    evidence: judgements.flatMap((judgement) => judgement.evidence),
  };
}
