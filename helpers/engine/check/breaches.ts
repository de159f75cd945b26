import { findRule } from "../../contract/rules.js";
import { inScope } from "../../contract/scope.js";
import type { Settings } from "../../target/settings/settings.js";
import type { Finding, Findings } from "../../wire/exchange.js";
import { fails } from "./broken.js";
import { isWithin } from "./within-scope.js";

/** What happens when a rule is found broken. */
interface Heard {
  readonly tell: (finding: Finding) => void;
  /** Ends the run early; the text says why. */
  readonly stop: (why: string) => void;
}

/** The rules whose breach fails the run. Each is reported once, as soon as it is found broken. */
export class Breaches {
  readonly #broken = new Set<string>();
  readonly #excepted: ReadonlySet<string>;

  /** @param excepted rules that do not count: a waiver is judged only at the end of the run */
  constructor(
    private readonly settings: Settings,
    excepted: readonly string[],
    private readonly heard: Heard,
  ) {
    this.#excepted = new Set(excepted);
  }

  /** Notes findings that nothing can explain away. */
  note(findings: Findings): void {
    for (const finding of findings) {
      if (this.#broken.has(finding.rule) || !this.#counts(finding.rule)) continue;
      if (!isWithin(finding, this.settings)) continue;
      this.#broken.add(finding.rule);
      this.heard.tell(finding);
      const { bail } = this.settings;
      if (this.#broken.size === bail) {
        this.heard.stop(
          `the run was stopped after ${bail === 1 ? "the first broken rule" : `${bail} broken rules`} (--bail ${bail})`,
        );
      }
    }
  }

  #counts(id: string): boolean {
    const rule = findRule(id);
    return (
      rule !== null && fails(rule, this.settings) && !this.#excepted.has(id) && inScope(rule, this.settings)
    );
  }
}
