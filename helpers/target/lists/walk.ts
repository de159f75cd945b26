import type { Page } from "../../wire/decode.js";

/** Several pages of one list, first to last, as far as they were read. */
export interface Walked {
  readonly kind: "walk";
  readonly pages: readonly Page[];
  /** In the order delivered; repeated items are repeated here. */
  readonly items: Page["items"];
  /** True if the last page was reached. */
  readonly whole: boolean;
}

interface WalkPlan {
  /** The page size to ask for. */
  readonly size: number;
  /** How many items are known to be due: the walk continues for them whatever the total says. */
  readonly held?: number;
  /** Most pages to read. */
  readonly most: number;
}

/** The result if no page came. */
export interface NoPage {
  readonly kind: "refused" | "unread";
}

/** How many pages are asked for side by side. */
const ABREAST = 8;

/** Receives the pages of a walk in order. */
interface PageTaker {
  add(page: Page): void;
  /** Whether the item was on an earlier page. */
  has(id: string): boolean;
}

/**
 * The one loop over the pages of a list: page 1; then, side by side, the pages that its total implies; then more while
 * pages are full and bring new items, so that items missing from the total are found too.
 * @param read a page by its number, or anything else if none came
 * @returns whether the last page was reached; or what came instead of a page that the total implies. Anything else
 * after those pages ends the walk
 */
export async function eachPage<R extends NoPage>(
  read: (page: number) => Promise<Page | R>,
  { size, held = 0, most }: WalkPlan,
  taker: PageTaker,
): Promise<boolean | R> {
  const first = await read(1);
  if (!isPage(first)) return first;
  taker.add(first);
  const served = servedSize(first, size);
  const counted = pagesDue(first, held, served);
  let last = first;
  let taken = 1;
  while (taken < Math.min(counted, most) && last.items.length > 0) {
    const amount = Math.min(ABREAST, Math.min(counted, most) - taken);
    const numbers = Array.from({ length: amount }, (_, at) => taken + at + 1);
    for (const page of await Promise.all(numbers.map(read))) {
      if (!isPage(page)) return page;
      taker.add(page);
      last = page;
    }
    taken += amount;
  }
  if (taken < counted) return last.items.length === 0;
  while (last.items.length >= served) {
    if (taken >= most) return false;
    taken += 1;
    const page = await read(taken);
    // Another rule judges pages past the last that merely repeat items.
    if (!isPage(page) || page.items.every(({ id }) => taker.has(id))) return true;
    taker.add(page);
    last = page;
  }
  return true;
}

/** The number of pages for the items that the total counts, or for more if more are known to be due. */
function pagesDue({ total }: Page, held: number, served: number): number {
  return Math.max(1, Math.ceil(Math.max(total ?? 0, held) / served));
}

/** The pages of a list; see `eachPage`. */
export async function walkPages<R extends NoPage>(
  read: (page: number) => Promise<Page | R>,
  plan: WalkPlan,
): Promise<Walked | R> {
  const pages: Page[] = [];
  const seen = new Set<string>();
  const whole = await eachPage(read, plan, {
    add: (page) => {
      pages.push(page);
      for (const { id } of page.items) seen.add(id);
    },
    has: (id) => seen.has(id),
  });
  return typeof whole === "boolean" ? walkOf({ pages, whole }) : whole;
}

/** A walk that consists of these pages. */
export function walkOf({ pages, whole }: Pick<Walked, "pages" | "whole">): Walked {
  return { kind: "walk", pages, items: pages.flatMap(({ items }) => items), whole };
}

/** The page size that the target uses: if it reduces pages, it does so from page 1 on. */
export function servedSize({ items, total }: Page, asked: number): number {
  const held = items.length;
  return held > 0 && total !== null && held < Math.min(asked, total) ? held : asked;
}

function isPage(read: Page | NoPage): read is Page {
  return read.kind === "page";
}
