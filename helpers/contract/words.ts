import type { ErrorObject } from "ajv";
import { missingMember } from "./blame.js";
import { formatWords } from "./formats.js";
import { isObject } from "./json.js";
import { shorten } from "./text.js";

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

/** The patterns of the contract, for readers who do not care for regular expressions. */
export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  "^se-[0-9]+$": "se- and digits",
  "^(se-[0-9]+)?$": "se- and digits, or empty text",
  "^rpt_[^/\\s]+$": "rpt_ and further characters",
  "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$": "a UUID",
  "^[A-Za-z]{2}$": "two letters",
  "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$": "true or false, in whatever letters",
};

/** @param parent the schema around the type; it may say that null, though accepted, is not what is documented */
function kindWords(type: unknown, parent: unknown): string {
  const should = isObject(parent) ? parent["x-should"] : undefined;
  const isNullOdd = isObject(should) && isObject(should.not) && should.not.type === "null";
  const names = isStrings(type) ? type.filter((name) => !isNullOdd || name !== "null") : [String(type)];
  return names.map((name) => kinds[name] ?? name).join(" or ");
}

/** Follows the name of a missing member for which null is documented. */
export const MAY_BE_NULL = ", which may be null";

/** What the schema of an object says of a member. */
function memberOf(schema: unknown, name: string): unknown {
  return isObject(schema) && isObject(schema.properties) ? schema.properties[name] : undefined;
}

/** Whether null is documented, not merely accepted. */
function mayBeNull(schema: unknown): boolean {
  return isObject(schema) && isStrings(schema.type) && kindWords(schema.type, schema).endsWith("null");
}

function listWords(values: unknown): string {
  if (!Array.isArray(values)) return String(values);
  const words = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return words.length <= 10
    ? words.join(", ")
    : `${words.slice(0, 8).join(", ")} and ${words.length - 8} more`;
}

/** Names of the members that any branch of a choice requires. */
function requiredInBranches(branches: unknown): readonly string[] {
  if (!Array.isArray(branches)) return [];
  return branches.flatMap((branch: unknown) =>
    isObject(branch) && isStrings(branch.required) ? branch.required : [],
  );
}

/** What a choice between members requires; one of its branches may be the empty object. */
function choiceWords(branches: unknown): string {
  const named = `a member ${requiredInBranches(branches).join(" or ")}`;
  const orEmpty =
    Array.isArray(branches) && branches.some((branch) => isObject(branch) && "maxProperties" in branch);
  return orEmpty ? `${named}, or no member at all` : named;
}

function notWords(schema: unknown): string {
  if (!isObject(schema)) return "another value";
  if (schema.type === "null") return "a value, or no such member";
  return `anything but ${JSON.stringify(schema.const)}`;
}

/** What the failed keyword requires. */
export function documentedWords(error: ErrorObject): string {
  const { keyword, schema } = error;
  const missing = missingMember(error);
  if (missing !== null)
    return `a member ${missing}${mayBeNull(memberOf(error.parentSchema, missing)) ? MAY_BE_NULL : ""}`;
  switch (keyword) {
    case "type":
      return kindWords(schema, error.parentSchema);
    case "enum":
      return `one of ${listWords(schema)}`;
    case "const":
      return JSON.stringify(schema);
    case "format":
      return `${formatWords[String(schema)] ?? `text of the format ${schema}`}${mayBeNull(error.parentSchema) ? " or null" : ""}`;
    case "pattern":
      return PATTERN_WORDS[String(schema)] ?? `text like ${schema}`;
    case "minLength":
      return "text that is not empty";
    case "minItems":
      return `at least ${schema} ${schema === 1 ? "entry" : "entries"}`;
    case "maxItems":
      return `at most ${schema} entries`;
    case "minimum":
      return `a number of ${schema} or more`;
    case "anyOf":
      return choiceWords(schema);
    case "not":
      return notWords(schema);
    case "false schema":
      return "no such member";
    default:
      return error.message ?? keyword;
  }
}

/** What a record shows in place of a missing member: above all, one that is spelled alike. */
function instead(missing: string | null, record: Readonly<Record<string, unknown>>): string {
  const members = Object.keys(record);
  const alike = members.find((name) => missing !== null && isSpelledAlike(name, missing));
  return members.length === 0
    ? "an object without members"
    : shorten(`none${alike === undefined ? "" : `, but ${alike}`}; the members are ${members.join(", ")}`);
}

/** Whether two names differ only in letter case and separators: shipmentId and shipment_id. */
function isSpelledAlike(one: string, other: string): boolean {
  const letters = (name: string) => name.replace(/[_-]/g, "").toLowerCase();
  return letters(one) === letters(other);
}

/** The received value, with its type if the text alone would not show it; shortened. */
export function receivedWords(error: ErrorObject): string {
  const { data } = error;
  const missing = missingMember(error);
  if (missing !== null || error.keyword === "anyOf") return instead(missing, isObject(data) ? data : {});
  if (error.keyword === "minItems" || error.keyword === "maxItems") {
    return `${Array.isArray(data) ? data.length : "no"} entries`;
  }
  const text = shorten(JSON.stringify(data) ?? String(data));
  const isPlain = typeof data === "string" || typeof data === "number";
  return error.keyword === "type" && isPlain ? `${text} (${typeof data})` : text;
}
