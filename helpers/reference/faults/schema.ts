import { isObject } from "../../contract/json.js";
import { contract } from "../../contract/load.js";
import { operations } from "../../contract/operations.js";
import { ruleById } from "../../contract/rules.js";
import { without } from "../bends.js";
import type { Bend } from "../service/behaviours.js";
import type { JsonObject } from "../service/records.js";
import type { Fault } from "./fault.js";

/** What happens to the value in one place of every answer of one form. */
type Kind = "drop" | "type" | "null" | "value" | "format";

/** A deviation that follows from a schema: one documented place, damaged in one way. */
export interface SchemaFault extends Fault {
  /** `schema:<form>:<path>:<kind>`; `*` in the path stands for every item, `$` for the whole body. */
  readonly id: string;
  readonly form: string;
}

const WORDS: Readonly<Record<Kind, string>> = {
  drop: "is missing",
  type: "has another type",
  null: "is null",
  value: "is outside of what the contract allows",
  format: "is not in its format",
};

/** For each type, a value of another type that is close to it. */
const OTHER_TYPE: Readonly<Record<string, unknown>> = {
  string: 7,
  number: "7",
  integer: "7",
  boolean: "true",
  object: "text",
  array: {},
  null: "text",
};

const OTHER_FORMAT: Readonly<Record<string, string>> = {
  "plimsoll-timestamp": "yesterday at noon",
  "plimsoll-time-of-day": "2025-03-01",
  "plimsoll-offset-timestamp": "2025-03-01T12:00:00",
  "plimsoll-url": "not an address",
};

export const isSchemaFault = (id: string): boolean => id.startsWith("schema:");

/** Places that the reference service never shows, so that damage there has no effect, and harmless losses. */
const NOTHING_DONE = [
  "schema:v1/shipments:shipments.*.packages.*.label_messages.",
  "schema:v1/shipments:shipments.*.total_weight.units:drop",
  "schema:v1/shipment:total_weight.unit:drop",
];

let listed: readonly SchemaFault[] | null = null;

/** All faults that follow from the response forms of the contract; always the same list. */
export function listSchemaFaults(): readonly SchemaFault[] {
  listed ??= responseForms().flatMap((form) => {
    const byId = new Map<string, SchemaFault>();
    // Later parts of a schema are narrower, so the plain statement about a place comes first and wins.
    for (const fault of faultsOfForm(form)) if (!byId.has(fault.id)) byId.set(fault.id, fault);
    return [...byId.values()].filter(({ id }) => !NOTHING_DONE.some((start) => id.startsWith(start)));
  });
  return listed;
}

/** Damages the answers of one form. */
const damaging =
  (form: string, path: readonly string[], put: unknown): Bend =>
  (does) => ({
    say: (json, about) => {
      const said = does.say(json, about);
      const isDue = about.operation?.responses[String(about.status)]?.schema === form;
      return isDue ? damaged(said, path, put) : said;
    },
  });

function damaged(value: unknown, [step, ...rest]: readonly string[], put: unknown): unknown {
  if (step === undefined) return put;
  if (step === "*") return Array.isArray(value) ? value.map((item) => damaged(item, rest, put)) : value;
  if (!isObject(value)) return value;
  if (rest.length > 0) return step in value ? { ...value, [step]: damaged(value[step], rest, put) } : value;
  const others = without(value, step);
  return put === undefined ? others : { ...others, [step]: put };
}

/** Forms of answers, in the order of the contract; one that is only claimed is held to the form claimed. */
function responseForms(): readonly string[] {
  const forms = operations.flatMap(({ responses }) => Object.values(responses).map(({ schema }) => schema));
  return [...new Set(forms)]
    .filter((form) => form !== null && form !== "shared/error-if-claimed")
    .map(String);
}

function faultsOfForm(form: string): readonly SchemaFault[] {
  const place = { form, path: [], rule: null };
  const schema = contract.schemas[form];
  if (!isObject(schema)) return [];
  // A statement about some bodies only is not a reason to damage the body as a whole.
  const { allOf: _allOf, then: _then, ...whole } = schema;
  return [false, true].flatMap((should) => [
    ...faultsAt(whole, place, should),
    ...faultsBelow(schema, place, should),
  ]);
}

interface Place {
  readonly form: string;
  readonly path: readonly string[];
  /** The rule of the nearest enclosing schema that names one. */
  readonly rule: string | null;
}

