import { contract } from "./load.js";
import type { Rule } from "./model.js";
import { nearest } from "./nearest.js";

/** All rules: those of schemas/rules/, and one `operation.<operationId>` for each operation. */
export const rules: readonly Rule[] = contract.rules;

const byId = new Map<string, Rule>(rules.map((rule) => [rule.id, rule]));

/**
 * The rule of that id.
 * @throws RangeError for an id outside the contract.
 */
export function ruleById(id: string): Rule {
  const found = byId.get(id);
  if (found === undefined) throw new RangeError(`no rule ${id} in the contract`);
  return found;
}

/** The rule of that id, or null for an id outside the contract. */
export function findRule(id: string): Rule | null {
  return byId.get(id) ?? null;
}

/** Whether a rule id fits a glob: `*` stands for any text, dots included; case is ignored. */
export function matchesGlob(id: string, glob: string): boolean {
  const pattern = glob
    .split("*")
    .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${pattern}$`, "i").test(id);
}

/** The rules that a glob selects. */
interface RuleMatch {
  readonly matched: readonly Rule[];
  /** If the glob selects nothing: the id or glob that it most likely meant. */
  readonly nearest: string | null;
}

/** Rules whose id fits the glob; see `matchesGlob`. */
export function matchRules(glob: string): RuleMatch {
  const matched = rules.filter(({ id }) => matchesGlob(id, glob));
  return { matched, nearest: matched.length > 0 ? null : nearestTo(glob) };
}

/** The nearest id; for a glob that ends in `*`, the nearest beginning of ids. */
function nearestTo(glob: string): string | null {
  const stem = glob.replace(/\.?\*$/, "");
  const isGlob = stem !== glob;
  const depth = stem.split(".").length;
  const names = rules.map(({ id }) =>
    isGlob ? `${id.split(".").slice(0, depth).join(".")}${glob.slice(stem.length)}` : id,
  );
  return nearest(glob, names);
}
