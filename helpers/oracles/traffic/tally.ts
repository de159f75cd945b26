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
  "one answer contradicts itself, which a write by another client just then explains; needs another answer to the same request like it";

/** Collects, by rule, what the relations over recorded traffic find. */
export class Tally {
  readonly #findings = new Map<string, Finding[]>();
  readonly #evidence = new Map<string, Record<string, number>>();
  /** By rule and request, the finding that awaits another one; none once it came. */
  readonly #doubted = new Map<string, readonly Finding[]>();
  readonly #reasons = new Map<string, Set<string>>();

  /** Takes findings, each under its own rule. */
  find(findings: Findings): void {
    for (const finding of findings) {
      memo(this.#findings, finding.rule, () => []).push(finding);
    }
  }

  /**
   * Takes a finding that a write by another client in the midst of one answer would explain: it counts only if another
   * answer to the same request breaks the rule too.
   */
  doubt(found: Finding): void {
    const key = `${found.rule} ${found.request}`;
    const earlier = this.#doubted.get(key);
    this.#doubted.set(key, []);
    if (earlier === undefined) this.#doubted.set(key, [found]);
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
    for (const { rule } of [...this.#doubted.values()].flat())
      memo(this.#reasons, rule, () => new Set<string>()).add(ONCE_ONLY);
    const rules = new Set([...this.#findings.keys(), ...this.#evidence.keys(), ...this.#reasons.keys()]);
    return [...rules].map((rule) => ({
      rule,
      findings: this.#findings.get(rule) ?? [],
      evidence: this.#evidence.get(rule) ?? {},
      reasons: [...(this.#reasons.get(rule) ?? [])],
    }));
  }
}
