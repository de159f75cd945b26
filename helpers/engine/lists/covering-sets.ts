import type { Item } from "../../wire/decode.js";
import type { Sieve } from "./asked-filters.js";

/** A filter that a given item meets; null if the item has no such value. */
export type SieveOf = (item: Item) => Sieve | null;

/** How many items, spread over the list, provide values for the sets. */
const MOST_EXAMPLES = 60;

/**
 * The order in which sets are searched: the number of filters in a set, and the least number of new pairs that it must
 * cover. A smaller set is worth a request only if it covers as many new pairs as it can.
 */
const ROUNDS = [
  { size: 4, least: 6 },
  { size: 4, least: 5 },
  { size: 4, least: 4 },
  { size: 4, least: 3 },
  { size: 3, least: 3 },
  { size: 3, least: 2 },
  { size: 2, least: 1 },
] as const;

/** The filters that one item meets, by the index of their parameter. */
interface Example {
  readonly sieves: readonly (Sieve | null)[];
  /** Bit sets of filter indexes, one for each distinct combination of filters that some item fails. */
  readonly keptOutBy: readonly number[];
}

/** What sets are made from. */
interface Covering {
  /** One choice for each parameter; the first row that gives a set is used. */
  readonly choices: readonly (readonly SieveOf[])[];
  /** Whether two parameters, given by index, need not be covered. */
  readonly isCovered: (left: number, right: number) => boolean;
  /** Values that are asked for anyway; other values are preferred. */
  readonly asked: readonly Sieve[];
}

/**
 * A few sets of up to four filters each, so that any two filters occur together in one of them. In each set every
 * filter matters: without it more items would be due, so a filter that gets lost shows. Prefers values that no set has
 * yet.
 */
export function coveringSets(
  items: readonly Item[],
  { choices, isCovered, asked }: Covering,
): readonly (readonly Sieve[])[] {
  const places = (choices[0] ?? []).map((_, at) => at);
  const open = new Set(
    pairsOf(places)
      .filter((pair) => !isCovered(...pair))
      .map(nameOf),
  );
  const examples = choices.flatMap((row) => examplesOf(items, row));
  const chosen: (readonly Sieve[])[] = [];
  const gain = (set: readonly number[]) => pairsIn(set).filter((pair) => open.has(pair)).length;
  for (const { size, least } of ROUNDS) {
    for (const set of subsets(places, size)) {
      const sieves = gain(set) < least ? null : mattering(set, examples, [...asked, ...chosen.flat()]);
      if (sieves === null) continue;
      chosen.push(sieves);
      for (const pair of pairsIn(set)) open.delete(pair);
    }
  }
  return chosen;
}

/** The filters that some items, spread over the list, meet. */
function examplesOf(items: readonly Item[], row: readonly SieveOf[]): readonly Example[] {
  const step = Math.max(1, Math.floor(items.length / MOST_EXAMPLES));
  const columns = new Map<string, readonly boolean[]>();
  const metBy = (sieve: Sieve | null): readonly boolean[] | null => {
    if (sieve === null) return null;
    const column =
      columns.get(sieve.filter.words) ?? items.map(({ raw }) => sieve.filter.meets(raw) !== false);
    columns.set(sieve.filter.words, column);
    return column;
  };
  return items
    .filter((_, at) => at % step === 0)
    .map((item) => {
      const sieves = row.map((sieveOf) => sieveOf(item));
      const met = sieves.map(metBy);
      const keptOut = (at: number) =>
        met.reduce((bits, column, place) => (column?.[at] === false ? bits | (1 << place) : bits), 0);
      return { sieves, keptOutBy: [...new Set(items.map((_, at) => keptOut(at)))] };
    });
}

/**
 * The values of one item for which every filter matters: some item fails only that one. Prefers the item with most
 * values that no set has yet.
 */
function mattering(
  set: readonly number[],
  examples: readonly Example[],
  taken: readonly Sieve[],
): readonly Sieve[] | null {
  const asked = bitsOf(set);
  const used = new Set(taken.map(({ filter }) => filter.words));
  const fresh = (sieves: readonly Sieve[]) => sieves.filter(({ filter }) => !used.has(filter.words)).length;
  let best: readonly Sieve[] | null = null;
  for (const { sieves, keptOutBy } of examples) {
    const chosen = set.flatMap((place) => sieves[place] ?? []);
    if (chosen.length < set.length || (best !== null && fresh(chosen) <= fresh(best))) continue;
    if (set.every((place) => keptOutBy.some((bits) => (bits & asked) === bitsOf([place])))) best = chosen;
  }
  return best;
}

function bitsOf(places: readonly number[]): number {
  return places.reduce((bits, place) => bits | (1 << place), 0);
}

function pairsIn(places: readonly number[]): readonly string[] {
  return pairsOf(places).map(nameOf);
}

function pairsOf(places: readonly number[]): readonly (readonly [number, number])[] {
  return places.flatMap((left, at) => places.slice(at + 1).map((right) => [left, right] as const));
}

function nameOf(pair: readonly [number, number]): string {
  return pair.join(" ");
}

function subsets(places: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return places.flatMap((place, at) =>
    subsets(places.slice(at + 1), size - 1).map((rest) => [place, ...rest]),
  );
}
