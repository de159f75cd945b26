/**
 * Turns the contract (schemas/) into what the program loads: helpers/contract/generated/contract.json, openapi.json,
 * types.ts and validators/. So nothing is parsed from YAML, and no schema is compiled, at run time. Run by `node
 * scripts/generate.mjs`.
 *
 * A part that cannot be read, such as a half-written rule file, is reported and left out, and the exit code is 1;
 * everything else is still written.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import { parse } from "yaml";
import { writeValidators } from "./validators.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const schemaRoot = join(root, "schemas");
const target = join(root, "helpers/contract/generated");
const methods = ["get", "post", "put", "patch", "delete"];

function complain(text) {
  process.stderr.write(`generate: ${text}\n`);
  process.exitCode = 1;
}

/** All files below a folder with this ending, sorted, relative to schemas/. */
function filesBelow(folder, ending) {
  return readdirSync(join(schemaRoot, folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();
}

// --- operations -----------------------------------------------------------------------------------

function resolveLocal(document, node) {
  if (node?.$ref?.startsWith("#/") !== true) return node;
  const steps = node.$ref.slice(2).split("/");
  return steps.reduce((value, step) => value[step.replaceAll("~1", "/").replaceAll("~0", "~")], document);
}

/** "./v1/labels.schema.json" becomes "v1/labels"; an inline schema has no id. */
function schemaIdOf(schema) {
  const reference = schema?.$ref;
  return reference?.endsWith(".schema.json") ? reference.slice(2, -".schema.json".length) : null;
}

function readResponse(document, reference) {
  const response = resolveLocal(document, reference);
  const content = response.content ?? {};
  return {
    mediaTypes: Object.keys(content),
    schema: schemaIdOf(content["application/json"]?.schema),
    open: response["x-open"] === true,
    stated: response["x-stated"] === true,
  };
}

function readQuery({ name, schema, "x-filters": filters }) {
  const parameter = { name, type: schema.type, filters };
  // What only links show is no value that the contract offers to clients.
  if (schema.enum) parameter.enum = schema.enum.filter((value) => value !== filters?.all);
  if (schema.default !== undefined) parameter.default = schema.default;
  return parameter;
}

function readOperation(document, path, method, entry) {
  const parameters = (entry.parameters ?? []).map((node) => resolveLocal(document, node));
  const body = resolveLocal(document, entry.requestBody);
  if (method !== "get" && !(entry["x-effect"] && entry["x-risk"]))
    complain(`${entry.operationId} needs x-effect and x-risk`);
  const responses = Object.fromEntries(
    Object.entries(entry.responses).map(([status, node]) => [status, readResponse(document, node)]),
  );
  return {
    id: entry.operationId,
    generation: path.split("/")[1],
    method: method.toUpperCase(),
    path,
    area: entry.tags[0],
    summary: entry.summary,
    since: entry["x-since"] ?? null,
    assumed: entry["x-assumed"] === true,
    // The level of the rule that the operation exists; an assumed path is tried, but never required.
    level: entry["x-level"] ?? (entry["x-assumed"] === true ? "should" : "must"),
    pathParams: parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name),
    multiSegment: parameters.filter((parameter) => parameter["x-multi-segment"]).map(({ name }) => name),
    query: parameters.filter((parameter) => parameter.in === "query").map(readQuery),
    effect: entry["x-effect"] ?? "read",
    risk: entry["x-risk"] ?? "none",
    bare: entry["x-bare"] === true,
    paged: entry["x-paged"] === true,
    list: entry["x-list"] ?? null,
    requestSchema: schemaIdOf(body?.content["application/json"]?.schema),
    takesBody: body !== undefined,
    responses,
    successStatuses: Object.keys(responses).filter((status) => status.startsWith("2")),
    statedStatuses: Object.keys(responses).filter((status) => responses[status].stated),
  };
}

function readOperations(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => readOperation(document, path, method, item[method])),
  );
}

// --- rules ----------------------------------------------------------------------------------------

function readRule(entry) {
  return {
    id: entry.id,
    section: entry.section,
    generation: entry.generation,
    level: entry.level,
    statement: entry.statement,
    operations: entry.operations ?? [],
    by: entry.by,
    needs: entry.needs ?? null,
    whyUnjudged: entry["why-unjudged"] ?? null,
    unless: entry.unless ?? null,
  };
}

