import type { ListDeclaration } from "../../../contract/lists.js";
import { type Bound, boundOf } from "../../../oracles/lists/window-filter.js";
import { datedBy, oldestFirst } from "../../../wire/dated.js";
import type { Item } from "../../../wire/decode.js";
import { SECOND, shifted } from "../../../wire/instant.js";
import { type Sieve, sieveOf, surelyMeeting, valuesOf, windowSieve } from "./sieves.js";
import { membersOf } from "./window-tries.js";

const NO_SUCH_TAG = "plimsoll-no-such-tag";

/**
 * A value of a parameter that leaves out some of a few items of a list, as a bound all of them; null if there is none.
 * Of tags the one that leaves out most.
 * @param all what the list holds
 * @param turn which of several states, so that each request tries another
 */
export function leavingOut(
  list: ListDeclaration,
  parameter: string,
  members: readonly Item[],
  all: readonly Item[],
  turn: number,
): Sieve | null {
  const bound = boundOf(parameter);
  if (bound !== null) return boundOutside(members, bound);
  const match = list.filters[parameter];
  const isTag = match?.by === "tag";
  const values = isTag
    ? [...valuesOf(list, all, parameter).map(([tag]) => tag), NO_SUCH_TAG]
    : (match?.values ?? []);
  const sieves = values.flatMap((value) => sieveOf(list, parameter, value) ?? []);
  const having = ({ filter }: Sieve) => surelyMeeting(members, filter).length;
  const leaving = sieves
    .filter((sieve) => having(sieve) < members.length)
    .toSorted((one, other) => having(one) - having(other));
  // Every status is asked for on its own anyway; only some tags are.
  return leaving[isTag ? 0 : turn % leaving.length] ?? null;
}

/** A bound that leaves out every member. */
function boundOutside(members: readonly Item[], { member, edge }: Bound): Sieve | null {
  const last = oldestFirst(datedBy(members, member) ?? []).at(edge === "start" ? -1 : 0);
  if (last === undefined) return null;
  return windowSieve(member, { [edge]: shifted(last.at, edge === "start" ? 2n * SECOND : -2n * SECOND) });
}

/**
 * Windows that leave out every member, for each time of which both bounds are among the parameters: a target may refuse
 * a window that ends before it starts, even where it ignores it.
 * @param side on which side of the members they lie
 */
export function windowsOutside(
  list: ListDeclaration,
  members: readonly Item[],
  parameters: readonly string[],
  side: "before" | "after",
): readonly Sieve[] {
  return membersOf(list).flatMap((member) => {
    if (!parameters.includes(`${member}_start`) || !parameters.includes(`${member}_end`)) return [];
    const times = oldestFirst(datedBy(members, member) ?? []);
    const [from, edges] = side === "after" ? [times.at(-1), [2n, 3_600n]] : [times[0], [-3_600n, -2n]];
    if (from === undefined) return [];
    const [start, end] = edges.map((seconds) => shifted(from.at, seconds * SECOND));
    return start && end ? [windowSieve(member, { start, end })] : [];
  });
}
