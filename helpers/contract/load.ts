import { readFileSync } from "node:fs";
import { isObject } from "./json.js";
import type { Operation, Rule } from "./model.js";

/** The contract as `scripts/generate.mjs` wrote it. */
interface Contract {
  readonly operations: readonly Operation[];
  readonly rules: readonly Rule[];
  /** JSON Schemas with all references resolved, by schema id. */
  readonly schemas: Readonly<Record<string, unknown>>;
}

function isContract(value: unknown): value is Contract {
  return (
    isObject(value) &&
    Array.isArray(value.operations) &&
    Array.isArray(value.rules) &&
    isObject(value.schemas)
  );
}

function load(): Contract {
  const value: unknown = JSON.parse(
    readFileSync(new URL("./generated/contract.json", import.meta.url), "utf8"),
  );
  if (isContract(value)) return value;
  throw new Error("generated/contract.json is not a contract: run `node scripts/generate.mjs`");
}

/** The contract, read once on first import. */
export const contract = load();