/** The rules of a file. Those of one section share members, which a rule's own members override. */
function readRuleFile(file) {
  try {
    const entries = parse(readFileSync(join(schemaRoot, file), "utf8")) ?? [];
    return entries.flatMap(({ rules, ...shared }) =>
      (rules ?? [{}]).map((own) => readRule({ ...shared, ...own })),
    );
  } catch (error) {
    complain(`${file}: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

/** The rule that an operation exists; never written by hand. */
function ruleOfOperation(operation) {
  return {
    id: `operation.${operation.id}`,
    section: `${operation.method} ${operation.path}`,
    generation: operation.generation,
    level: operation.level,
    statement: `${operation.method} ${operation.path} exists: the target does not answer it like an unknown path.`,
    operations: [operation.id],
    by: operation.effect === "read" ? "relation" : "state",
    needs: "one answer that is not the one an unknown path gets",
    whyUnjudged: null,
    unless: null,
  };
}

function readRules(operations) {
  const rules = [...filesBelow("rules", ".yaml").flatMap(readRuleFile), ...operations.map(ruleOfOperation)];
  const seen = new Set();
  for (const { id } of rules) {
    if (seen.has(id)) complain(`rule ${id} is written twice`);
    seen.add(id);
  }
  return rules.filter((rule, index) => rules.findIndex(({ id }) => id === rule.id) === index);
}

// --- schemas --------------------------------------------------------------------------------------

function readSchemas() {
  const files = filesBelow(".", ".schema.json");
  return new Map(
    files.flatMap((file) => {
      try {
        const schema = JSON.parse(readFileSync(join(schemaRoot, file), "utf8"));
        return [[file.slice(0, -".schema.json".length), schema]];
      } catch (error) {
        complain(`${file}: ${error instanceof Error ? error.message : error}`);
        return [];
      }
    }),
  );
}

function mapChildren(node, change) {
  if (Array.isArray(node)) return node.map(change);
  if (node === null || typeof node !== "object") return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)]));
}

/** The id of the schema that a relative reference of the schema `from` leads to. */
function referenced(from, reference) {
  const file = relative(schemaRoot, join(schemaRoot, dirname(from), reference));
  return file.slice(0, -".schema.json".length);
}

/**
 * Replaces every reference by the referenced schema. Then the path of a validation error runs through one tree, and the
 * rule to blame is found by walking up.
 */
function inline(schemas, id, trail = []) {
  if (trail.includes(id)) throw new Error(`schemas refer in a circle: ${[...trail, id].join(" -> ")}`);
  const schema = schemas.get(id);
  if (schema === undefined) throw new Error(`no schema ${id}, asked for by ${trail.at(-1)}`);
  const expand = (node) => {
    if (typeof node?.$ref !== "string" || node.$ref.startsWith("#")) return mapChildren(node, expand);
    const { $ref, ...others } = node;
    const { $id, $schema, title, ...body } = inline(schemas, referenced(id, $ref), [...trail, id]);
    if (Object.keys(others).length === 0) return body;
    const rest = mapChildren(others, expand);
    return { ...rest, allOf: [...(rest.allOf ?? []), body] };
  };
  return expand(schema);
}

/** The valid examples of each schema, by schema id. */
function readExamples() {
  const ending = ".valid.json";
  return Object.fromEntries(
    filesBelow("examples", ending).map((file) => [
      relative("examples", file).slice(0, -ending.length),
      JSON.parse(readFileSync(join(schemaRoot, file), "utf8")),
    ]),
  );
}

// --- types ----------------------------------------------------------------------------------------

const nameOf = (schema) => schema.title.replace(/(?:^|\W)(\w)/g, (_, letter) => letter.toUpperCase());

const localDefinition = "#/$defs/";

/** The name of a definition inside a schema: its own name after that of the schema. */
const nameOfDefinition = (schema, name) => nameOf({ title: `${nameOf(schema)} ${name}` });

/** Keywords that do not affect types: conditions, annotations, names. */
const notOfTypes = new Set(["$id", "$schema", "$defs", "if", "then", "else", "not"]);

function typeReference(schemas, id, reference) {
  const name = reference.startsWith(localDefinition)
    ? nameOfDefinition(schemas.get(id), reference.slice(localDefinition.length))
    : nameOf(schemas.get(referenced(id, reference)));
  return { $ref: localDefinition + name };
}

/** Keeps only the keywords that affect types. */
function forTypes(schemas, id, node) {
  if (node === null || typeof node !== "object" || Array.isArray(node)) {
    return mapChildren(node, (child) => forTypes(schemas, id, child));
  }
  const { $ref, ...others } = node;
  const kept = Object.entries(others).filter(([key]) => !key.startsWith("x-") && !notOfTypes.has(key));
  const own = Object.fromEntries(kept.map(([key, value]) => [key, forTypes(schemas, id, value)]));
  if (Array.isArray(own.allOf)) {
    own.allOf = own.allOf.filter((part) => Object.keys(part).length > 0);
    if (own.allOf.length === 0) delete own.allOf;
  }
  if (typeof $ref !== "string") return own;
  const reference = typeReference(schemas, id, $ref);
  if (own.properties === undefined) return reference;
  const { title, description, ...shape } = own;
  return { title, description, allOf: [reference, shape] };
}

/** The schema and its inner definitions by their type names. */
function definitionsOf(schemas, id) {
  const schema = schemas.get(id);
  const inner = Object.entries(schema.$defs ?? {}).map(([name, node]) => [
    nameOfDefinition(schema, name),
    { ...forTypes(schemas, id, node), title: nameOfDefinition(schema, name) },
  ]);
  return [[nameOf(schema), forTypes(schemas, id, schema)], ...inner];
}

const union = (name, description, values) =>
  `/** ${description} */\nexport type ${name} =\n${values.map((value) => `  | ${JSON.stringify(value)}`).join("\n")};\n`;

function sortKeys(operations) {
  const enums = operations.flatMap(({ query }) => query.filter(({ name }) => name === "sort_by"));
  return [...new Set(enums.flatMap((parameter) => parameter.enum ?? []))].sort();
}

/** The types of results are written by hand, where they are tighter than what their schemas give. */
const isTyped = (id) => !id.startsWith("results/");

async function typesOf(schemas, operations, rules) {
  const ids = [...schemas.keys()].filter(isTyped);
  const whole = {
    title: "Schemas",
    description: "The type that each schema of the contract describes, by schema id.",
    type: "object",
    additionalProperties: false,
    required: ids,
    properties: Object.fromEntries(ids.map((id) => [id, { $ref: `#/$defs/${nameOf(schemas.get(id))}` }])),
    $defs: Object.fromEntries(ids.flatMap((id) => definitionsOf(schemas, id))),
  };
  const types = await compile(whole, "Schemas", {
    bannerComment: "// Made by scripts/generate.mjs from schemas/. Do not edit.",
    format: false,
    ignoreMinAndMaxItems: true,
  });
  return [
    types,
    union("AnySchemaId", "Path of a schema below schemas/, without its ending.", [...schemas.keys()]),
    union(
      "SchemaId",
      "A schema that names rules.",
      [...schemas.keys()].filter((id) => JSON.stringify(inline(schemas, id)).includes('"x-rule"')),
    ),
    union(
      "OperationId",
      "An operation of the contract.",
      operations.map(({ id }) => id),
    ),
    union("SortKey", "A value of sort_by that the contract names.", sortKeys(operations)),
    union(
      "RuleId",
      "A rule of the contract.",
      rules.map(({ id }) => id),
    ),
  ].join("\n");
}

const { "x-responses": _, ...document } = parse(readFileSync(join(schemaRoot, "openapi.yaml"), "utf8"), {
  merge: true,
  maxAliasCount: -1,
});
const operations = readOperations(document);
const rules = readRules(operations);
const sources = readSchemas();
const schemas = Object.fromEntries([...sources.keys()].map((id) => [id, inline(sources, id)]));

mkdirSync(target, { recursive: true });
writeFileSync(join(target, "contract.json"), JSON.stringify({ operations, rules, schemas }));
const onTheWire = [...sources].filter(([id]) => /^(shared|v1|v2)\//.test(id));
writeFileSync(
  join(target, "openapi.json"),
  JSON.stringify({
    document,
    schemas: Object.fromEntries(onTheWire),
    names: Object.fromEntries(onTheWire.map(([id, schema]) => [id, nameOf(schema)])),
    examples: readExamples(),
  }),
);
writeValidators(schemas, join(target, "validators"));
writeFileSync(join(target, "types.ts"), await typesOf(sources, operations, rules));
process.stdout.write(
  `generate: ${operations.length} operations, ${rules.length} rules, ${sources.size} schemas\n`,
);
