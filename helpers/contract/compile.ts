import { createRequire } from "node:module";
import type { ValidateFunction } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { formats } from "./formats.js";
import type { AnySchemaId, RuleId } from "./generated/types.js";
import { contract } from "./load.js";
import { memo } from "./memo.js";

/** How often validating one value visited each rule's location. */
export type Visits = ReadonlyMap<RuleId, number>;

interface Compiled {
  readonly validator: ValidateFunction;
  /** Validates a value and counts what that visits. */
  readonly count: (value: unknown) => Visits;
}

const require = createRequire(import.meta.url);
const allFormats = { ...fullFormats, ...formats };
const loaded = new Map<AnySchemaId, Compiled>();

/** The JSON Schema of that id, without references. */
export function schemaById(id: AnySchemaId): object {
  const schema = Object.hasOwn(contract.schemas, id) ? contract.schemas[id] : null;
  if (typeof schema !== "object" || schema === null) throw new RangeError(`no schema ${id} in the contract`);
  return schema;
}

/** The compiled schema. */
export function compiledSchema(id: AnySchemaId): ValidateFunction {
  return compiled(id).validator;
}

/** Validates a value; the errors are then those of `compiledSchema`. */
export function countVisits(id: AnySchemaId, value: unknown): Visits {
  return compiled(id).count(value);
}

function compiled(id: AnySchemaId): Compiled {
  return memo(loaded, id, () => load(id));
}

/** Loads the validator that `scripts/validators.mjs` generated from the schema. */
function load(id: AnySchemaId): Compiled {
  let visits = new Map<RuleId, number>();
  const visit = (rule: RuleId) => visits.set(rule, (visits.get(rule) ?? 0) + 1);
  const make: unknown = require(`./generated/validators/${id.replaceAll("/", ".")}.cjs`);
  const validator: unknown = typeof make === "function" ? make(visit, allFormats) : null;
  if (!isValidator(validator))
    throw new RangeError(`no validator for schema ${id}: run \`node scripts/generate.mjs\``);
  const count = (value: unknown) => {
    visits = new Map();
    validator(value);
    return visits;
  };
  return { validator, count };
}

function isValidator(value: unknown): value is ValidateFunction {
  return typeof value === "function";
}
