import type { Item } from "../../../wire/decode.js";
import type { Sieve } from "./sieves.js";

/** A filter that a given item meets; null if the item has no such value. */
export type SieveOf = (item: Item) => Sieve | null;

/** How many items, spread over the list, provide values for the sets. */
const MOST_EXAMPLES = 60;

/** The most filters in a set. */
const LARGEST_SET = 4;

/** The filters that one item meets, by the index of their parameter. */
interface Example {
  readonly sieves: readonly (Sieve | null)[];
  /** Bit sets of filter indexes, one for each distinct combination of filters that some item fails. */
  readonly failed: readonly number[];
}

/** What sets are made from. */
interface Covering {
  /** One choice for each parameter, in rows. */
  readonly choices: readonly (readonly SieveOf[])[];
  /** Whether two parameters, given by index, need not be covered. */
  readonly isCovered: (left: number, right: number) => boolean;
  /** Values that are asked for anyway; other values are preferred. */
  readonly asked: readonly Sieve[];
}

/**
 * A few sets of up to four filters each, so that any two filters occur together in one of them: always the set that
 * covers most new pairs, all but those of one filter. In each set every filter matters: without it more items would be
 * due, so a filter that gets lost shows. Prefers values that no set has yet.
 */
export function coveringSets(
  items: readonly Item[],
  { choices, isCovered, asked }: Covering,
): readonly (readonly Sieve[])[] {
  const places = (choices[0] ?? []).map((_, at) => at);
  const pairs = subsets(places, 2).filter(([left = 0, right = 0]) => !isCovered(left, right));
  const open = new Set(pairs.map(bitsOf));
  const examples = choices.flatMap((row) => examplesOf(items, items, row));
  const chosen: (readonly Sieve[])[] = [];
  let sets = [LARGEST_SET, 3, 2]
    .flatMap((size) => subsets(places, size))
    .map((set) => ({ set, pairs: subsets(set, 2).map(bitsOf), gain: 0 }));
  for (;;) {
    const worth = sets
      .map((one) => ({ ...one, gain: one.pairs.filter((pair) => open.has(pair)).length }))
      .filter(({ set, gain }) => gain >= set.length - 1);
    const most = Math.max(...worth.map((one) => one.gain));
    const best = worth.find((one) => one.gain === most);
    if (best === undefined) return chosen;
    sets = worth.filter((one) => one !== best);
    const sieves = mattering(best.set, examples, [...asked, ...chosen.flat()]);
    if (sieves === null) continue;
    chosen.push(sieves);
    for (const pair of best.pairs) open.delete(pair);
  }
}

/**
 * The largest set of filters that an example meets and in which every one matters among other items: some of them fail
 * only that one. Prefers what some of them meet as a whole. Empty if no filter matters.
 */
export function largestSet(
  items: readonly Item[],
  examples: readonly Item[],
  choices: readonly (readonly SieveOf[])[],
): readonly Sieve[] {
  let best: readonly Sieve[] = [];
  let most = 0;
  for (const { sieves, failed } of choices.flatMap((row) => examplesOf(examples, items, row))) {
    const held = sieves.flatMap((sieve, place) => (sieve === null ? [] : [place]));
    for (let asked = 1; asked < 1 << sieves.length; asked++) {
      const places = held.filter((place) => (asked & (1 << place)) !== 0);
      if (bitsOf(places) !== asked || !eachAlone(failed, asked)) continue;
      const isMet = failed.some((bits) => (bits & asked) === 0);
      const worth = 2 * places.length + (isMet ? 1 : 0);
      if (worth <= most) continue;
      most = worth;
      best = places.flatMap((place) => sieves[place] ?? []);
    }
  }
  return best;
}

/** The filters that some examples, spread over the list, meet, and which of them the items fail. */
function examplesOf(
  examples: readonly Item[],
  items: readonly Item[],
  row: readonly SieveOf[],
): readonly Example[] {
  const step = Math.max(1, Math.floor(examples.length / MOST_EXAMPLES));
  const columns = new Map<string, readonly boolean[]>();
  const failedBy = ({ filter }: Sieve): readonly boolean[] => {
    const column = columns.get(filter.words) ?? items.map(({ raw }) => filter.meets(raw) === false);
    columns.set(filter.words, column);
    return column;
  };
  return examples
    .filter((_, at) => at % step === 0)
    .map((item) => {
      const sieves = row.map((sieveOf) => sieveOf(item));
      const columns = sieves.map((sieve) => (sieve === null ? [] : failedBy(sieve)));
      const failedAt = (at: number) =>
        columns.reduce((bits, column, place) => (column[at] === true ? bits | (1 << place) : bits), 0);
      return { sieves, failed: [...new Set(items.map((_, at) => failedAt(at)))] };
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
  let best: { readonly sieves: readonly Sieve[]; readonly fresh: number } | null = null;
  for (const { sieves, failed } of examples) {
    const chosen = set.flatMap((place) => sieves[place] ?? []);
    const fresh = chosen.filter(({ filter }) => !used.has(filter.words)).length;
    if (chosen.length < set.length || (best !== null && fresh <= best.fresh)) continue;
    if (eachAlone(failed, asked)) best = { sieves: chosen, fresh };
  }
  return best?.sieves ?? null;
}

/** Whether each of the filters asked for is the only one of them that some item fails. */
function eachAlone(failed: readonly number[], asked: number): boolean {
  let alone = 0;
  for (const bits of failed) {
    const those = bits & asked;
    if ((those & (those - 1)) === 0) alone |= those;
  }
  return alone === asked;
}

function bitsOf(places: readonly number[]): number {
  return places.reduce((bits, place) => bits | (1 << place), 0);
}

function subsets(places: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return places.flatMap((place, at) =>
    subsets(places.slice(at + 1), size - 1).map((rest) => [place, ...rest]),
  );
}
