import type { RuleId } from "../contract/generated/types.js";
import type { Exchange, Findings } from "../wire/exchange.js";
import { finding } from "./finding.js";

/** An oracle's result for one exchange: breaches, and how often each rule was looked at. */
export interface Judgement {
  readonly findings: Findings;
  readonly evidence: readonly { readonly rule: RuleId; readonly count: number }[];
}

export const NOTHING: Judgement = { findings: [], evidence: [] };

/** One look at one rule, and its findings. */
export function looked(rule: RuleId, findings: Findings): Judgement {
  return { findings, evidence: [{ rule, count: 1 }] };
}

/** One look at a rule that is kept. */
export function kept(rule: RuleId): Judgement {
  return looked(rule, []);
}

/** One look at a rule that an exchange breaks; what it shows as for `finding`. */
export function broken(
  rule: RuleId,
  exchange: Exchange,
  ...shown: [documented: string, received: string, pointer?: string]
): Judgement {
  return looked(rule, [finding({ rule, exchanges: [exchange] }, ...shown)]);
}

/** All judgements as one. */
export function merge(judgements: readonly Judgement[]): Judgement {
  return {
    findings: judgements.flatMap((judgement) => judgement.findings),
    evidence: judgements.flatMap((judgement) => judgement.evidence),
  };
}
