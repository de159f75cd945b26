import type { Finding } from "../wire/exchange.js";

/** What an oracle has to say on one exchange: breaches, and for each rule how often it was looked at. */
export interface Judgement {
  readonly findings: readonly Finding[];
  readonly evidence: readonly { readonly rule: string; readonly count: number }[];
}

/** Nothing to judge. */
export const NOTHING: Judgement = { findings: [], evidence: [] };

/** One look at one rule, with what it found. */
export function looked(rule: string, findings: readonly Finding[]): Judgement {
  return { findings, evidence: [{ rule, count: 1 }] };
}

/** All judgements as one. */
export function merge(judgements: readonly Judgement[]): Judgement {
  return {
    findings: judgements.flatMap((judgement) => judgement.findings),
    evidence: judgements.flatMap((judgement) => judgement.evidence),
  };
}
