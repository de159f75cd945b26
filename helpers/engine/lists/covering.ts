import type { Item } from "../../wire/decode.js";
import type { Sieve } from "./sieves.js";

/** What can be asked for so that a given item is among what is due; null where it has no such value. */
export type SieveOf = (item: Item) => Sieve | null;

/** Items, spread over the list, by whose values filters are put together. */
const MOST_EXAMPLES = 60;

/**
 * A few sets of filters, of up to four each, so that each two filters stand in one of them. In each set each
 * filter matters: without it more of the items would be due, so that a filter that is lost there shows.
 *
 * @param choices one for each parameter; of several rows the first that gives a set is taken
 */
export function coveringSets(
  items: readonly Item[],
  ...choices: readonly (readonly SieveOf[])[]
): readonly (readonly Sieve[])[] {
  const places = (choices[0] ?? []).map((_, at) => at);
  const open = new Set(pairsIn(places));
  const step = Math.max(1, Math.floor(items.length / MOST_EXAMPLES));
  const examples = items.filter((_, at) => at % step === 0);
  const due = counter(items);
  const chosen: (readonly Sieve[])[] = [];
  for (const size of [4, 3, 2]) {
    const candidates = subsets(places, size);
    const gain = (set: readonly number[]) => pairsIn(set).filter((pair) => open.has(pair)).length;
    // Smaller sets are worth a request where they still bring as much as they can.
    for (let least = (size * (size - 1)) / 2; least >= size - 1; least -= 1) {
      for (const set of candidates) {
        if (gain(set) < least) continue;
        const sieves = mattering(set, choices, examples, due);
        if (sieves === null) continue;
        chosen.push(sieves);
        for (const pair of pairsIn(set)) open.delete(pair);
      }
    }
  }
  return chosen;
}

/** How many items meet all of some filters. */
type Counter = (sieves: readonly Sieve[]) => number;

function counter(items: readonly Item[]): Counter {
  const columns = new Map<string, readonly boolean[]>();
  const columnOf = ({ query, filter }: Sieve): readonly boolean[] => {
    const key = JSON.stringify(query);
    const column = columns.get(key) ?? items.map((item) => filter.meets(item.raw) !== false);
    columns.set(key, column);
    return column;
  };
  return (sieves) => {
    const met = sieves.map(columnOf);
    return items.filter((_, row) => met.every((column) => column[row])).length;
  };
}

/** Values of one item under which each of these filters matters. */
function mattering(
  set: readonly number[],
  choices: readonly (readonly SieveOf[])[],
  examples: readonly Item[],
  due: Counter,
): readonly Sieve[] | null {
  for (const row of choices) {
    for (const item of examples) {
      const sieves = set.flatMap((place) => row[place]?.(item) ?? []);
      if (sieves.length < set.length) continue;
      const all = due(sieves);
      if (sieves.every((one) => due(sieves.filter((other) => other !== one)) > all)) return sieves;
    }
  }
  return null;
}

function pairsIn(places: readonly number[]): readonly string[] {
  return subsets(places, 2).map((pair) => pair.join(" "));
}

function subsets(places: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return places.flatMap((place, at) =>
    subsets(places.slice(at + 1), size - 1).map((rest) => [place, ...rest]),
  );
}
