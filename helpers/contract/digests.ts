import { createHash } from "node:crypto";
import { contract } from "./load.js";

/** Schemas of our own files, which services need not follow. */
const OF_FILES = /^(config|results)\//;

/** SHA-256, in hex, of what a verdict depends on. Versions of Plimsoll with the same digests judge by the same text. */
export interface ContractDigests {
  /** Of the operations and the schemas. */
  readonly contract: string;
  /** Of the rules. */
  readonly rules: string;
}

/** The digests of this version's contract. */
export function contractDigests(): ContractDigests {
  const { operations, rules } = contract;
  const schemas = Object.entries(contract.schemas).filter(([id]) => !OF_FILES.test(id));
  return { contract: sha256(JSON.stringify({ operations, schemas })), rules: sha256(JSON.stringify(rules)) };
}

/** SHA-256 in hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