/** Statements about the same value elsewhere in its schema. */
function parts(node: JsonObject, should: boolean): readonly JsonObject[] {
  const all = Array.isArray(node.allOf) ? node.allOf : [];
  return [...all, thenOf(node), ...(should ? [node["x-should"]] : [])].filter(isObject);
}

/**
 * Statements that apply where `if` holds. A member of another type than `if` requires is not judged there, so that
 * would not be a fault.
 */
function thenOf({ if: condition, then }: JsonObject): JsonObject | null {
  if (!isObject(then) || !isObject(then.properties)) return isObject(then) ? then : null;
  const asked = isObject(condition) && isObject(condition.properties) ? condition.properties : {};
  const properties = Object.entries(then.properties).map(([name, member]) => {
    const type = isObject(asked[name]) ? asked[name].type : undefined;
    if (!isObject(member) || type === undefined || type !== member.type) return [name, member];
    const { type: _, ...rest } = member;
    return [name, rest];
  });
  return { ...then, properties: Object.fromEntries(properties) };
}

const ruleAt = (node: JsonObject, { rule }: Place): string | null =>
  typeof node["x-rule"] === "string" ? node["x-rule"] : rule;

/** Faults of the members and items inside a value. */
function faultsBelow(node: JsonObject, outer: Place, should: boolean): readonly SchemaFault[] {
  const here = { ...outer, rule: ruleAt(node, outer) };
  const properties = isObject(node.properties) ? node.properties : {};
  const required = Array.isArray(node.required) ? node.required.map(String) : [];
  const within = (name: string): Place => ({ ...here, path: [...here.path, name] });
  const dropped = required.flatMap((name) => {
    const member = properties[name];
    const rule = isObject(member) ? ruleAt(member, here) : here.rule;
    return fault({ ...within(name), rule }, "drop", undefined);
  });
  const members = Object.entries(properties).flatMap(([name, member]) =>
    isObject(member)
      ? [...faultsAt(member, within(name), should), ...faultsBelow(member, within(name), should)]
      : [],
  );
  const items = isObject(node.items)
    ? [...faultsAt(node.items, within("*"), should), ...faultsBelow(node.items, within("*"), should)]
    : [];
  const others = parts(node, should).flatMap((part) => faultsBelow(part, here, should));
  return [...dropped, ...members, ...items, ...others];
}

/** Faults of the value itself. */
function faultsAt(node: JsonObject, outer: Place, should: boolean): readonly SchemaFault[] {
  const here = { ...outer, rule: ruleAt(node, outer) };
  const types = [node.type].flat().filter((type) => typeof type === "string");
  const [type] = types;
  const not = isObject(node.not) ? node.not : {};
  return [
    ...(type === undefined ? [] : fault(here, "type", OTHER_TYPE[type])),
    ...(type === undefined || types.includes("null") ? [] : fault(here, "null", null)),
    ...(not.type === "null" ? fault(here, "null", null) : []),
    ...valuesOutside(node).flatMap((put) => fault(here, "value", put)),
    ...(typeof node.format === "string" ? fault(here, "format", OTHER_FORMAT[node.format]) : []),
    ...parts(node, should).flatMap((part) => faultsAt(part, here, should)),
  ];
}

/** At most one value of the right type that the keywords of a schema forbid. */
function valuesOutside(node: JsonObject): readonly unknown[] {
  const not = isObject(node.not) ? node.not : {};
  if (not.const !== undefined) return [not.const];
  if (Array.isArray(node.enum)) return ["in_between"];
  if (typeof node.pattern === "string") return ["?"];
  if (node.minLength === 1) return [""];
  if (node.minItems === 1) return [[]];
  if (typeof node.minimum === "number") return [node.minimum - 1];
  return node.type === "integer" ? [0.5] : [];
}

function fault({ form, path, rule }: Place, kind: Kind, put: unknown): readonly SchemaFault[] {
  if (rule === null || (put === undefined && kind !== "drop")) return [];
  const where = path.length === 0 ? "$" : path.join(".");
  const subject = path.length === 0 ? "the body" : where;
  return [
    {
      id: `schema:${form}:${where}:${kind}`,
      rule: ruleById(rule).id,
      sentence: `In every answer of the form ${form}, ${subject} ${WORDS[kind]}.`,
      form,
      // Undefined removes the member.
      bend: damaging(form, path, put),
    },
  ];
}
