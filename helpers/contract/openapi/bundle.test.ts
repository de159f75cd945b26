import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SchemaId } from "../generated/types.js";
import { isObject } from "../json.js";
import { contract } from "../load.js";
import { operations } from "../operations.js";
import { ruleById } from "../rules.js";
import { validate } from "../validator.js";
import { bundle } from "./bundle.js";
import { plainSchemas } from "./plain-schema.js";
import { loadSource, type Node, nodeOr } from "./source.js";

const GENERATIONS = ["v1", "v2"] as const;
const FORMATS = ["3.1", "3.0"] as const;
const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

/** Every object of a JSON tree, with its path. */
function* nodesOf(value: unknown, path = ""): Generator<readonly [string, Node]> {
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* nodesOf(item, `${path}/${at}`);
  if (!isObject(value)) return;
  yield [path, value];
  for (const [key, child] of Object.entries(value))
    if (key !== "example") yield* nodesOf(child, `${path}/${key}`);
}

const operationsIn = (items: unknown): readonly Node[] =>
  Object.values(nodeOr(items)).flatMap((item) =>
    Object.entries(nodeOr(item)).flatMap(([method, operation]) =>
      METHODS.has(method) && isObject(operation) ? [operation] : [],
    ),
  );

describe.each(FORMATS)("the bundled document in %s", (format) => {
  const document = bundle(format, GENERATIONS);
  const all = [...nodesOf(document)];

  it("has every operation, described, with its key and its statuses", () => {
    const bundled = new Map(operationsIn(document.paths).map((entry) => [entry.operationId, entry]));
    expect([...bundled.keys()].map(String).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
    for (const { id, generation, responses } of operations) {
      const entry = nodeOr(bundled.get(id));
      expect(entry.description, id).toMatch(/\S.*\.$/s);
      expect(entry.security).toEqual([{ [generation === "v1" ? "ApiKey" : "ApiKeyV2"]: [] }]);
      expect(Object.keys(nodeOr(entry.responses))).toEqual(Object.keys(responses));
    }
  });

  it("refers to nothing but itself, and never with siblings", () => {
    for (const [path, node] of all) {
      if (typeof node.$ref !== "string") continue;
      expect(Object.keys(node), path).toEqual(["$ref"]);
      const found = node.$ref
        .slice(2)
        .split("/")
        .reduce<unknown>((at, step) => nodeOr(at)[step], document);
      expect(isObject(found), `${path} refers to ${node.$ref}`).toBe(true);
    }
  });

  it("holds nothing that tools stumble over", () => {
    const odd = ["$id", "$schema", "$defs", "if", "then", "else", "not", "anyOf", "oneOf", "const"];
    const strange = all.flatMap(([path, node]) =>
      Object.keys(node)
        .filter((key) => odd.includes(key) || ["x-rule", "x-should"].includes(key))
        .map((key) => `${path}/${key}`),
    );
    expect(strange).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/plimsoll/i);
  });

  it("has an example for every body", () => {
    const bodies = all.flatMap(([path, { content }]) =>
      Object.entries(nodeOr(content)).map(([type, media]) => [`${path} ${type}`, nodeOr(media)] as const),
    );
    expect(bodies.length).toBeGreaterThan(40);
    expect(bodies.filter(([, media]) => !("example" in media)).map(([path]) => path)).toEqual([]);
  });
});

describe("the bundled document", () => {
  it("names the servers and both spellings of the key", () => {
    const document = bundle("3.1", GENERATIONS);
    expect(document.servers).toMatchObject([
      { url: "{base_url}", variables: { base_url: { default: expect.any(String) } } },
      { url: "{stage_url}", variables: { stage_url: { default: expect.any(String) } } },
    ]);
    expect(nodeOr(document.components).securitySchemes).toMatchObject({
      ApiKey: { in: "header", name: "API-Key" },
      ApiKeyV2: { in: "header", name: "api-key" },
    });
  });

  it.each([
    ["v1", 19],
    ["v2", 131],
  ] as const)("of %s alone has %i operations and what they use", (generation, count) => {
    const document = bundle("3.1", [generation]);
    expect(operationsIn(document.paths)).toHaveLength(count);
    expect(operationsIn(document.webhooks)).toHaveLength(generation === "v1" ? 1 : 0);
    const names = Object.keys(nodeOr(nodeOr(document.components).schemas));
    expect(names.includes("Shipment")).toBe(generation === "v1");
    expect(names.includes("V2Shipment")).toBe(generation === "v2");
    expect(Object.keys(nodeOr(nodeOr(document.components).securitySchemes))).toHaveLength(1);
  });

  it("shows null as a flag in 3.0, and webhooks as an extension", () => {
    const document = bundle("3.0", GENERATIONS);
    expect([...nodesOf(document)].filter(([, { type }]) => Array.isArray(type))).toEqual([]);
    expect(nodeOr(nodeOr(nodeOr(document.components).schemas).AdvancedOptions)).toMatchObject({
      properties: { custom_field1: { type: "string", nullable: true } },
    });
    expect(document).not.toHaveProperty("webhooks");
    expect(operationsIn(document["x-webhooks"])).toHaveLength(1);
  });
});

