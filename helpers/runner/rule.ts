import * as allure from "allure-js-commons";
import { inject, test } from "vitest";
import type { CheckRecord } from "../contract/exchange.js";
import type { RuleId } from "../contract/generated/types.js";
import { RuleBroken } from "../contract/outcome.js";
import { type Rule, ruleById } from "../contract/rules.js";
import { inScope } from "../contract/scope.js";
import type { Effort } from "../target/settings.js";
import { breaks, brokenText } from "./broken.js";
import { Check } from "./check.js";
import { titleOf } from "./every-exchange.js";
import { session } from "./session.js";

declare module "vitest" {
  interface TaskMeta {
    /** How the check ended; the one event that all reports read. */
    plimsoll?: CheckRecord;
  }

  interface ProvidedContext {
    /** True when Allure listens: it looks for itself at every call otherwise, which costs more than a check. */
    allure: boolean;
  }
}

const EFFORTS: readonly Effort[] = ["quick", "standard", "thorough"];
const SEVERITY = { must: "critical", should: "normal", open: "trivial" } as const;

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
    const record = await new Check(session(), id, title).run(body);
    task.meta.plimsoll = record;
    session().findings.push(...record.findings);
    if (inject("allure")) await describeForAllure(subject, record);
    if (record.outcome === "defect") throw new Error(record.reason);
    if (breaks(subject, record, settings)) throw new RuleBroken(brokenText(record));
    if (record.outcome !== "judged") skip(record.reason);
  });
}

/** Epic, feature, story, severity and the evidence of a check, for Allure. */
async function describeForAllure(subject: Rule, record: CheckRecord): Promise<void> {
  await allure.labels(
    { name: "epic", value: subject.generation === "both" ? "v1 and v2" : subject.generation },
    { name: "feature", value: subject.section },
    { name: "story", value: subject.id },
    { name: "severity", value: SEVERITY[subject.level] },
  );
  await allure.description(subject.statement);
  for (const finding of record.findings.slice(0, 5)) {
    await allure.step(finding.request, async (step) => {
      await step.parameter("documented", finding.documented);
      await step.parameter("received", finding.received);
    });
  }
  if (record.findings.length > 0) {
    await allure.attachment("findings", JSON.stringify(record.findings, null, 2), "application/json");
  }
}
