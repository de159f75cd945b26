import type { RuleId } from "./generated/types.js";
import type { Operation, Rule } from "./model.js";
import { operation, operations } from "./operations.js";
import { matchesGlob, ruleById } from "./rules.js";

/** The part of the contract that a run looks at. */
interface Scope {
  readonly generations: readonly ("v1" | "v2")[];
  /** The last month of the release history that counts, such as "2026-03", or null for all. */
  readonly edition: string | null;
  /** Globs over rule ids; empty for all. */
  readonly only: readonly string[];
  /** Globs over rule ids that are left out. */
  readonly skip: readonly string[];
}

/** Whether an operation existed in the edition and belongs to a generation of the scope. */
export function operationInScope(id: string, scope: Scope): boolean {
  const { generation, since } = operation(id);
  if (!scope.generations.includes(generation)) return false;
  return scope.edition === null || since === null || since <= scope.edition;
}

/** The generations of the scope that the edition has: each begins with the first month of its operations. */
export function generationsIn({
  generations,
  edition,
}: Pick<Scope, "generations" | "edition">): Scope["generations"] {
  return generations.filter((one) => {
    const months = operations.flatMap(({ generation, since }) => (generation === one ? (since ?? []) : []));
    return edition === null || months.length === 0 || months.some((month) => month <= edition);
  });
}

/** The operations in scope. */
export function operationsIn(scope: Scope): readonly Operation[] {
  return operations.filter(({ id }) => operationInScope(id, scope));
}

/** The operations that a rule is about, as far as they are in scope, in the order of the rule. */
export function operationsOf(rule: RuleId, scope: Scope): readonly Operation[] {
  return ruleById(rule)
    .operations.filter((id) => operationInScope(id, scope))
    .map(operation);
}

/** Why a rule is left out of a run, or null if it is not. */
export function whyOutOfScope(rule: Rule, scope: Scope): string | null {
  if (scope.only.length > 0 && !scope.only.some((glob) => matchesGlob(rule.id, glob))) {
    return `not asked for: the run was limited to ${scope.only.join(", ")}`;
  }
  const left = scope.skip.find((glob) => matchesGlob(rule.id, glob));
  if (left !== undefined) return `not asked for: --skip ${left} leaves it out`;
  if (rule.generation !== "both" && !scope.generations.includes(rule.generation)) {
    return `the run was limited to ${scope.generations.join(" and ")}`;
  }
  if (rule.operations.length > 0 && !rule.operations.some((id) => operationInScope(id, scope))) {
    return scope.edition === null
      ? `its operations are outside ${scope.generations.join(" and ")}`
      : `its operations are younger than the edition ${scope.edition}`;
  }
  return null;
}

/** Whether a run judges the rule. */
export function inScope(rule: Rule, scope: Scope): boolean {
  return whyOutOfScope(rule, scope) === null;
}
