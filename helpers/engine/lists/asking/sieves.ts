import type { SortKey } from "../../../contract/generated/types.js";
import type { ListDeclaration } from "../../../contract/lists.js";
import { allOf, type Filter } from "../../../oracles/lists/filters.js";
import { byWindow, filterOf } from "../../../oracles/lists/window-filter.js";
import { clearTags } from "../../../oracles/records/shipments.js";
import { datedBy } from "../../../wire/dated.js";
import type { Item } from "../../../wire/decode.js";
import type { Instant } from "../../../wire/instant.js";
import { tagsOf } from "../../../wire/tags.js";
import { boundsBetween } from "./bounds.js";
import type { ListQuery } from "./pages.js";

/** A filter in two forms: as asked for, and as judged. */
export interface Sieve {
  readonly query: ListQuery;
  readonly filter: Filter;
}

/** The filter of one parameter; null if the items do not show its member. */
export function sieveOf(list: ListDeclaration, parameter: string, value: string): Sieve | null {
  const filter = filterOf(list, parameter, value);
  return filter === null ? null : { query: { [parameter]: value }, filter };
}

/** A date window as a sieve; each bound is sent as its `Instant.text`. */
export function windowSieve(member: SortKey, window: { start?: Instant; end?: Instant }): Sieve {
  const { start, end } = window;
  const query = {
    // Leave out missing bounds, so that sieves can be combined.
    ...(start === undefined ? {} : { [`${member}_start`]: start.text }),
    ...(end === undefined ? {} : { [`${member}_end`]: end.text }),
  };
  return { query, filter: byWindow(member, window) };
}

/**
 * A filter that only the oldest items fail, so that it shifts no page counted from the newest; null if there is none.
 */
export function almostAll(items: readonly Item[]): Sieve | null {
  const bounds = boundsBetween(datedBy(items) ?? []);
  const start = bounds[1] ?? bounds[0];
  return start === undefined ? null : windowSieve("created_at", { start });
}

/** So few that they fit on a page of any usual size. */
const FEW = 10;

/** A filter that only the newest few items meet; null if there is none. */
export function newestFew(items: readonly Item[]): Sieve | null {
  const bounds = boundsBetween(datedBy(items) ?? []);
  const start = bounds.at(-FEW) ?? bounds[0];
  return start === undefined ? null : windowSieve("created_at", { start });
}

/** A filter that only the newest items fail, so that it shifts every page counted from them; null if there is none. */
export function withoutNewest(items: readonly Item[]): Sieve | null {
  const end = boundsBetween(datedBy(items) ?? []).at(-1);
  return end === undefined ? null : windowSieve("created_at", { end });
}

/** Several filters in one request. */
export function together(sieves: readonly Sieve[]): Sieve {
  return {
    query: Object.assign({}, ...sieves.map((sieve) => sieve.query)),
    filter: allOf(sieves.map((sieve) => sieve.filter)),
  };
}

/** The parameters of a sieve, as one text to compare and, of a single filter, to look up. */
export function parametersOf({ query }: Sieve): string {
  return Object.keys(query).join();
}

/** The rules of its filters, as a reason names them. */
export function rulesOf({ rules }: ListDeclaration, { query }: Sieve): string {
  return Object.keys(query)
    .flatMap((parameter) => rules.filter[parameter] ?? [])
    .join(" and ");
}

/** The items that certainly meet a filter: not those that leave it open. */
export function surelyMeeting(items: readonly Item[], { meets }: Filter): readonly Item[] {
  return items.filter(({ raw }) => meets(raw) === true);
}

/** The items that may meet a filter, those that leave it open included. */
export function possiblyMeeting(items: readonly Item[], { meets }: Filter): readonly Item[] {
  return items.filter(({ raw }) => meets(raw) !== false);
}

/** How many items may meet all of these. */
export function dueUnder(items: readonly Item[], ...sieves: readonly Sieve[]): number {
  return sieves.reduce((left, { filter }) => possiblyMeeting(left, filter), items).length;
}

/** Parameters whose values the items show, without windows. */
export function shownParameters({ filters }: ListDeclaration): readonly string[] {
  return Object.entries(filters).flatMap(([parameter, { by }]) => (by === "elsewhere" ? [] : [parameter]));
}

/**
 * Values of a parameter that items show and that may be asked for, with how many items have each, rarest first. Leaves
 * out the empty text, states that the contract does not know, and tags that are part of another tag.
 */
export function valuesOf(
  list: ListDeclaration,
  items: readonly Item[],
  parameter: string,
): readonly (readonly [string, number])[] {
  const match = list.filters[parameter];
  if (match === undefined || match.by === "elsewhere") return [];
  if (match.by === "member") {
    const { member, values } = match;
    return valuesShown(items, member).filter(([value]) => values?.includes(value) !== false);
  }
  const clear = new Set(clearTags(items));
  return rarestFirst(items.flatMap(({ raw }) => [...new Set(tagsOf(raw))].filter((tag) => clear.has(tag))));
}

/** Like `valuesOf`, by a member of the items. */
export function valuesShown(items: readonly Item[], member: string): readonly (readonly [string, number])[] {
  return rarestFirst(items.map(({ raw }) => raw[member]));
}

/** Non-empty texts, each with how often it occurs. */
function rarestFirst(values: readonly unknown[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (typeof value === "string" && value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted((left, right) => left[1] - right[1]);
}
