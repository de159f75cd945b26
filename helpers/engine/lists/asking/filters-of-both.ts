import type { ListDeclaration } from "../../../contract/lists.js";
import type { Item } from "../../../wire/decode.js";
import { rotated } from "../../check/seed.js";
import { choices, valueChoices } from "./combinations.js";
import { largestSet, type SieveOf } from "./covering-sets.js";
import type { ListQuery } from "./pages.js";
import { parametersOf, type Sieve } from "./sieves.js";

/** The most sets. */
const MOST = 3;

/**
 * Sets of filters to ask for beside one that our own items meet and others do not. One of the others meets each set, and
 * each filter in it leaves out some of our own that the rest let in: whichever of all of them is left out shows. First
 * as many filters as possible, then as many of the remaining ones.
 * @param beside the filters that are asked for anyway
 */
export function filtersOfBoth(
  list: ListDeclaration,
  own: readonly Item[],
  others: readonly Item[],
  beside: ListQuery,
  seed: number,
): readonly (readonly Sieve[])[] {
  const all = [...own, ...others];
  const rows =
    "created_at_end" in beside
      ? [valueChoices(list, all)]
      : (["wide", "close"] as const).map((windows) => choices(list, all, windows));
  const sets: (readonly Sieve[])[] = [];
  while (sets.length < MOST) {
    const taken = new Set(sets.flat().map(parametersOf));
    const left = rows.map((row) =>
      rotated(
        row.map((choice) => unless(choice, taken)),
        seed,
      ),
    );
    const set = largestSet(own, others, left);
    if (set.length === 0) break;
    sets.push(set);
  }
  return sets;
}

/** A choice that offers nothing of some parameters. */
function unless(choice: SieveOf, taken: ReadonlySet<string>): SieveOf {
  return (item) => {
    const sieve = choice(item);
    return sieve === null || taken.has(parametersOf(sieve)) ? null : sieve;
  };
}
