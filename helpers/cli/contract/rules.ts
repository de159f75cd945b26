import { described } from "../../../reports/console-lines.js";
import { LEVEL_WORDS } from "../../../reports/wording.js";
import { groupBy } from "../../contract/group-by.js";
import type { Rule } from "../../contract/model.js";
import { rules } from "../../contract/rules.js";
import { type Budget, budgetsOf } from "../../engine/check/effort.js";
import { type DeclaredCheck, declaredChecks } from "../../engine/vitest/declared.js";
import { EFFORTS, type Effort } from "../../target/settings/settings.js";
import { plural } from "../../wire/message.js";

/** A rule with the checks that judge it and what they do at each effort. */
export interface CheckedRule extends Rule {
  /** "file · stimulus" */
  readonly checks: readonly string[];
  /** The least effort at which a check judges it; null without a check. */
  readonly from: Effort | null;
  /** The rows of the effort table that its checks use. */
  readonly effort: readonly (Budget & { readonly name: string })[];
}

/** Every rule with the checks that the suites declare for it. */
export async function rulesWithChecks(): Promise<readonly CheckedRule[]> {
  const checks = groupBy(await declaredChecks(), ({ rule }) => rule);
  return rules.map((rule) => {
    const own = checks.get(rule.id) ?? [];
    return {
      ...rule,
      checks: own.map(({ file, stimulus }) => `${file} · ${stimulus}`),
      from: leastOf(own),
      effort: budgetsOf(rule.id),
    };
  });
}

function leastOf(checks: readonly DeclaredCheck[]): Effort | null {
  return EFFORTS.find((effort) => checks.some(({ from }) => from === effort)) ?? null;
}

/** The table of rules as text: id, level, generation, section and statement. */
export function rulesTable(all: readonly CheckedRule[]): string {
  const rows = described(
    all.map(({ id, level, generation, section, statement }) => [
      id,
      `${LEVEL_WORDS[level]}, ${generation}, ${section}: ${statement}`,
    ]),
  );
  return `${rows}\n${plural(all.length, "rule")}; plimsoll explain RULE shows more about one\n`;
}

/** From which effort on a rule is judged, and how much is done at each effort. */
export function effortLines({ from, effort }: CheckedRule): string[] {
  return [
    ...(from === null || from === "quick" ? [] : [`from ${from} on`]),
    ...effort.map((row) => `${EFFORTS.map((each) => countOf(row[each])).join(", ")} ${row.of}`),
  ];
}

function countOf(count: number): string {
  return count >= 1_000 ? "all" : String(count);
}
