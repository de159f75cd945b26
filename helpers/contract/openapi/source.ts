import { readFileSync } from "node:fs";
import { isObject } from "../json.js";

/** A JSON object of a document or a schema. */
export type Node = Readonly<Record<string, unknown>>;

/** The value if it is an object, otherwise an empty object. */
export const nodeOr = (value: unknown): Node => (isObject(value) ? value : {});

/** A copy of an object with each value mapped. */
export function mapValues(node: Node, change: (value: unknown, key: string) => unknown): Node {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value, key)]));
}

/** The source of the self-contained document, as `scripts/generate.mjs` wrote it. */
export interface Source {
  /** schemas/openapi.yaml. */
  readonly document: Node;
  /** The schemas as written, with their references, by schema id. */
  readonly schemas: Readonly<Record<string, Node>>;
  /** The name of each schema, the same as that of its type. */
  readonly names: Readonly<Record<string, string>>;
  /** Valid bodies for each schema that has examples. */
  readonly examples: Readonly<Record<string, readonly unknown[]>>;
}

function isSource(value: unknown): value is Source {
  return isObject(value) && [value.document, value.schemas, value.names, value.examples].every(isObject);
}

/** Reads the source. @throws Error if the contract has not been generated */
export function loadSource(): Source {
  const value: unknown = JSON.parse(
    readFileSync(new URL("../generated/openapi.json", import.meta.url), "utf8"),
  );
  if (isSource(value)) return value;
  throw new Error("generated/openapi.json is not a contract: run `node scripts/generate.mjs`");
}
