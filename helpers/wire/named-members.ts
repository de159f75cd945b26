import { groupBy } from "../contract/group-by.js";
import { isObject } from "../contract/json.js";
import type { Raw } from "./raw.js";

/** The members that a schema names, at any depth. */
interface Names {
  readonly members: ReadonlyMap<string, Names>;
  readonly items: Names | null;
}

/** Gives of a record only the members that a schema names, in the schema's order; what it names nothing of stays. */
export function onlyNamedIn(schema: unknown): (record: Raw) => Raw {
  const names = namesIn([schema]);
  return (record) => membersOf(record, names);
}

/** The names in schemas that all describe one value. */
function namesIn(schemas: readonly unknown[]): Names {
  const all = schemas.flatMap(withParts);
  const members = groupBy(
    all.flatMap(({ properties }) => Object.entries(isObject(properties) ? properties : {})),
    ([name]) => name,
  );
  const items = all.flatMap((schema) => schema.items ?? []);
  return {
    members: new Map([...members].map(([name, each]) => [name, namesIn(each.map(([, schema]) => schema))])),
    items: items.length === 0 ? null : namesIn(items),
  };
}

/** A schema with all schemas that may apply to the same value. */
function withParts(schema: unknown): readonly Raw[] {
  if (!isObject(schema)) return [];
  const { allOf = [], anyOf = [], oneOf = [], then, else: otherwise } = schema;
  const parts = [allOf, anyOf, oneOf].flatMap((each): readonly unknown[] =>
    Array.isArray(each) ? each : [],
  );
  return [schema, ...[...parts, then, otherwise].flatMap(withParts)];
}

function named(value: unknown, names: Names): unknown {
  const { items } = names;
  if (Array.isArray(value)) return items === null ? value : value.map((each: unknown) => named(each, items));
  return isObject(value) ? membersOf(value, names) : value;
}

function membersOf(record: Raw, { members }: Names): Raw {
  if (members.size === 0) return record;
  const kept = [...members].filter(([name]) => name in record);
  return Object.fromEntries(kept.map(([name, names]) => [name, named(record[name], names)]));
}
