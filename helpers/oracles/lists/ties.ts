import type { SortDir } from "../../contract/lists.js";
import { type Dated, oldestFirst } from "../../wire/dated.js";
import { idsOf } from "../../wire/decode.js";
import { compareInstants, type Instant } from "../../wire/instant.js";

/** Where page 1 of a walk ends. */
interface Border {
  readonly dir: SortDir;
  readonly size: number;
}

/** Whether page 1 ends inside a tie: only then does it show that ties keep their order. */
export function cutsTie(items: readonly Dated[], border: Border): boolean {
  return isCut(oldestFirst(items), border);
}

/** The first size at which page 1 ends inside a tie; null if there is none. */
export function sizeCuttingTie(
  items: readonly Dated[],
  dir: SortDir,
  sizes: readonly number[],
): number | null {
  const ordered = oldestFirst(items);
  return sizes.find((size) => isCut(ordered, { dir, size })) ?? null;
}

/** The size at which page 1 differs most when sorted by another time; null if it never differs. */
export function sizeTellingKeys(
  items: readonly Dated[],
  byOther: readonly Dated[],
  dir: SortDir,
  sizes: readonly number[],
): number | null {
  const inOrder = (all: readonly Dated[]) => {
    const ordered = idsOf(oldestFirst(all));
    return dir === "asc" ? ordered : ordered.toReversed();
  };
  const [own, other] = [inOrder(items), inOrder(byOther)];
  const strangersAt = (size: number) => {
    const usual = new Set(other.slice(0, size));
    return own.slice(0, size).filter((id) => !usual.has(id)).length;
  };
  const told = sizes.map((size) => ({ size, strangers: strangersAt(size) }));
  const [most] = told.toSorted((left, right) => right.strangers - left.strangers);
  return most === undefined || most.strangers === 0 ? null : most.size;
}

/**
 * Pages 1, of at most `largest` items, that end inside a tie: the smallest for each time, smallest first.
 * @param most how many at most
 */
export function tieBorders(items: readonly Dated[], largest: number, most: number): readonly Border[] {
  const ordered = oldestFirst(items);
  const borders = new Map<bigint, Border>();
  for (let size = 1; size <= Math.min(largest, ordered.length - 1) && borders.size < most; size += 1) {
    for (const border of (["desc", "asc"] as const).map((dir): Border => ({ dir, size }))) {
      const time = ordered[border.dir === "asc" ? size : ordered.length - size]?.at.epochNs;
      if (time !== undefined && !borders.has(time) && isCut(ordered, border)) borders.set(time, border);
    }
  }
  return [...borders.values()].slice(0, most);
}

function isCut(ordered: readonly Dated[], { dir, size }: Border): boolean {
  const behind = dir === "asc" ? size : ordered.length - size;
  const [left, right] = [ordered[behind - 1], ordered[behind]];
  return left !== undefined && right !== undefined && compareInstants(left.at, right.at) === 0;
}

/** An item with its time, as far as that is known. */
interface Placed {
  readonly id: string;
  readonly at: Instant | null;
}

/**
 * The items that a page lacks and those that it should not have. With a tie at the page boundary any of its items may
 * be on the page, so items of one time stand for one another; an item that came twice stands for none.
 */
export function differenceBesideTies(due: readonly Placed[], came: readonly Placed[]) {
  const missing = [...due];
  const take = (matches: (item: Placed) => boolean): boolean => {
    const at = missing.findIndex(matches);
    return at >= 0 && missing.splice(at, 1).length > 0;
  };
  const strangers = came.filter(({ id }) => !take((item) => item.id === id));
  const isTwice = (id: string) => came.filter((item) => item.id === id).length > 1;
  const surplus = strangers.filter(
    ({ id, at }) => isTwice(id) || !take((lost) => at !== null && lost.at?.epochNs === at.epochNs),
  );
  return { missing: idsOf(missing), surplus: idsOf(surplus) };
}
