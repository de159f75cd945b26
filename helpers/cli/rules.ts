import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LEVEL_WORDS } from "../../reports/wording.js";
import { type Rule, rules } from "../contract/rules.js";
import { exchangeRules } from "../oracles/exchange/judge.js";

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

/** The table of rules for people: id, level, generation, statement. */
export function rulesTable(): string {
  const rows = rulesWithChecks().map(
    (rule) =>
      `${rule.id}\n  ${LEVEL_WORDS[rule.level]}, ${rule.generation}, ${rule.section}: ${rule.statement}`,
  );
  return `${rows.join("\n")}\n${rows.length} rules\n`;
}
