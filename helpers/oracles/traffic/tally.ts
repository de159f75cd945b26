import type { Finding } from "../../wire/exchange.js";

/** What recorded traffic says about one rule. */
export interface TrafficVerdict {
  readonly rule: string;
  readonly findings: readonly Finding[];
  /** What was seen that suffices to judge the rule, counted. */
  readonly evidence: Readonly<Record<string, number>>;
  /** Why what else was seen does not suffice. */
  readonly reasons: readonly string[];
}

/** Collects what the relations over recorded traffic find, by rule. */
export class Tally {
  readonly #findings = new Map<string, Finding[]>();
  readonly #evidence = new Map<string, Record<string, number>>();
  readonly #reasons = new Map<string, Set<string>>();

  /** Takes findings, each under the rule that it names. */
  find(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const found = this.#findings.get(finding.rule) ?? [];
      found.push(finding);
      this.#findings.set(finding.rule, found);
    }
  }

  /** Something was seen that suffices to judge the rule. */
  saw(rule: string, what: string): void {
    const evidence = this.#evidence.get(rule) ?? {};
    evidence[what] = (evidence[what] ?? 0) + 1;
    this.#evidence.set(rule, evidence);
  }

  /** Something was seen that shows breaches but does not suffice for more. */
  lacks(rule: string, reason: string): void {
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
