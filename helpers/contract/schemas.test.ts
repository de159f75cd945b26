import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { compiledSchema } from "./compile.js";
import type { AnySchemaId } from "./generated/types.js";
import { hasMembers } from "./json.js";
import { contract } from "./load.js";
import { rules } from "./rules.js";

const root = new URL("../../schemas/", import.meta.url).pathname;
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".schema.json"))
  .sort();

function read(file: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(readFileSync(join(root, file), "utf8"));
  if (!hasMembers(value)) throw new Error(`${file} is not a schema`);
  return value;
}

/** Every node of a JSON tree, with its path. */
function* nodes(value: unknown, path = ""): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (!hasMembers(value)) return;
  yield [path, value];
  for (const [name, child] of Object.entries(value)) yield* nodes(child, `${path}/${name}`);
}

function isSchemaId(id: string): id is AnySchemaId {
  return id in contract.schemas;
}

const wire = files.filter((file) => !/^(config|results)\//.test(file));

describe.each(files)("%s", (file) => {
  const schema = read(file);

  it("is named after its place", () => {
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `https://plimsoll.dev/schemas/${file}`,
    });
    expect(schema.title).toBeTypeOf("string");
    expect(schema.description).toBeTypeOf("string");
  });

  it("refers only to what is there", () => {
    for (const [path, node] of nodes(schema)) {
      const reference = node.$ref;
      if (typeof reference !== "string" || reference.startsWith("#")) continue;
      expect(existsSync(join(root, dirname(file), reference)), `${path} refers to ${reference}`).toBe(true);
    }
  });
});

describe("schemas of the wire", () => {
  it.each(wire.map((file) => file.slice(0, -".schema.json".length)))("%s compiles in strict mode", (id) => {
    if (!isSchemaId(id)) throw new Error(`${id} is not in the contract`);
    expect(compiledSchema(id)).toBeTypeOf("function");
  });
});

describe("rules named by schemas", () => {
  const known = new Set<string>(rules.map(({ id }) => id));
  const named = new Set<string>();
  for (const file of wire) {
    for (const [, node] of nodes(read(file)))
      if (typeof node["x-rule"] === "string") named.add(node["x-rule"]);
  }

  it("exist", () => {
    expect([...named].filter((id) => !known.has(id))).toEqual([]);
  });

  it("are all the rules of fields: none is left without a schema that judges it", () => {
    const fields = rules.filter(({ id, by }) => by === "exchange" && id.includes(".field."));
    expect(fields.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
  });
});

/** Property subschemas below a node that neither describe themselves nor stand where the shape is open. */
function undescribed(node: unknown, ruled: boolean, path = ""): readonly string[] {
  if (!hasMembers(node)) return [];
  const here = ruled || "x-rule" in node || node["x-open"] === true;
  const inside = Object.entries(node).flatMap(([name, child]) => {
    if (name === "if" || name === "not") return [];
    if (name !== "properties" || !hasMembers(child)) return undescribed(child, here, `${path}/${name}`);
    return Object.entries(child).flatMap(([member, property]) => {
      if (!hasMembers(property)) return [];
      const lacks = !("description" in property) || !(here || "x-rule" in property || "x-open" in property);
      const own = `${path}/properties/${member}`;
      return [...(lacks ? [own] : []), ...undescribed(property, here, own)];
    });
  });
  return inside;
}

describe("properties", () => {
  // Building blocks that are judged under the rule of whoever refers to them.
  const borrowed = new Set(["shared/link-target", "shared/paging-shape", "shared/paging-link"]);

  it.each(wire.map((file) => file.slice(0, -".schema.json".length)))(
    "of %s are described and ruled",
    (id) => {
      expect(undescribed(contract.schemas[id], borrowed.has(id))).toEqual([]);
    },
  );
});
