import { type Blamed, blame } from "./blame.js";
import { compiledSchema, countVisits, schemaById, type Visits } from "./compile.js";
import type { RuleId, SchemaId } from "./generated/types.js";
import { groupBy } from "./group-by.js";
import { documentedWords, receivedWords } from "./words.js";

/** One place where a value breaks a rule. */
export interface Breach {
  readonly rule: RuleId;
  /** JSON Pointer of the wrong or missing member. */
  readonly pointer: string;
  readonly documented: string;
  /** The value that came, shortened. */
  readonly received: string;
  /** JSON Schema keyword that failed. */
  readonly keyword: string;
  /** How many breaches of this rule the value has in all; only the first few are listed. */
  readonly count: number;
}

export interface Validation {
  readonly breaches: readonly Breach[];
  /** How often each rule had something to judge: the evidence. */
  readonly seen: Visits;
}

/** How many breaches of one rule are listed per value. */
export const breachesPerRule = 3;
/** How many entries of an array are judged: each may break some thirty rules, and a breach takes memory. */
const MOST_ENTRIES = 2_000;

function toBreach({ rule, error, pointer }: Blamed, count: number): Breach {
  return {
    rule,
    pointer,
    documented: documentedWords(error),
    received: receivedWords(error),
    keyword: error.keyword,
    count,
  };
}

function bounded(blamed: readonly Blamed[]): readonly Breach[] {
  return [...groupBy(blamed, ({ rule }) => rule).values()].flatMap((group) =>
    group.slice(0, breachesPerRule).map((entry) => toBreach(entry, group.length)),
  );
}

/**
 * Validates a decoded value against a schema of the contract: returns the breaches of `must` and `should` rules, each
 * with its rule, and what could be judged at all.
 * @throws RangeError for a schema outside the contract
 */
export function validate(schemaId: SchemaId, value: unknown): Validation {
  const schema = schemaById(schemaId);
  const seen = countVisits(schemaId, shortened(value));
  const errors = compiledSchema(schemaId).errors ?? [];
  return { breaches: errors.length === 0 ? [] : bounded(blame(schema, errors)), seen };
}

/** The value with its arrays cut to the entries that are judged; the same value if they have no more. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > MOST_ENTRIES ? value.slice(0, MOST_ENTRIES) : value;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value);
  const isLong = members.some(([, member]) => Array.isArray(member) && member.length > MOST_ENTRIES);
  return isLong ? Object.fromEntries(members.map(([name, member]) => [name, shortened(member)])) : value;
}
