import { type Dated, oldestFirst } from "./dated.js";
import { compareInstants } from "./instant.js";
import type { SortDir } from "./slices.js";

/** Where page 1 of a walk ends. */
export interface Border {
  readonly dir: SortDir;
  readonly size: number;
}

/** Whether page 1 ends between items of one time: only then does it show that equal times keep their order. */
export function cutsTie(items: readonly Dated[], border: Border): boolean {
  return isCut(oldestFirst(items), border);
}

/** The smallest page 1, of at most `largest` items, that ends between items of one time; null where none does. */
export function tieBorder(items: readonly Dated[], largest: number): Border | null {
  const ordered = oldestFirst(items);
  for (let size = 1; size <= Math.min(largest, ordered.length - 1); size += 1) {
    const dir = (["desc", "asc"] as const).find((way) => isCut(ordered, { dir: way, size }));
    if (dir !== undefined) return { dir, size };
  }
  return null;
}

function isCut(ordered: readonly Dated[], { dir, size }: Border): boolean {
  const behind = dir === "asc" ? size : ordered.length - size;
  const [left, right] = [ordered[behind - 1], ordered[behind]];
  return left !== undefined && right !== undefined && compareInstants(left.at, right.at) === 0;
}
