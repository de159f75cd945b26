import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RuleVerdict } from "../../reports/results.js";
import { plural } from "../../reports/text.js";
import { LEVEL_WORDS } from "../../reports/wording.js";
import { operations } from "../contract/operations.js";
import { type Level, matchesGlob, matchRules, type Rule, rules } from "../contract/rules.js";
import { exchangeRules } from "../oracles/exchange/judge.js";
import { UsageError } from "./errors.js";
import { resultIn } from "./result-file.js";

const SUITES = fileURLToPath(new URL("../../suites/", import.meta.url));
/** The call that declares a check, as it stands in a suite's text. */
const DECLARATION = /\brule\(\s*"([a-z0-9._-]+)",\s*"([^"]*)"/gi;

/** The checks of each rule, read off the suites' text: rule id -> "file · stimulus". */
export function checksByRule(): Map<string, string[]> {
  const checks = new Map<string, string[]>();
  for (const file of readdirSync(SUITES, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.suite\.[jt]s$/.test(file)) continue;
    for (const [, id = "", stimulus = ""] of readFileSync(`${SUITES}${file}`, "utf8").matchAll(DECLARATION)) {
      checks.set(id, [...(checks.get(id) ?? []), `${file.replace(/\.[jt]s$/, "")} · ${stimulus}`]);
    }
  }
  return checks;
}

/** Rules whose checks are declared in a loop, so that no text names them. */
const LOOPS: readonly { readonly check: string; readonly holds: (rule: Rule) => boolean }[] = [
  { check: "exchanges/every-exchange.suite", holds: ({ id }) => exchangeRules.includes(id) },
  { check: "operations/operations.suite", holds: ({ id }) => id.startsWith("operation.") },
];

/** Every rule with the checks that judge it. */
export function rulesWithChecks() {
  const checks = checksByRule();
  return rules.map((rule) => {
    const looped = LOOPS.filter(({ holds }) => holds(rule)).map(({ check }) => check);
    return { ...rule, checks: [...looped, ...(checks.get(rule.id) ?? [])] };
  });
}

/** What narrows the list of rules; what is undefined does not. */
export interface RuleFilters {
  /** Part of the section's heading, in any letter case. */
  readonly section?: string;
  readonly level?: Level;
  /** Operation id or path, or a glob of one. */
  readonly operation?: string;
  /** Verdict of the last run, which lies in `out`. */
  readonly verdict?: RuleVerdict;
  readonly out: string;
}

type Listed = ReturnType<typeof rulesWithChecks>[number];

/**
 * The rules that fit one of the globs, if there are any, and all the filters.
 * @throws UsageError for a glob that no rule fits, and where nothing is left
 */
export function filteredRules(globs: readonly string[], filters: RuleFilters): readonly Listed[] {
  for (const glob of globs) {
    const { matched, nearest } = matchRules(glob);
    if (matched.length > 0) continue;
    throw new UsageError(`no rule fits ${glob}${nearest === null ? "." : `; did you mean ${nearest}?`}`);
  }
  const { level, section, verdict } = filters;
  const left = verdict === undefined ? null : idsWith(verdict, filters.out);
  const found = rulesWithChecks().filter(
    (rule) =>
      (globs.length === 0 || globs.some((glob) => matchesGlob(rule.id, glob))) &&
      (level === undefined || rule.level === level) &&
      (section === undefined || rule.section.toLowerCase().includes(section.toLowerCase())) &&
      speaksOf(rule, filters.operation) &&
      (left === null || left.has(rule.id)),
  );
  if (found.length === 0) throw new UsageError("no rule fits all of that; plimsoll rules lists all.");
  return found;
}

function idsWith(verdict: RuleVerdict, out: string): ReadonlySet<string> {
  return new Set(
    resultIn(out)
      .rules.filter((rule) => rule.verdict === verdict)
      .map(({ id }) => id),
  );
}

function speaksOf({ operations: own }: Rule, glob: string | undefined): boolean {
  if (glob === undefined) return true;
  return operations.some(
    ({ id, method, path }) =>
      own.includes(id) && [id, path, `${method} ${path}`].some((name) => matchesGlob(name, glob)),
  );
}

/** The table of rules for people: id, level, generation, statement. */
export function rulesTable(listed: readonly Listed[] = rulesWithChecks()): string {
  const rows = listed.map(
    (rule) =>
      `${rule.id}\n  ${LEVEL_WORDS[rule.level]}, ${rule.generation}, ${rule.section}: ${rule.statement}`,
  );
  return `${rows.join("\n")}\n${plural(rows.length, "rule")}\n`;
}
