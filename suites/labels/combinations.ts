import { datedBy } from "../../helpers/oracles/dated.js";
import type { Item } from "../../helpers/oracles/decode.js";
import type { Check } from "../../helpers/runner/check.js";
import { boundsBetween, type Sieve, together, windowSieve } from "../../helpers/runner/filtering.js";
import { valuesOf } from "../../helpers/runner/reading.js";
import { CUT, MEMBERS, memberSieve, PARAMETERS, type Try } from "./tries.js";

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
        const value = item?.raw[MEMBERS[parameter]];
        return typeof value === "string" && value !== "" ? [memberSieve(parameter, value)] : [];
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
  const met = counter(items);
  const sets = coveringSets(items, met).toSorted((left, right) => met(right) - met(left));
  // The fewer labels are due, the better surplus shows.
  const asked = t.settings.effort === "quick" ? sets.slice(-1) : sets;
  const combined = asked.map((parts, at) => {
    const cut = at === 0 && t.settings.effort !== "quick" && met(parts) > 1;
    return { parts, sieve: together(parts), pages: cut ? CUT : 1, sort: {} };
  });
  return t.settings.effort === "quick" ? combined : [...combined, ...contradictions(items, met)];
}

/** A carrier with a service of another carrier: labels have either, none has both. */
function contradictions(items: readonly Item[], met: Counter): readonly Combination[] {
  const [carriers, services] = (["carrier_id", "service_code"] as const).map((parameter) =>
    valuesOf(items, MEMBERS[parameter]).map(([value]) => memberSieve(parameter, value)),
  );
  for (const carrier of carriers ?? []) {
    const service = services?.find((each) => met([carrier, each]) === 0);
    if (service === undefined) continue;
    const parts = [carrier, service];
    return [{ parts, sieve: together(parts), pages: 1, sort: {}, mayBeRefused: true }];
  }
  return [];
}

/** How many labels meet all of some filters. */
type Counter = (sieves: readonly Sieve[]) => number;

function counter(items: readonly Item[]): Counter {
  const known = new Map<string, readonly boolean[]>();
  const holds = ({ query, filter }: Sieve): readonly boolean[] => {
    const key = JSON.stringify(query);
    const had = known.get(key) ?? items.map((item) => filter.meets(item.raw) !== false);
    known.set(key, had);
    return had;
  };
  return (sieves) => {
    const columns = sieves.map(holds);
    return items.filter((_, row) => columns.every((column) => column[row])).length;
  };
}

/** Sets of filters of which each one matters: without it more labels would come. */
function coveringSets(items: readonly Item[], met: Counter): readonly (readonly Sieve[])[] {
  const from = sievesOf(items);
  const step = Math.max(1, Math.floor(items.length / MOST_EXAMPLES));
  const examples = items.filter((_, at) => at % step === 0);
  const open = new Set(pairsIn(from.map((_, at) => at)));
  const chosen: (readonly Sieve[])[] = [];
  for (const gain of [3, 2, 1]) {
    for (const places of gain === 1 ? pairsOf(from.length) : triplesOf(from.length)) {
      const pairs = pairsIn(places).filter((pair) => open.has(pair));
      if (pairs.length < gain) continue;
      const set = mattering(places, from, examples, met);
      if (set === null) continue;
      chosen.push(set);
      for (const pair of pairs) open.delete(pair);
    }
  }
  return chosen;
}

/** Values of one label under which each of these filters matters. */
function mattering(
  places: readonly number[],
  from: readonly SieveOf[],
  examples: readonly Item[],
  met: Counter,
): readonly Sieve[] | null {
  for (const item of examples) {
    const set = places.flatMap((place) => from[place]?.(item) ?? []);
    if (set.length < places.length) continue;
    const all = met(set);
    if (set.every((one) => met(set.filter((other) => other !== one)) > all)) return set;
  }
  return null;
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
