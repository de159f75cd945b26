import { epochOf } from "../../contract/formats.js";
import type { Asked, Condition, Filter } from "./behaviours.js";
import { oneOf } from "./body.js";
import type { Kept, SortKey } from "./collection.js";
import { invalidValue } from "./problem.js";

/** Reads an ISO 8601 date or date-time as epoch ms; without a zone it is UTC. Throws 400. */
export function readDate(name: string, text: string): number {
  const at = epochOf(text);
  if (at !== null) return at;
  throw invalidValue(name, text, `${name} must be an ISO 8601 date or date and time.`);
}

/** The parameters <key>_at_start and <key>_at_end, both inclusive. */
export const window = (key: SortKey): readonly Filter<Kept>[] => [
  { name: `${key}_at_start`, key, edge: "start" },
  { name: `${key}_at_end`, key, edge: "end" },
];

/** The query's conditions on each item, in the order of the filters. Throws 400. */
export function conditionsOf<T extends Kept>(asked: Asked<T>): readonly Condition<T>[] {
  const { filters = [], call } = asked;
  return filters.flatMap((filter) => {
    const value = call.query[filter.name];
    if (value === undefined || !call.does.reads(asked, filter.name)) return [];
    return call.does.condition(asked, usualCondition(asked, filter, value)) ?? [];
  });
}

function usualCondition<T extends Kept>(asked: Asked<T>, filter: Filter<T>, value: string): Condition<T> {
  const { name } = filter;
  if ("fits" in filter) {
    if (filter.allowed) oneOf(name, value, filter.allowed);
    return { name, value, holds: (item) => filter.fits(item, value) };
  }
  const { key, edge } = filter;
  const at = asked.call.does.instant(asked, name, value);
  const holds = (item: T) => (edge === "start" ? item[key] >= at : item[key] <= at);
  return { name, value, holds, bound: { key, at } };
}

/** Whether a parameter filters at all: beside the foremost one no other does. */
export const reads = <T extends Kept>({ foremost, call }: Asked<T>, name: string): boolean =>
  foremost === undefined || name === foremost || call.query[foremost] === undefined;

/** True for an item that meets all conditions; undefined without any. */
export function combine<T extends Kept>(
  _asked: Asked<T>,
  conditions: readonly Condition<T>[],
): ((item: T) => boolean) | undefined {
  const [first, ...others] = conditions;
  if (!first || others.length === 0) return first?.holds;
  return (item) => first.holds(item) && others.every(({ holds }) => holds(item));
}

/** The filters that links show. */
export function shownFilters<T extends Kept>({ filters = [], call }: Asked<T>): Record<string, string> {
  const shown = filters.flatMap((filter) => {
    const value = call.query[filter.name] ?? ("fits" in filter ? filter.otherwise : undefined);
    return value === undefined ? [] : [[filter.name, value]];
  });
  return Object.fromEntries(shown);
}
