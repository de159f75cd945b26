import { stringify } from "yaml";
import { isObject } from "../json.js";
import type { Generation } from "../model.js";
import { toOpenApi30 } from "./openapi-30.js";
import { type PlainSchemas, plainSchemas } from "./plain-schema.js";
import { loadSource, mapValues, type Node, nodeOr, type Source } from "./source.js";

/** The version of the OpenAPI Specification that a document follows. */
export type OpenApiFormat = "3.1" | "3.0";

const METHODS = ["get", "post", "put", "patch", "delete"];
const OPEN_SCHEMA = "#/components/schemas/Open";

/**
 * The contract as one self-contained OpenAPI document: every reference stays inside it, every body has an example,
 * every operation names its key. OpenAPI 3.0 has no webhooks, so they are under `x-webhooks` there.
 */
export function bundle(format: OpenApiFormat, generations: readonly Generation[]): Node {
  const source = loadSource();
  const schemas = plainSchemas(source);
  const { security, webhooks: events, ...document } = source.document;
  const rewrite = rewriter(source, schemas);
  const withKey = (operation: unknown) => ({ security, ...nodeOr(rewrite(operation)) });
  const ofGenerations = (generation: unknown) => generations.some((wanted) => wanted === generation);

  const paths = Object.entries(nodeOr(document.paths)).filter(([path]) => ofGenerations(path.split("/")[1]));
  const webhooks = Object.entries(nodeOr(events)).filter(([, item]) =>
    operationsOf(item).some((operation) => ofGenerations(operation["x-generation"])),
  );
  const components = mapValues(nodeOr(document.components), (section) => renamed(nodeOr(rewrite(section))));
  const whole = pruned({
    ...document,
    paths: Object.fromEntries(paths.map(([path, item]) => [path, mapValues(nodeOr(item), withKey)])),
    ...(webhooks.length > 0 ? { webhooks: rewrite(Object.fromEntries(webhooks)) } : {}),
    components: { ...components, schemas: { ...nodeOr(components.schemas), ...schemas.components } },
  });
  return format === "3.0" ? toOpenApi30(whole) : whole;
}

/** A document as YAML, without anchors and aliases. */
export const asYaml = (document: Node): string =>
  stringify(document, { aliasDuplicateObjects: false, lineWidth: 110 });

const operationsOf = (item: unknown): readonly Node[] =>
  METHODS.map((method) => nodeOr(item)[method]).filter(isObject);

/** `path.batch_id` as `PathBatchId`: generators would put dots and underscores into type names. */
const componentName = (name: string): string =>
  name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

const renamed = (section: Node): Node =>
  Object.fromEntries(Object.entries(section).map(([name, value]) => [componentName(name), value]));

/** Turns references to files into references inside the document, and adds an example to each body. */
function rewriter({ examples }: Source, schemas: PlainSchemas): (value: unknown) => unknown {
  const schemaId = (reference: string) => /^\.\/(.+)\.schema\.json$/.exec(reference)?.[1] ?? null;

  function reference(pointer: string): Node {
    const id = schemaId(pointer);
    if (id !== null) return schemas.reference(id);
    const steps = pointer.split("/");
    return { $ref: [...steps.slice(0, -1), componentName(steps.at(-1) ?? "")].join("/") };
  }

  function example(schema: unknown): Node {
    const pointer = String(nodeOr(schema).$ref);
    if (pointer === OPEN_SCHEMA) return { example: {} };
    const [first] = examples[schemaId(pointer) ?? ""] ?? [];
    return first === undefined ? {} : { example: first };
  }

  const media = (value: unknown) => ({
    ...nodeOr(rewrite(value)),
    ...("example" in nodeOr(value) ? {} : example(nodeOr(value).schema)),
  });

  function rewrite(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(rewrite);
    if (!isObject(value)) return value;
    if (typeof value.$ref === "string") return reference(value.$ref);
    return mapValues(value, (child, key) =>
      key === "content" ? mapValues(nodeOr(child), media) : rewrite(child),
    );
  }
  return rewrite;
}

/** Removes components and tags that nothing uses. */
function pruned(document: Node): Node {
  const components = nodeOr(document.components);
  const operations = [document.paths, document.webhooks].flatMap((items) =>
    Object.values(nodeOr(items)).flatMap(operationsOf),
  );
  const schemes = operations.flatMap(({ security }) =>
    (Array.isArray(security) ? security : []).flatMap((choice) => Object.keys(nodeOr(choice))),
  );
  const used = new Set(schemes.map((name) => `#/components/securitySchemes/${name}`));
  const reached: unknown[] = [...operations];
  for (const node of reached) {
    for (const pointer of referencesIn(node)) {
      if (used.has(pointer)) continue;
      used.add(pointer);
      const [section = "", name = ""] = pointer.split("/").slice(2);
      reached.push(nodeOr(components[section])[name]);
    }
  }
  const tags = new Set(operations.flatMap((operation) => operation.tags));
  return {
    ...document,
    tags: Array.isArray(document.tags) ? document.tags.filter((tag) => tags.has(nodeOr(tag).name)) : [],
    components: mapValues(components, (entries, section) =>
      Object.fromEntries(
        Object.entries(nodeOr(entries)).filter(([name]) => used.has(`#/components/${section}/${name}`)),
      ),
    ),
  };
}

function referencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  if (typeof value.$ref === "string") return [value.$ref];
  return Object.values(value).flatMap(referencesIn);
}
