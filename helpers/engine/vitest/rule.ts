import type { TaskMeta } from "vitest";
import type { RuleId } from "../../contract/generated/types.js";
import { ruleById } from "../../contract/rules.js";
import { inScope } from "../../contract/scope.js";
import { EFFORTS, type Effort } from "../../target/settings/settings.js";
import { titleOf } from "../../wire/check-title.js";
import type { CheckRecord } from "../../wire/exchange.js";
import { RuleBroken } from "../../wire/outcome.js";
import type { Use } from "../check/access.js";
import { breaks, brokenText } from "../check/broken.js";
import { Check } from "../check/check.js";
import { FIRST_TURN, type Session } from "../check/session.js";
import type { SkippedByEffort } from "../check/skipped-by-effort.js";
import { withinScope } from "../check/within-scope.js";
import { settingsOfRun } from "../check/worker-session.js";
import { orEmptyList } from "../operations/empty-list.js";
import { explained } from "../operations/explained.js";
import { test } from "./tear-down.js";

export interface Declared {
  readonly rule: RuleId;
  /** What it does to the target. */
  readonly stimulus: string;
  /** The least effort at which it runs. */
  readonly from: Effort;
}

declare module "vitest" {
  interface TaskMeta extends Use {
    declared?: Declared;
    /** How the check ended. All reports are made from this. */
    plimsoll?: CheckRecord;
    /** Set if the run's effort leaves the check out. */
    plimsollSkipped?: SkippedByEffort;
    /** True for a check whose requests go before other waiting ones, because many checks wait for its end. */
    ahead?: boolean;
    /** True for a check whose requests go even before those, because they show most. */
    first?: boolean;
  }
}

/**
 * Declares a check: a vitest test that judges one rule.
 *
 * The test is red when a `must` rule is broken (or a `should` rule under --strict), and skipped when it could not be
 * made. Rules outside the run's scope (--only, --generation, --edition) declare no test.
 *
 * The meta of the surrounding `describe` says what the check changes and reads: `{ meta: { changes: ["webhooks"] } }`.
 */
export const rule = Object.assign(declaring("quick"), {
  /** Like `rule`, for a costlier check: effort quick leaves it out, and other checks of its rule may judge. */
  fromStandard: declaring("standard"),
  /** Like `rule`, for a check that runs only at effort thorough. */
  fromThorough: declaring("thorough"),
});

/** @param from the least effort that runs the check; below it the rule is inconclusive unless other checks judge it */
function declaring(from: Effort) {
  /** @param stimulus what the check does to the target, in a few words */
  return (id: RuleId, stimulus: string, body: (check: Check) => Promise<void>): void => {
    const settings = settingsOfRun();
    const subject = ruleById(id);
    if (!inScope(subject, settings)) return;
    const title = titleOf(id, stimulus);
    const declared = { rule: id, stimulus, from };
    if (EFFORTS.indexOf(settings.effort) < EFFORTS.indexOf(from)) {
      const reason = `left out at effort ${settings.effort}; --effort ${from} judges it`;
      const plimsollSkipped = { rule: id, check: title, reason, options: [`--effort ${from}`] as const };
      test.skip(title, { meta: { declared, plimsollSkipped } }, () => {});
      return;
    }
    test(title, { meta: { declared } }, async ({ task, skip, run }) => {
      const turn = turnOf(task.meta, run());
      const whole = await run().access.during(task.meta, () =>
        new Check(run(), id, title, turn).run((check) => orEmptyList(check, body), explained),
      );
      const record = withinScope(whole, settings);
      task.meta.plimsoll = record;
      run().findings.push(...record.findings);
      if (record.outcome === "defect") throw new Error(record.reason);
      run().breaches.note(record.findings);
      if (breaks(subject, record, settings)) throw new RuleBroken(brokenText(record));
      if (record.outcome !== "judged") skip(record.reason);
    });
  };
}

function turnOf({ first = false, ahead = false }: TaskMeta, session: Session): number {
  if (first) return FIRST_TURN;
  return ahead ? 0 : session.nextTurn();
}
