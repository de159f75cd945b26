import type { RuleVerdict } from "../../../reports/results.js";
import type { Level, Rule } from "../../contract/model.js";
import { operations } from "../../contract/operations.js";
import { matchesGlob, matchRules } from "../../contract/rules.js";
import { UsageError } from "../mistakes/errors.js";
import { resultIn } from "../run/result-file.js";
import { type CheckedRule, rulesWithChecks } from "./rules.js";

/** Filters for the list of rules; undefined ones do not filter. */
export interface RuleFilters {
  /** Part of the section's heading, ignoring letter case. */
  readonly section?: string;
  readonly level?: Level;
  /** Operation id or path, or a glob of one. */
  readonly operation?: string;
  /** Verdict of a run. */
  readonly verdict?: RuleVerdict;
  /** Folder of that run; needed for its verdict alone. */
  readonly out?: string;
}

/**
 * The rules that match one of the globs, if there are any, and all filters.
 * @throws UsageError for a glob that matches no rule, or if no rule is left
 */
export async function filteredRules(
  globs: readonly string[],
  { level, section, verdict, operation, out }: RuleFilters,
): Promise<readonly CheckedRule[]> {
  globs.forEach(throwUnlessMatches);
  const left = verdict === undefined || out === undefined ? null : idsWith(verdict, out);
  const all = await rulesWithChecks();
  const found = all.filter(
    (rule) =>
      (globs.length === 0 || globs.some((glob) => matchesGlob(rule.id, glob))) &&
      (level === undefined || rule.level === level) &&
      (section === undefined || rule.section.toLowerCase().includes(section.toLowerCase())) &&
      (operation === undefined || speaksOf(rule, operation)) &&
      (left === null || left.has(rule.id)),
  );
  if (found.length === 0) throw new UsageError("no rule fits all of that; plimsoll rules lists all.");
  return found;
}

function throwUnlessMatches(glob: string): void {
  const { matched, nearest } = matchRules(glob);
  if (matched.length > 0) return;
  throw new UsageError(`no rule fits ${glob}${nearest === null ? "." : `; did you mean ${nearest}?`}`);
}

function idsWith(verdict: RuleVerdict, out: string): ReadonlySet<string> {
  const { rules } = resultIn(out);
  return new Set(rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id));
}

function speaksOf({ operations: own }: Rule, glob: string): boolean {
  return operations.some(
    ({ id, method, path }) =>
      own.includes(id) && [id, path, `${method} ${path}`].some((name) => matchesGlob(name, glob)),
  );
}
