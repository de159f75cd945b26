import type { ListDeclaration } from "../../../contract/lists.js";
import { datedBy } from "../../../wire/dated.js";
import type { Item } from "../../../wire/decode.js";
import { rotated } from "../../check/rotated.js";
import { boundsBetween } from "./bounds.js";
import type { ListQuery } from "./pages.js";
import {
  dueUnder,
  parametersOf,
  type Sieve,
  shownParameters,
  sieveOf,
  valuesOf,
  windowSieve,
} from "./sieves.js";

/** The oldest, the newest and one between them. */
const FEW = 3;

/**
 * Sets of filters to ask for beside one that our own items meet and others do not. First as many as some items of both
 * kinds meet together, with bounds that leave out some of our own; then one of the remaining parameters, in turn.
 * @param beside the filters that are asked for anyway
 */
export function filtersOfBoth(
  list: ListDeclaration,
  own: readonly Item[],
  others: readonly Item[],
  beside: ListQuery,
  seed: number,
): readonly (readonly Sieve[])[] {
  const withBounds = !("created_at_end" in beside);
  // Bounds need some of our own to leave out.
  const values = fitting([], commonValues(list, own, others), own, others, withBounds ? FEW : 1);
  const inside = own.filter((item) => dueUnder([item], ...values) > 0);
  const bounds = withBounds ? windows(inside, [...own, ...others]) : [];
  const together = fitting(values, bounds, own, others);
  const taken = values.filter((sieve) => tellsAmong(together, sieve, own)).map(parametersOf);
  const left = shownParameters(list).filter((parameter) => !taken.includes(parameter));
  // Seed 1 begins with the second.
  const [first, further = first] = rotated(left, seed).flatMap((parameter) =>
    leavingMost(list, own, others, parameter),
  );
  return [together, further === undefined ? [] : [further]];
}

/** Whether a filter leaves out some of our own that all others of a set let in: a service, say, implies its carrier. */
function tellsAmong(set: readonly Sieve[], sieve: Sieve, own: readonly Item[]): boolean {
  const rest = set.filter((each) => each !== sieve);
  return dueUnder(own, ...rest) > dueUnder(own, ...set);
}

/** Of a parameter the value of some others that leaves out most of our own; none if each leaves out nothing. */
function leavingMost(
  list: ListDeclaration,
  own: readonly Item[],
  others: readonly Item[],
  parameter: string,
): readonly Sieve[] {
  return valuesOf(list, others, parameter)
    .flatMap(([value]) => sieveOf(list, parameter, value) ?? [])
    .filter((sieve) => dueUnder(own, sieve) < own.length)
    .toSorted((one, other) => dueUnder(own, one) - dueUnder(own, other))
    .slice(0, 1);
}

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
