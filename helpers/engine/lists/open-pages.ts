import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE } from "../../contract/lists.js";
import type { Walked } from "../../target/walk.js";
import { askedOf } from "../../wire/asked.js";
import type { Item, Page } from "../../wire/decode.js";

// What a page shows of itself in a list whose items the document does not show.

/** The page size that was asked for. */
export function sizeOf({ exchange }: Page): number {
  return askedOf(exchange)?.size ?? DEFAULT_PAGE_SIZE;
}

/** The number of the page that was asked for, from 1. */
export function pageOf({ exchange }: Page): number {
  return askedOf(exchange)?.page ?? DEFAULT_PAGE;
}

/** Items without an id are numbered by position; see `decodeOpenPage`. */
export function hasId({ id }: Item): boolean {
  return !id.startsWith("#");
}

/** A walk that ends with its only page. */
export function walkOfOne(page: Page): Walked {
  return { kind: "walk", pages: [page], items: page.items, whole: true };
}

/** What the links of a page without any say. */
export const NO_LINKS = { first: null, last: null, prev: null, next: null };
