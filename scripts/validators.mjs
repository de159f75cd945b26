/**
 * Compiles the schemas of the contract into plain code, so that no run spends time on it. Each validator is a CommonJS
 * file that exports a function of two things that only the program has: `visit`, called for each place that a rule is
 * about, and `formats`, by name.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { _ } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";

/** All formats of helpers/contract/formats.ts start with this; their meaning does not matter here. */
const OWN_FORMAT = /^plimsoll-/;

/**
 * Ajv in strict mode with the annotations of our schemas: `x-rule` calls `visit`; `x-should` is a subschema like any
 * other (the level of the rule inside says how much a breach weighs); `x-no-evidence` spares the call of `visit`;
 * `x-open` does nothing.
 */
function createAjv(ownFormats) {
  const ajv = new Ajv2020({
    strict: true,
    // A branch (if, anyOf, x-should) requires members that are described next to it.
    strictRequired: false,
    allErrors: true,
    verbose: true,
    formats: Object.fromEntries(ownFormats.map((name) => [name, () => true])),
    code: { source: true, formats: _`formats` },
  });
  addFormats.default(ajv);
  ajv.addKeyword({
    keyword: "x-rule",
    schemaType: "string",
    errors: false,
    code: ({ gen, schema, parentSchema }) => {
      if (parentSchema["x-no-evidence"] === true) return;
      const visit = gen.scopeValue("func", { key: "visit", ref: () => {}, code: _`visit` });
      gen.code(_`${visit}(${schema})`);
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
  for (const keyword of ["x-no-evidence", "x-open"]) ajv.addKeyword({ keyword, schemaType: "boolean" });
  return ajv;
}

function formatsIn(node) {
  if (node === null || typeof node !== "object") return [];
  const own = typeof node.format === "string" ? [node.format] : [];
  return [...own, ...Object.values(node).flatMap(formatsIn)];
}

/** Writes one file per schema, named by its id with dots for slashes. */
export function writeValidators(schemas, folder) {
  const own = [...new Set(formatsIn(schemas))].filter((name) => OWN_FORMAT.test(name));
  const ajv = createAjv(own);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [id, schema] of Object.entries(schemas)) {
    const code = standalone.default(ajv, ajv.compile(schema));
    const body = `"use strict";\nmodule.exports = (visit, formats) => {\nconst module = {};\n${code}\nreturn module.exports;\n};\n`;
    writeFileSync(join(folder, `${id.replaceAll("/", ".")}.cjs`), body);
  }
}
