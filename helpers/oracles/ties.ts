import type { SortDir } from "../contract/lists.js";
import { type Dated, oldestFirst } from "../wire/dated.js";
import { compareInstants } from "../wire/instant.js";

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
