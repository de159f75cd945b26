import { groupBy } from "../../../contract/group-by.js";
import type { Edge } from "../../../oracles/lists/windows.js";
import { type Dated, oldestFirst } from "../../../wire/dated.js";
import { formOf } from "../../../wire/each-form.js";
import { hiddenOrSecond, longest } from "../../../wire/instant.js";

/**
 * Items whose times are farther from all others than what a time may hide, a second at least: near the end where few
 * items are due, one in each printed form, and one from a tie. If there are none, items whose neighbours fit on a page
 * with them: then a bound that is moved that far still shows them.
 * @param size of the page next to the bound, which shows a whole tie
 */
export function standingAlone(
  dated: readonly Dated[],
  edge: Edge,
  most: number,
  size: number,
): readonly Dated[] {
  const byTime = groupBy(oldestFirst(dated), ({ at }) => at.epochNs);
  const times = [...byTime.keys()];
  const gap = dated.map(({ at }) => hiddenOrSecond(at)).reduce(longest, 0n);
  const apart = times.filter((time, index) =>
    [times[index - 1], times[index + 1]].every((other) => other === undefined || distance(time, other) > gap),
  );
  // A bound that is moved that far may let these in, whose digits may be hidden.
  const beside = (time: bigint) => dated.filter(({ at }) => distance(time, at.epochNs) <= 2n * gap);
  const isShown = (time: bigint) => beside(time).length <= size;
  const groups = (apart.length > 0 ? apart : times.filter(isShown))
    .map((time) => byTime.get(time) ?? [])
    .filter(({ length }) => length <= size);
  const near = edge === "start" ? groups.toReversed() : groups;
  const single = near.filter(({ length }) => length === 1).flat();
  const tied = near.filter(({ length }) => length > 1).flatMap(([first]) => first ?? []);
  // A target may handle bounds of one form, such as with an offset, differently from others.
  const forms = new Map(single.map((item) => [formOf(item.at.text), item]));
  // The fourth from the end: the very last one may be special.
  const chosen = [single[Math.min(3, single.length - 1)], ...forms.values(), ...single].filter(
    (item) => item !== undefined,
  );
  return [...new Set([...chosen.slice(0, most), ...tied.slice(0, 1)])];
}

const distance = (one: bigint, other: bigint): bigint => (one < other ? other - one : one - other);
