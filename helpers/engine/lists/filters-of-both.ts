import type { ListDeclaration } from "../../contract/lists.js";
import { datedBy } from "../../wire/dated.js";
import type { Item } from "../../wire/decode.js";
import { boundsBetween } from "./bounds.js";
import type { ListQuery } from "./pages.js";
import { dueUnder, type Sieve, shownParameters, sieveOf, valuesOf, windowSieve } from "./sieves.js";

/**
 * Sets of filters that some items of both kinds meet together: bounds near the ends of the list and, for each
 * parameter, the value most common among the others; as many as fit together. Each set uses only filters that earlier
 * sets did not.
 * @param beside the filters that are asked for anyway
 */
export function filtersOfBoth(
  list: ListDeclaration,
  own: readonly Item[],
  others: readonly Item[],
  beside: ListQuery,
  sets: number,
): readonly (readonly Sieve[])[] {
  let left = [...windows([...own, ...others], beside), ...commonValues(list, own, others)];
  return Array.from({ length: sets }, () => {
    const set = fitting(left, own, others);
    left = left.filter((sieve) => !set.includes(sieve));
    return set;
  });
}

/** As many of the filters as items of both kinds meet together. */
function fitting(sieves: readonly Sieve[], own: readonly Item[], others: readonly Item[]): readonly Sieve[] {
  const set: Sieve[] = [];
  for (const sieve of sieves)
    if ([own, others].every((items) => dueUnder(items, ...set, sieve) > 0)) set.push(sieve);
  return set;
}

function windows(items: readonly Item[], beside: ListQuery): readonly Sieve[] {
  const bounds = boundsBetween(datedBy(items) ?? []);
  const [start, end] = [bounds[1], bounds.at(-2)];
  if ("created_at_end" in beside || !start || !end) return [];
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
