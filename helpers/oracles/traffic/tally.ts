import type { RuleId } from "../../contract/generated/types.js";
import type { Finding } from "../../wire/exchange.js";

/** What recorded traffic says about one rule. */
export interface TrafficVerdict {
  readonly rule: string;
  readonly findings: readonly Finding[];
  /** Evidence that suffices to judge the rule, counted. */
  readonly evidence: Readonly<Record<string, number>>;
  /** Why other evidence does not suffice. */
  readonly reasons: readonly string[];
}

/** Collects, by rule, what the relations over recorded traffic find. */
export class Tally {
  readonly #findings = new Map<string, Finding[]>();
  readonly #evidence = new Map<string, Record<string, number>>();
  readonly #reasons = new Map<string, Set<string>>();

  /** Takes findings, each under its own rule. */
  find(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const found = this.#findings.get(finding.rule) ?? [];
      found.push(finding);
      this.#findings.set(finding.rule, found);
    }
  }

  /** Counts evidence that suffices to judge the rule. */
  saw(rule: RuleId, what: string): void {
    const evidence = this.#evidence.get(rule) ?? {};
    evidence[what] = (evidence[what] ?? 0) + 1;
    this.#evidence.set(rule, evidence);
  }

  /** Notes evidence that can show breaches but not conformance. */
  lacks(rule: RuleId, reason: string): void {
    const reasons = this.#reasons.get(rule) ?? new Set();
    this.#reasons.set(rule, reasons.add(reason));
  }

  verdicts(): readonly TrafficVerdict[] {
    const rules = new Set([...this.#findings.keys(), ...this.#evidence.keys(), ...this.#reasons.keys()]);
    return [...rules].map((rule) => ({
      rule,
      findings: this.#findings.get(rule) ?? [],
      evidence: this.#evidence.get(rule) ?? {},
      reasons: [...(this.#reasons.get(rule) ?? [])],
    }));
  }
}
