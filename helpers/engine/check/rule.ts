import { inject, test } from "vitest";
import type { RuleId } from "../../contract/generated/types.js";
import { ruleById } from "../../contract/rules.js";
import { inScope } from "../../contract/scope.js";
import type { Effort } from "../../target/settings.js";
import type { CheckRecord } from "../../wire/exchange.js";
import { RuleBroken } from "../../wire/outcome.js";
import { allureMessages } from "../vitest/allure-messages.js";
import { titleOf } from "../vitest/every-exchange.js";
import { breaks, brokenText } from "./broken.js";
import { Check } from "./check.js";
import { session } from "./session.js";

declare module "vitest" {
  interface TaskMeta {
    /** How the check ended; the one event that all reports read. */
    plimsoll?: CheckRecord;
    /** True for a check whose requests go ahead of others that wait: many checks wait for its end. */
    ahead?: boolean;
  }
}

const EFFORTS: readonly Effort[] = ["quick", "standard", "thorough"];

/**
 * Declares a check: a vitest test that judges one rule.
 *
 * The test is red when a `must` rule is broken (or a `should` rule under --strict) and skipped when it could
 * not be made. Rules outside of the run's scope (--only, --generation, --edition) declare no test.
 *
 * @param id the rule that is judged; the type makes an unknown id a compile error
 * @param stimulus what the check does to the target, in a few words
 * @param from the least effort that makes the check; below it the rule is inconclusive unless other checks judge it
 */
export function rule(
  id: RuleId,
  stimulus: string,
  body: (check: Check) => Promise<void>,
  { from }: { readonly from?: Exclude<Effort, "quick"> } = {},
): void {
  const { settings, leftOut } = session();
  const subject = ruleById(id);
  if (!inScope(subject, settings)) return;
  const title = titleOf(id, stimulus);
  if (from !== undefined && EFFORTS.indexOf(settings.effort) < EFFORTS.indexOf(from)) {
    const reason = `left out at effort ${settings.effort}; --effort ${from} judges it`;
    leftOut.push({ rule: id, check: title, reason });
    return;
  }
  test(title, async ({ task, skip }) => {
    const record = await new Check(session(), id, title, task.meta.ahead ?? false).run(body);
    task.meta.plimsoll = record;
    session().findings.push(...record.findings);
    if (inject("allure")) task.meta.allureRuntimeMessages = allureMessages(record);
    if (record.outcome === "defect") throw new Error(record.reason);
    if (breaks(subject, record, settings)) throw new RuleBroken(brokenText(record));
    if (record.outcome !== "judged") skip(record.reason);
  });
}
