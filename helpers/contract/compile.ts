import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { formats } from "./formats.js";
import type { RuleId, SchemaId } from "./generated/types.js";
import { contract } from "./load.js";

/** How often each rule's location was visited while one value was validated. */
export type Seen = ReadonlyMap<RuleId, number>;

// Validation is synchronous, so one counter that `countVisits` swaps serves all compiled schemas.
let visits = new Map<RuleId, number>();

/** Runs one validation and returns what it visited. */
export function countVisits(validation: () => void): Seen {
  visits = new Map();
  validation();
  return visits;
}

/**
 * Ajv in strict mode with the annotations of our schemas: `x-rule` counts a visit, `x-should` is a subschema
 * like any other (the level of the rule inside says how much a breach of it weighs), `x-open` says nothing.
 */
function createAjv(): Ajv2020 {
  // strictRequired off: a branch (if, anyOf, x-should) requires members that are described beside it.
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, verbose: true, formats });
  addFormats.default(ajv);
  ajv.addKeyword({
    keyword: "x-rule",
    schemaType: "string",
    errors: false,
    compile: (rule: RuleId) => () => {
      visits.set(rule, (visits.get(rule) ?? 0) + 1);
      return true;
    },
  });
  ajv.addKeyword({
    keyword: "x-should",
    schemaType: "object",
    code(context) {
      const valid = context.gen.name("valid");
      context.subschema({ keyword: "x-should" }, valid);
      context.ok(valid);
    },
  });
  ajv.addKeyword({ keyword: "x-open", schemaType: "boolean" });
  return ajv;
}

const ajv = createAjv();
const compiled = new Map<SchemaId, ValidateFunction>();

/** The JSON Schema of that id, without references. */
export function schemaById(id: SchemaId): object {
  const schema = contract.schemas[id];
  if (typeof schema !== "object" || schema === null) throw new RangeError(`no schema ${id} in the contract`);
  return schema;
}

/** The compiled schema; compiled when first asked for. */
export function compiledSchema(id: SchemaId): ValidateFunction {
  const known = compiled.get(id);
  if (known !== undefined) return known;
  const made = ajv.compile(schemaById(id));
  compiled.set(id, made);
  return made;
}
