import { LABEL_MEMBERS } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { boundsBetween, type Sieve, together, windowSieve } from "../../helpers/engine/lists/filtering.js";
import { mayBeAsked, valuesOf } from "../../helpers/engine/lists/reading.js";
import { datedBy } from "../../helpers/wire/dated.js";
import type { Item } from "../../helpers/wire/decode.js";
import { CUT, memberSieve, PARAMETERS, type Try } from "./tries.js";

/** Labels, spread over the list, by whose values filters are put together. */
const MOST_EXAMPLES = 60;

/** What can be asked for so that a given label is among what is due; nothing where it has no such value. */
export type SieveOf = (item: Item | undefined) => readonly Sieve[];

/** Several filters in one request. */
export interface Combination extends Try {
  readonly parts: readonly Sieve[];
  /** True where nothing meets all of them: a target may refuse what it knows to be impossible. */
  readonly mayBeRefused?: boolean;
}

/** One for each parameter. */
export function sievesOf(items: readonly Item[]): readonly SieveOf[] {
  const bounds = boundsBetween(datedBy(items) ?? []);
  const members = PARAMETERS.map(
    (parameter): SieveOf =>
      (item) => {
        const member = LABEL_MEMBERS[parameter];
        const value = item?.raw[member];
        const isValue = typeof value === "string" && value !== "" && mayBeAsked(member, value);
        return isValue ? [memberSieve(parameter, value)] : [];
      },
  );
  const start: SieveOf = (item) => {
    const before = bounds.filter(
      ({ epochNs }) => item?.createdAt != null && epochNs < item.createdAt.epochNs,
    );
    const bound = before[Math.floor(before.length / 2)];
    return bound === undefined ? [] : [windowSieve("created_at", { start: bound })];
  };
  const end: SieveOf = (item) => {
    const after = bounds.filter(({ epochNs }) => item?.createdAt != null && epochNs > item.createdAt.epochNs);
    const bound = after[Math.floor(after.length / 2)];
    return bound === undefined ? [] : [windowSieve("created_at", { end: bound })];
  };
  return [...members, start, end];
}

/**
 * A few sets of three filters and two, so that each two filters that can matter side by side stand in one of
 * them. The set that most labels meet is read in several pages.
 */
export function combinationsOf(t: Check, items: readonly Item[]): readonly Combination[] {
  const sets = coveringSets(items).toSorted((left, right) => metBy(right) - metBy(left));
  // The fewer labels are due, the better surplus shows.
  const asked = t.settings.effort === "quick" ? sets.slice(-1) : sets;
  const combined = asked.map((set, at) => {
    const parts = set.map(({ sieve }) => sieve);
    const cut = at === 0 && t.settings.effort !== "quick" && metBy(set) > 1;
    return { parts, sieve: together(parts), pages: cut ? CUT : 1, sort: {} };
  });
  return t.settings.effort === "quick" ? combined : [...combined, ...contradictions(items)];
}

/** A carrier with a service of another carrier: labels have either, none has both. */
function contradictions(items: readonly Item[]): readonly Combination[] {
  const columnsOf = (parameter: "carrier_id" | "service_code"): readonly Column[] =>
    valuesOf(items, LABEL_MEMBERS[parameter]).map(([value]) =>
      columnOf(items, memberSieve(parameter, value)),
    );
  const services = columnsOf("service_code");
  for (const carrier of columnsOf("carrier_id")) {
    const service = services.find((each) => metBy([carrier, each]) === 0);
    if (service === undefined) continue;
    const parts = [carrier.sieve, service.sieve];
    return [{ parts, sieve: together(parts), pages: 1, sort: {}, mayBeRefused: true }];
  }
  return [];
}

/** A filter and which of the labels meet it. */
interface Column {
  readonly sieve: Sieve;
  readonly met: readonly boolean[];
}

/** A label whose values filters are put together from. */
interface Example {
  /** The filter that each parameter's place gives, if any. */
  readonly columns: readonly (Column | undefined)[];
  /** The places, as bits, whose filters keep out the same label; each combination once. */
  readonly keptOutBy: readonly number[];
}

function columnOf(items: readonly Item[], sieve: Sieve): Column {
  return { sieve, met: items.map((item) => sieve.filter.meets(item.raw) !== false) };
}

/** Sets of filters of which each one matters: without it more labels would come. */
function coveringSets(items: readonly Item[]): readonly (readonly Column[])[] {
  const from = sievesOf(items);
  const examples = examplesAmong(items, from);
  const open = new Set(pairsIn(from.map((_, at) => at)));
  const chosen: (readonly Column[])[] = [];
  for (const gain of [3, 2, 1]) {
    for (const places of gain === 1 ? pairsOf(from.length) : triplesOf(from.length)) {
      const pairs = pairsIn(places).filter((pair) => open.has(pair));
      if (pairs.length < gain) continue;
      const set = mattering(places, examples);
      if (set === null) continue;
      chosen.push(set);
      for (const pair of pairs) open.delete(pair);
    }
  }
  return chosen;
}

/** For labels spread over the list: the filter that each parameter's place gives, if any. */
function examplesAmong(items: readonly Item[], from: readonly SieveOf[]): readonly Example[] {
  const step = Math.max(1, Math.floor(items.length / MOST_EXAMPLES));
  const known = new Map<string, Column>();
  const knownColumn = (sieve: Sieve | undefined): Column | undefined => {
    if (sieve === undefined) return undefined;
    const key = JSON.stringify(sieve.query);
    const column = known.get(key) ?? columnOf(items, sieve);
    known.set(key, column);
    return column;
  };
  return items
    .filter((_, at) => at % step === 0)
    .map((item) => {
      const columns = from.map((sieveOf) => knownColumn(sieveOf(item)[0]));
      return { columns, keptOutBy: [...new Set(items.map((_, at) => unmet(columns, at)))] };
    });
}

/** The places whose filters keep out the label at that place, as bits. */
function unmet(columns: Example["columns"], at: number): number {
  return columns.reduce((bits, column, place) => (column?.met[at] === false ? bits | (1 << place) : bits), 0);
}

/** Values of one label under which each of these filters matters: some label is kept out by it alone. */
function mattering(places: readonly number[], examples: readonly Example[]): readonly Column[] | null {
  const asked = bitsOf(places);
  for (const { columns, keptOutBy } of examples) {
    const set = places.flatMap((place) => columns[place] ?? []);
    if (set.length !== places.length) continue;
    if (places.every((place) => keptOutBy.some((bits) => (bits & asked) === bitsOf([place])))) return set;
  }
  return null;
}

function bitsOf(places: readonly number[]): number {
  return places.reduce((bits, place) => bits | (1 << place), 0);
}

/** How many labels meet all of these. */
function metBy(set: readonly Column[]): number {
  const [first, ...rest] = set;
  return first?.met.filter((met, at) => met && rest.every((other) => other.met[at])).length ?? 0;
}

function pairsIn(places: readonly number[]): readonly string[] {
  return places.flatMap((left, at) => places.slice(at + 1).map((right) => `${left} ${right}`));
}

function pairsOf(count: number): readonly (readonly number[])[] {
  const all = Array.from({ length: count }, (_, at) => at);
  return all.flatMap((left) => all.slice(left + 1).map((right) => [left, right]));
}

function triplesOf(count: number): readonly (readonly number[])[] {
  return pairsOf(count).flatMap(([left = 0, right = 0]) =>
    Array.from({ length: count - right - 1 }, (_, at) => [left, right, right + 1 + at]),
  );
}
