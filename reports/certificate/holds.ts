import { isObject } from "../../helpers/contract/json.js";
import type { Statement } from "./statement.js";

/** How many differences are listed; the rest is counted. */
const MOST = 3;

/**
 * How a certificate differs from its recording when that is judged again: rules first, then anything else. The version
 * of Plimsoll may differ, as long as contract and rules are the same.
 * @param claimed the statement of the certificate, whoever wrote it
 * @param fresh the statement that the recording gives
 * @returns a phrase for each difference; empty if they agree
 */
export function differences(claimed: unknown, fresh: Statement): string[] {
  const other = digestTrouble(claimed, fresh);
  if (other !== null) return [other];
  const rules = ruleDifferences(claimed, fresh);
  const found = rules.length > 0 ? rules : valueDifferences(claimed, fresh, "");
  return found.length <= MOST ? found : [...found.slice(0, MOST), `and ${found.length - MOST} more`];
}

/** Verdicts on another contract say nothing about this one. */
function digestTrouble(claimed: unknown, fresh: Statement): string | null {
  for (const name of ["contract", "rules"]) {
    const said = configured(claimed, name).digest;
    const own = configured(fresh, name).digest;
    if (JSON.stringify(said) === JSON.stringify(own)) continue;
    const { uri } = configured(claimed, "plimsoll");
    const by = typeof uri === "string" ? uri.replace("pkg:npm/", "") : "the version that it names";
    return `it was made with other ${name === "rules" ? "rules" : "words of the contract"} than those of this version; verify it with ${by}`;
  }
  return null;
}

function configured(statement: unknown, name: string): Readonly<Record<string, unknown>> {
  const list = at(statement, ["predicate", "configuration"]);
  const found = Array.isArray(list) ? list.find((one) => isObject(one) && one.name === name) : undefined;
  return isObject(found) ? found : {};
}

const SAYS = { passedTests: "kept", warnedTests: "broken, recommended", failedTests: "broken" } as const;

function ruleDifferences(claimed: unknown, fresh: Statement): string[] {
  const said = verdictsOf(claimed);
  const shown = verdictsOf(fresh);
  return [...new Set([...said.keys(), ...shown.keys()])]
    .filter((rule) => said.get(rule) !== shown.get(rule))
    .map(
      (rule) =>
        `${rule} is ${said.get(rule) ?? "not judged"} in the certificate, ${shown.get(rule) ?? "not judged"} in the recording`,
    );
}

function verdictsOf(statement: unknown): Map<string, string> {
  const verdicts = new Map<string, string>();
  for (const [list, word] of Object.entries(SAYS)) {
    const rules = at(statement, ["predicate", list]);
    for (const rule of Array.isArray(rules) ? rules : []) verdicts.set(String(rule), word);
  }
  return verdicts;
}

/** Each place at which the two differ. */
function valueDifferences(claimed: unknown, fresh: unknown, path: string): string[] {
  if (path.endsWith("/uri")) return [];
  if (isObject(claimed) && isObject(fresh)) {
    const names = new Set([...Object.keys(claimed), ...Object.keys(fresh)]);
    return [...names].flatMap((name) => valueDifferences(claimed[name], fresh[name], `${path}/${name}`));
  }
  if (Array.isArray(claimed) && Array.isArray(fresh) && claimed.length === fresh.length) {
    return claimed.flatMap((one, index) => valueDifferences(one, fresh[index], `${path}/${index}`));
  }
  if (JSON.stringify(claimed) === JSON.stringify(fresh)) return [];
  return [`${path} is ${shown(claimed)} in the certificate, ${shown(fresh)} by the recording`];
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The value at a path; undefined if there is none. */
export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}
