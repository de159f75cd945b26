import { createRequire } from "node:module";
import type { ValidateFunction } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { formats } from "./formats.js";
import type { RuleId, SchemaId } from "./generated/types.js";
import { contract } from "./load.js";

/** How often validating one value visited each rule's location. */
export type Visits = ReadonlyMap<RuleId, number>;

// Validation is synchronous, so one counter that `countVisits` swaps serves all compiled schemas.
let visits = new Map<RuleId, number>();

/** Runs one validation and returns what it visited. */
export function countVisits(validation: () => void): Visits {
  visits = new Map();
  validation();
  return visits;
}

function visit(rule: RuleId): void {
  visits.set(rule, (visits.get(rule) ?? 0) + 1);
}

const require = createRequire(import.meta.url);
const allFormats = { ...fullFormats, ...formats };
const loaded = new Map<SchemaId, ValidateFunction>();

/** The JSON Schema of that id, without references. */
export function schemaById(id: SchemaId): object {
  const schema = contract.schemas[id];
  if (typeof schema !== "object" || schema === null) throw new RangeError(`no schema ${id} in the contract`);
  return schema;
}

/** The compiled schema, loaded on first use. */
export function compiledSchema(id: SchemaId): ValidateFunction {
  const known = loaded.get(id);
  if (known !== undefined) return known;
  const made = load(id);
  loaded.set(id, made);
  return made;
}

/** The validator that `scripts/validators.mjs` generated from the schema. */
function load(id: SchemaId): ValidateFunction {
  const make: unknown = require(`./generated/validators/${id.replaceAll("/", ".")}.cjs`);
  const made: unknown = typeof make === "function" ? make(visit, allFormats) : null;
  if (isValidator(made)) return made;
  throw new RangeError(`no validator for schema ${id}: run \`node scripts/generate.mjs\``);
}

function isValidator(value: unknown): value is ValidateFunction {
  return typeof value === "function";
}
