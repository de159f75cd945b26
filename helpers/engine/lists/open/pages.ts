import { DEFAULT_PAGE_SIZE } from "../../../contract/lists.js";
import { askedOf } from "../../../wire/asked.js";
import type { Page } from "../../../wire/decode.js";
import { dividing } from "../asking/pages.js";

// Which pages of a list to ask for, by the number of items that it counts.

/** How many pages a walk has. */
const PAGES = 2;

/** The largest page size asked for. */
const LARGEST = 100;

/** The page size asked for of a list that is not known to have several items. */
export const SMALL = 2;

/** The least number of a page that is read beside a walk: some mistakes show only from page 3 on. */
export const BESIDE = 3;

/** Items that lie between two pages of different sizes if they certainly share none, whatever ties may do. */
export const APART = 8;

/** The page size that cuts a list in two, as far as pages may be that large. */
export function walkSize(total: number): number {
  return total === PAGES ? 1 : Math.min(LARGEST, Math.floor(total / PAGES) + 1);
}

/** The largest small page size that makes several pages and fills the last: some mistakes show only there. */
export function smallAndFull(total: number): number {
  return dividing(total, Math.min(DEFAULT_PAGE_SIZE - 1, Math.max(1, Math.floor(total / (BESIDE + 1)))));
}

/** A page far behind one of the default size, or page 3 if the list has none. */
export function pageBeside(total: number, size: number): number {
  const behind = Math.ceil((DEFAULT_PAGE_SIZE + APART) / size) + 1;
  return behind * size > total ? BESIDE : Math.max(BESIDE, behind);
}

// What a page shows of itself in a list whose items the document does not show.

/** The page size that was asked for. */
export function sizeOf({ exchange }: Page): number {
  return askedOf(exchange)?.size ?? DEFAULT_PAGE_SIZE;
}
