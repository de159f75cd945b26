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

/** What comes in place of a page. */
export interface NoPage {
  readonly kind: "refused" | "unread";
}

/** Pages asked for side by side. */
const ABREAST = 8;

/** What takes the pages of a walk, in their order. */
export interface PageTaker {
  add(page: Page): void;
  /** Whether the item stood on a page before. */
  has(id: string): boolean;
}

/**
 * The one loop over the pages of a list: page 1, then the pages that its total counts, side by side, then on while
 * pages are full and bring items that are new, so that what a total leaves out is found too.
 *
 * @param read a page by its number, or anything else where none came
 * @returns whether the last page was reached; or what came in place of a page that the total counts. What comes in place
 * of a page behind these ends the walk
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
    // What merely repeats other pages is the business of the rule on pages past the last.
    if (!isPage(page) || page.items.every(({ id }) => taker.has(id))) return true;
    taker.add(page);
    last = page;
  }
  return true;
}

/** Pages that a list fills: with the items that its total counts, or with more where more are known to be due. */
function pagesDue({ total }: Page, held: number, served: number): number {
  return Math.max(1, Math.ceil(Math.max(total ?? 0, held) / served));
}

/** The pages of a list, see `eachPage`. */
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
  if (typeof whole !== "boolean") return whole;
  return { kind: "walk", pages, items: pages.flatMap(({ items }) => items), whole };
}

/** Page size that the target works with: it may give smaller pages than asked for, and then gives them from page 1 on. */
export function servedSize({ items, total }: Page, asked: number): number {
  const held = items.length;
  return held > 0 && total !== null && held < Math.min(asked, total) ? held : asked;
}

function isPage(read: Page | NoPage): read is Page {
  return read.kind === "page";
}
