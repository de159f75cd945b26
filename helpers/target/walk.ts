import type { Page } from "../wire/decode.js";

/** Several pages of one list, first to last, as far as they were read. */
export interface Walked {
  readonly kind: "walk";
  readonly pages: readonly Page[];
  /** In the order delivered; an item that came twice stands here twice. */
  readonly items: Page["items"];
  /** True when the last page was reached. */
  readonly whole: boolean;
}

export interface WalkPlan {
  /** The page size that is asked for. */
  readonly size: number;
  /** Items that are known to be due: the walk goes on for them, whatever the total says. */
  readonly held?: number;
  /** Most pages to read. */
  readonly most: number;
}

/** Pages asked for side by side. */
const ABREAST = 8;

/**
 * The one loop over the pages of a list: page 1, then the pages that its total counts, side by side, then on while
 * pages are full and bring items that are new, so that what a total leaves out is found too.
 *
 * @param read a page by its number, or anything else where none came
 * @returns what came in place of a page that the total counts; what comes in place of a page behind these ends the walk
 */
export async function walkPages<R extends { readonly kind: string }>(
  read: (page: number) => Promise<Page | R>,
  { size, held = 0, most }: WalkPlan,
): Promise<Walked | Exclude<R, Page>> {
  const first = await read(1);
  if (!isPage(first)) return first;
  const pages: Page[] = [first];
  const seen = new Set(idsOf(first));
  const due = Math.max(first.total ?? 0, held);
  const served = servedSize(first, size);
  const counted = Math.max(1, Math.ceil(due / served));
  for (let from = 2; from <= Math.min(counted, most); from += ABREAST) {
    const amount = Math.min(ABREAST, Math.min(counted, most) - from + 1);
    for (const page of await Promise.all(Array.from({ length: amount }, (_, at) => read(from + at)))) {
      if (!isPage(page)) return page;
      pages.push(page);
      for (const id of idsOf(page)) seen.add(id);
    }
    if (pages.at(-1)?.items.length === 0) break;
  }
  let goesOn = pages.length >= counted && isFull(pages.at(-1), served);
  while (goesOn && pages.length < most) {
    const page = await read(pages.length + 1);
    // What merely repeats other pages is the business of the rule on pages past the last.
    goesOn = isPage(page) && idsOf(page).some((id) => !seen.has(id));
    if (!isPage(page) || !goesOn) break;
    pages.push(page);
    for (const id of idsOf(page)) seen.add(id);
    goesOn = isFull(page, served);
  }
  const ended = pages.length >= counted || pages.at(-1)?.items.length === 0;
  return { kind: "walk", pages, items: pages.flatMap(({ items }) => items), whole: ended && !goesOn };
}

/** Page size that the target works with: it may give smaller pages than asked for, and then gives them from page 1 on. */
export function servedSize({ items, total }: Page, asked: number): number {
  const held = items.length;
  return held > 0 && total !== null && held < Math.min(asked, total) ? held : asked;
}

function isPage(read: { readonly kind: string }): read is Page {
  return read.kind === "page";
}

function isFull(page: Page | undefined, size: number): boolean {
  return page !== undefined && page.items.length >= size;
}

function idsOf(page: Page): readonly string[] {
  return page.items.map(({ id }) => id);
}
