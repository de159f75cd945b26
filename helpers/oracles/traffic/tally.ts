import type { RuleId } from "../../contract/generated/types.js";
import { memo } from "../../contract/memo.js";
import type { Finding, Findings } from "../../wire/exchange.js";

/** What recorded traffic says about one rule. */
export interface TrafficVerdict {
  readonly rule: string;
  readonly findings: Findings;
  /** Evidence that suffices to judge the rule, counted. */
  readonly evidence: Readonly<Record<string, number>>;
  /** Why other evidence does not suffice. */
  readonly reasons: readonly string[];
}

/** Why a single finding may not count. */
export const ONCE_ONLY =
  "one answer contradicts itself, which a write by another client just then explains; needs another answer like it";

/** Collects, by rule, what the relations over recorded traffic find. */
export class Tally {
  readonly #findings = new Map<string, Finding[]>();
  readonly #evidence = new Map<string, Record<string, number>>();
  /** By rule, the finding that awaits another one; none once it came. */
  readonly #doubted = new Map<string, readonly Finding[]>();
  readonly #reasons = new Map<string, Set<string>>();

  /** Takes findings, each under its own rule. */
  find(findings: Findings): void {
    for (const finding of findings) {
      memo(this.#findings, finding.rule, () => []).push(finding);
    }
  }

  /**
   * Takes a finding that a write by another client in the midst of one answer would explain: it counts only if the rule
   * is broken by another answer too.
   */
  doubt(found: Finding): void {
    const earlier = this.#doubted.get(found.rule);
    this.#doubted.set(found.rule, []);
    if (earlier === undefined) this.#doubted.set(found.rule, [found]);
    else this.find([...earlier, found]);
  }

  /** Counts evidence that suffices to judge the rule. */
  saw(rule: RuleId, what: string): void {
    const evidence = memo(this.#evidence, rule, (): Record<string, number> => ({}));
    evidence[what] = (evidence[what] ?? 0) + 1;
  }

  /** Notes evidence that can show breaches but not conformance. */
  lacks(rule: RuleId, reason: string): void {
    memo(this.#reasons, rule, () => new Set()).add(reason);
  }

  verdicts(): readonly TrafficVerdict[] {
    for (const [rule, waiting] of this.#doubted)
      if (waiting.length > 0) memo(this.#reasons, rule, () => new Set<string>()).add(ONCE_ONLY);
    const rules = new Set([...this.#findings.keys(), ...this.#evidence.keys(), ...this.#reasons.keys()]);
    return [...rules].map((rule) => ({
      rule,
      findings: this.#findings.get(rule) ?? [],
      evidence: this.#evidence.get(rule) ?? {},
      reasons: [...(this.#reasons.get(rule) ?? [])],
    }));
  }
}
