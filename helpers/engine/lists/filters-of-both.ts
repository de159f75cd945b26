import type { ListDeclaration } from "../../contract/lists.js";
import { datedBy } from "../../wire/dated.js";
import type { Item } from "../../wire/decode.js";
import { boundsBetween } from "./bounds.js";
import type { ListQuery } from "./pages.js";
import { dueUnder, type Sieve, shownParameters, sieveOf, valuesOf, windowSieve } from "./sieves.js";

/**
 * Sets of filters that some items of both kinds meet together: for each parameter the value most common among the
 * others, as many as fit together, and in the first set bounds that leave out some of our own. Each set uses only
 * filters that earlier sets did not.
 * @param beside the filters that are asked for anyway
 */
export function filtersOfBoth(
  list: ListDeclaration,
  own: readonly Item[],
  others: readonly Item[],
  beside: ListQuery,
  sets: number,
): readonly (readonly Sieve[])[] {
  let left = commonValues(list, own, others);
  return Array.from({ length: sets }, (_, nth) => {
    // Bounds need some of our own to leave out.
    const withBounds = nth === 0 && !("created_at_end" in beside);
    const values = fitting([], left, own, others, withBounds ? FEW : 1);
    left = left.filter((sieve) => !values.includes(sieve));
    if (!withBounds) return values;
    const inside = own.filter((item) => dueUnder([item], ...values) > 0);
    return fitting(values, windows(inside, [...own, ...others]), own, others);
  });
}

/** The oldest, the newest and one between them. */
const FEW = 3;

/** Adds as many of the filters as items of both kinds meet together, some of our own among them. */
function fitting(
  set: readonly Sieve[],
  sieves: readonly Sieve[],
  own: readonly Item[],
  others: readonly Item[],
  least = 1,
): readonly Sieve[] {
  const taken = [...set];
  for (const sieve of sieves)
    if (dueUnder(own, ...taken, sieve) >= least && dueUnder(others, ...taken, sieve) > 0) taken.push(sieve);
  return taken;
}

/** Bounds that leave out the oldest item and the newest; where there are too few, those of the whole list. */
function windows(items: readonly Item[], all: readonly Item[]): readonly Sieve[] {
  const [first, ...further] = boundsBetween(datedBy(items) ?? []);
  const whole = boundsBetween(datedBy(all) ?? []);
  const [start, end] = [first ?? whole[1], further.at(-1) ?? whole.at(-2)];
  if (!start || !end) return [];
  return [windowSieve("created_at", { start }), windowSieve("created_at", { end })];
}

/** Of each parameter the value that most others have, if some of our own have it too. */
function commonValues(
  list: ListDeclaration,
  own: readonly Item[],
  others: readonly Item[],
): readonly Sieve[] {
  return shownParameters(list).flatMap((parameter) =>
    valuesOf(list, others, parameter)
      .flatMap(([value]) => sieveOf(list, parameter, value) ?? [])
      .filter((sieve) => dueUnder(own, sieve) > 0)
      .slice(-1),
  );
}
