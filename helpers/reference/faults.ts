import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type YAML from "yaml";
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
    if (!known.includes(id)) throw new Error(`There is no fault "${id}". ${hint(id, known)}`);
  }
  return new Faults(ids);
}

function hint(id: string, known: readonly string[]): string {
  const [nearest] = [...known].sort((a, b) => distance(id, a) - distance(id, b));
  return nearest === undefined ? "None is defined." : `Did you mean "${nearest}"?`;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, char] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const substituted = (row[j] ?? 0) + (char === other ? 0 : 1);
      next.push(Math.min(substituted, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
