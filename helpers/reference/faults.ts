import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type YAML from "yaml";
import { nearWords } from "../contract/nearest.js";
import { isSchemaFault, listSchemaFaults } from "./schema-faults.js";

/** One row of faults.yaml: a named single deviation from the contract. */
export interface Fault {
  /** Kebab-case name: `serve --fault <id>`. */
  readonly id: string;
  /** The rule that the deviation breaks. */
  readonly rule: string;
  /** What the service does with it, one sentence. */
  readonly sentence: string;
  /** Why more than two rules are rightly blamed for it; most faults have no such reason. */
  readonly blame?: string;
}

let listed: readonly Fault[] | null = null;

/** All faults of faults.yaml, in file order; those that follow from the schemas are `listSchemaFaults`. */
export function listFaults(): readonly Fault[] {
  listed ??= readRows();
  return listed;
}

function readRows(): readonly Fault[] {
  // Loaded on demand: a service without faults starts sooner without the parser.
  const { parse }: typeof YAML = createRequire(import.meta.url)("yaml");
  const text = readFileSync(new URL("./faults.yaml", import.meta.url), "utf8");
  // Nothing but strings, and tests that watch over the rows: three times as quick as the usual way.
  return parse(text, { schema: "failsafe", uniqueKeys: false, prettyErrors: false });
}

/** The faults that a service was started with. `has` stands right beside the behaviour that it bends. */
export class Faults {
  /** What a fault has to remember from one call to the next, such as the id of a deleted record. */
  readonly marked = new Set<string>();
  /** Those of schema-faults.ts. */
  readonly schemaIds: readonly string[];
  readonly #on: ReadonlySet<string>;
  #turn = 0;

  constructor(ids: readonly string[]) {
    this.#on = new Set(ids);
    this.schemaIds = ids.filter(isSchemaFault);
  }

  has(id: string): boolean {
    return this.#on.has(id);
  }

  /** True every seventh time that it is asked. */
  seventh(): boolean {
    this.#turn += 1;
    return this.#turn % 7 === 0;
  }
}

/**
 * Turns names into a set of faults.
 * @throws Error with the nearest known name for a name that neither faults.yaml nor the schemas give
 */
export function readFaults(ids: readonly string[]): Faults {
  if (ids.length === 0) return new Faults([]);
  const known = [...listFaults(), ...(ids.some(isSchemaFault) ? listSchemaFaults() : [])].map(({ id }) => id);
  for (const id of ids) {
    if (!known.includes(id)) throw new Error(`There is no fault "${id}"${nearWords(id, known) || "."}`);
  }
  return new Faults(ids);
}
