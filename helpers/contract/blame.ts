import type { ErrorObject } from "ajv";
import type { RuleId } from "./generated/types.js";
import { escapeStep, hasMembers, unescapeStep } from "./json.js";
import { ruleById } from "./rules.js";

/** A validation error with the rule that it breaks. */
export interface Blamed {
  readonly rule: RuleId;
  readonly error: ErrorObject;
  /** JSON Pointer of the wrong or missing member. */
  readonly pointer: string;
}

// Their errors only repeat what their branches report more clearly.
const wrappers = new Set(["if", "allOf"]);
// For these, the branches' errors are noise: only together do they say anything.
const choices = new Set(["anyOf", "oneOf", "not", "contains"]);

/** The member that a `required` error misses. */
export function missingMember(error: ErrorObject): string | null {
  return error.keyword === "required" ? String(error.params.missingProperty) : null;
}

function ruleOf(node: unknown): RuleId | null {
  return hasMembers(node) && typeof node["x-rule"] === "string" ? ruleById(node["x-rule"]).id : null;
}

/** Nodes of the schema from its root to the one that holds the failed keyword. */
function nodesAlong(schema: unknown, schemaPath: string): readonly unknown[] {
  const nodes = [schema];
  let node = schema;
  for (const step of schemaPath.split("/").slice(1, -1)) {
    node = hasMembers(node) ? node[unescapeStep(decodeURIComponent(step))] : undefined;
    nodes.push(node);
  }
  return nodes;
}

/** The rule of the missing member, otherwise of the nearest enclosing node that names one. */
function blamedRule(schema: unknown, error: ErrorObject): RuleId | null {
  const nodes = nodesAlong(schema, error.schemaPath);
  const missing = missingMember(error);
  const holder = nodes.at(-1);
  if (missing !== null && hasMembers(holder) && hasMembers(holder.properties)) {
    const rule = ruleOf(holder.properties[missing]);
    if (rule !== null) return rule;
  }
  for (const node of nodes.toReversed()) {
    const rule = ruleOf(node);
    if (rule !== null) return rule;
  }
  return null;
}

/** The first rule that a schema names, outermost first. */
function firstRule(schema: unknown): RuleId | null {
  if (!hasMembers(schema)) return null;
  const own = ruleOf(schema);
  if (own !== null) return own;
  for (const child of Object.values(schema)) {
    const rule = firstRule(child);
    if (rule !== null) return rule;
  }
  return null;
}

/**
 * The rule that an error breaks. What is wrong with the whole of a building block, which has a rule only where it is
 * used, breaks the first of its rules.
 */
function brokenRule(schema: unknown, error: ErrorObject): RuleId | null {
  return blamedRule(schema, error) ?? (error.instancePath === "" ? firstRule(schema) : null);
}

function pointerOf(error: ErrorObject): string {
  const missing = missingMember(error);
  return missing === null ? error.instancePath : `${error.instancePath}/${escapeStep(missing)}`;
}

/** The errors that no other error already covers. */
function withoutNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const branches = errors
    .filter(({ keyword }) => choices.has(keyword))
    .map(({ schemaPath }) => `${schemaPath}/`);
  return errors.filter(
    ({ keyword, schemaPath }) =>
      !wrappers.has(keyword) && !branches.some((branch) => schemaPath.startsWith(branch)),
  );
}

/**
 * Reduces Ajv's errors to one per rule and pointer. Drops a `should` breach where a `must` rule already fails at the
 * same place: a number instead of text is not also badly formatted text.
 * @throws Error if the schema names no rule for an error, which is a defect of the schema
 */
export function blame(schema: unknown, errors: readonly ErrorObject[]): readonly Blamed[] {
  const folded = new Map<string, Blamed>();
  const mustFail = new Set<string>();
  for (const error of withoutNoise(errors)) {
    const rule = brokenRule(schema, error);
    if (rule === null) throw new Error(`no rule is named for ${error.schemaPath}`);
    const pointer = pointerOf(error);
    const key = `${rule} ${pointer}`;
    if (!folded.has(key)) folded.set(key, { rule, error, pointer });
    if (ruleById(rule).level === "must") mustFail.add(pointer);
  }
  return [...folded.values()].filter(
    ({ rule, pointer }) => ruleById(rule).level === "must" || !mustFail.has(pointer),
  );
}
