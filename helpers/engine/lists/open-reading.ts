import { DEFAULT_PAGE_SIZE, type OpenListDeclaration } from "../../contract/lists.js";
import { type NoPage, type Walked, walkPages } from "../../target/walk.js";
import { decodeOpenPage, type Page } from "../../wire/decode.js";
import type { Check } from "../check/check.js";
import { askOpenPage, tryOpenPage } from "./open-asks.js";
import { BESIDE, dividing, pageBeside, SMALL, walkSize } from "./open-cuts.js";
import { sizeOf } from "./open-pages.js";
import { fullestParent } from "./open-parent.js";

/** A walk over an open list in two pages, and a page of a smaller size, shared by all checks. */
export class OpenReading {
  #walk: Promise<Walked> | null = null;

  constructor(
    readonly list: OpenListDeclaration,
    /** Of a long list page 3 or a later one, since some mistakes show only there; otherwise page 1. */
    readonly sample: Page,
    /** False if it was read again to confirm a breach. */
    readonly isShared: boolean,
  ) {}

  walk(t: Check): Promise<Walked> {
    this.#walk ??= walkFrom(t, this.list, this.sample);
    return this.#walk;
  }
}

/**
 * Reads the page from which a reading starts.
 * @param early true if what was read before shows how long the list is; a short one is then walked from this page on
 */
export async function readSample(t: Check, list: OpenListDeclaration, early: boolean): Promise<OpenReading> {
  const total = early ? await totalBefore(t, list) : null;
  const size = total === null || total < 2 ? SMALL : walkSize(total);
  const isLong = total !== null && (list.below === undefined ? size >= DEFAULT_PAGE_SIZE : total > BESIDE);
  const page_size = isLong ? dividing(total) : size;
  const sample = await askOpenPage(t, list, { page: isLong ? pageBeside(total, page_size) : 1, page_size });
  return new OpenReading(list, sample, early);
}

/** How many items the list counts by what was read before; null if nothing shows it. */
async function totalBefore(t: Check, { operation, id, below }: OpenListDeclaration): Promise<number | null> {
  if (below !== undefined) {
    const { held } = await fullestParent(t, operation, below);
    return Number.isSafeInteger(held) ? held : null;
  }
  const page = decodeOpenPage(await t.listed(operation), id);
  return page.kind === "page" ? page.total : null;
}

/** Walks the list. A page past the last may be refused. @param small a page that may be the first of the walk */
async function walkFrom(t: Check, list: OpenListDeclaration, small: Page): Promise<Walked> {
  const size = walkSize(small.total ?? 0);
  const read = async (page: number): Promise<Page | NoPage> => {
    if (page === 1 && sizeOf(small) === size) return small;
    return tryOpenPage(t, list, { page, page_size: size });
  };
  const walk = await walkPages(read, { size, most: t.budget("lists.open.pages") });
  if (walk.kind === "walk") return walk;
  return t.inconclusive(`a page of ${list.operation} that its total counts could not be read`);
}
