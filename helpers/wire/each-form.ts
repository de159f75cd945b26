import { groupBy } from "../contract/group-by.js";
import { spread } from "./spread.js";

/** How a text is printed, whatever its digits: two times with and without an offset differ. */
export const formOf = (text: string): string => text.replaceAll(/\d/g, "0");

/**
 * Some items: the first and the last, then one of each form of text that these do not have, the rarest first, then some
 * more at distances. In the order of the list.
 * @param skew as of `spread`
 */
export function eachForm<T>(
  items: readonly T[],
  most: number,
  textOf: (item: T) => string,
  skew = 0,
): readonly T[] {
  const ends = spread(items, Math.min(most, 2));
  const alike = groupBy(items, (item) => formOf(textOf(item)));
  const rare = [...alike.values()].toSorted((one, other) => one.length - other.length);
  const shown = new Set(ends.map((item) => formOf(textOf(item))));
  const middles = rare.flatMap((group) => group.slice(Math.floor(group.length / 2)).slice(0, 1));
  const further = middles.filter((item) => !shown.has(formOf(textOf(item))));
  const ranked = new Set([...ends, ...further, ...spread(items, most, skew)]);
  const chosen = new Set([...ranked].slice(0, most));
  return items.filter((item) => chosen.has(item));
}