/** Rules that only a condition of the source tells: see README.md. */
const LEFT_OUT = [
  "batch.field.form_download",
  "batch.field.label_download",
  "carrier.option.field.default_value.boolean",
  "error.field.errors",
  "error.field.field_name.validation-only",
  "error.field.field_value.validation-only",
  "error.field.request_id",
  "label.field.label_download",
  "label.field.label_download.href",
  "label.field.label_download.pdf",
  "label.field.label_download.png",
  "label.field.label_download.zpl",
  "label.field.tracking_number",
  "paging.field.links.first",
  "paging.field.links.last",
  "paging.field.links.next",
  "paging.field.links.prev",
  "paging.envelope.types.batches",
  "paging.envelope.types.v2",
  "purchase-orders.status.values",
  "shipment.field.total_weight.unit",
];

const source = loadSource();
const plain = plainSchemas(source);
const ids = Object.keys(source.examples).filter(
  (id): id is SchemaId => id in contract.schemas && id in source.schemas && id !== "v1/report-header",
);

/** Where the bundle says more than its source, for the sake of types: as the record shows it, or null. */
const SAID_MORE = "label_download";

/** The bundled schema as a predicate. */
function accepts(id: SchemaId): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, strictRequired: false });
  ajv.addVocabulary(["x-open", "components"]);
  const root = { components: { schemas: plain.components } };
  ajv.addSchema(root, "bundle", undefined, false);
  const check = ajv.compile({ $ref: `bundle${String(plain.reference(id).$ref)}` });
  return (value) => check(value) === true;
}

const brokenRules = (id: SchemaId, value: unknown) => [
  ...new Set(validate(id, value).breaches.map(({ rule }) => rule)),
];

/** A copy of a value in which what stands at the path is another value; undefined takes it away. */
function changed(value: unknown, [step, ...rest]: readonly string[], put: unknown): unknown {
  if (step === undefined) return put;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === step ? changed(item, rest, put) : item));
  const { [step]: own, ...others } = nodeOr(value);
  const replacement = changed(own, rest, put);
  return replacement === undefined ? others : { ...others, [step]: replacement };
}

/** Paths to every member and item below a value. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [
    [...path, key],
    ...placesIn(child, [...path, key]),
  ]);
}

describe.each(ids)("the bundled schema of %s", (id) => {
  const allowed = accepts(id);
  const valid = source.examples[id] ?? [];

  it("accepts the valid examples", () => {
    for (const example of valid) expect(allowed(example), JSON.stringify(example)).toBe(true);
  });

  it("agrees with its source over any damaged example, conditions aside", () => {
    const values = [null, 7.5, true, "§ §", "", [], {}, { odd: true }, undefined];
    fc.assert(
      fc.property(fc.constantFrom(...valid), fc.constantFrom(...values), fc.nat(), (example, put, at) => {
        const places = placesIn(example);
        fc.pre(places.length > 0);
        const place = places[at % places.length] ?? [];
        const value = changed(example, place, put);
        const broken = brokenRules(id, value);
        const missed = broken.filter((rule) => ruleById(rule).level === "must" && !LEFT_OUT.includes(rule));
        const said = `${place.join("/")}: ${JSON.stringify(put)}`;
        if (allowed(value)) expect(missed, said).toEqual([]);
        else if (!place.includes(SAID_MORE)) expect(broken, said).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
