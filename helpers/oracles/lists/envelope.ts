import { DEFAULT_PAGE_SIZE, LIST_PARAMETERS } from "../../contract/lists.js";
import { askedOf } from "../../wire/asked.js";
import { idsOf, type Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { plural } from "../../wire/message.js";
import { finding } from "../finding.js";

interface OfPage {
  readonly rule: string;
  readonly page: Page;
}

/** The `page` member repeats the page asked for. Judged only up to the last page; beyond it is open. */
export function pageEcho({ rule, page }: OfPage): Finding[] {
  const asked = askedOf(page.exchange);
  if (asked === null || page.page === null || page.items.length === 0) return [];
  if (page.pages !== null && asked.page > page.pages) return [];
  if (page.page === asked.page) return [];
  const documented = `page is ${asked.page}, as asked for`;
  return [finding({ rule, exchanges: [page.exchange] }, documented, `page ${page.page}`, "/page")];
}

/**
 * `pages` is total / page_size, rounded up; 0 or 1 if total is 0. A target may serve smaller pages than asked for, down
 * to the default size: then the size that the page shows counts. Without page_size in the request, judged only where
 * the page shows the default size, or all items of a list that is no longer than that: what the default is is another
 * rule's matter.
 */
export function pagesArithmetic({ rule, page }: OfPage): Finding[] {
  const asked = askedOf(page.exchange);
  const { total, pages } = page;
  if (asked === null || total === null || pages === null || total < 0) return [];
  const size = asked.sizeGiven ? servedSize(page, asked.page, asked.size) : shownDefault(page, asked.page);
  if (size === null) return [];
  const due = Math.ceil(total / size);
  if (pages === due || (total === 0 && pages === 1)) return [];
  const held = size === asked.size ? "" : `, as many as this one holds of the ${asked.size} asked for`;
  const documented = `pages is ${total === 0 ? "0 or 1" : due}: ${plural(total, "item")} in pages of ${size}${held}`;
  return [finding({ rule, exchanges: [page.exchange] }, documented, `pages ${pages}`, "/pages")];
}

/**
 * A total that counts fewer items than the page and those before it hold, where `pages` has room for them: then `pages`
 * is no evidence against itself for not fitting that total.
 */
export function totalRefuted({ rule, page }: OfPage): Finding[] {
  const asked = askedOf(page.exchange);
  const { total, pages, items } = page;
  if (asked === null || total === null || pages === null || items.length === 0) return [];
  const before = (asked.page - 1) * asked.size;
  const shown = before + items.length;
  if (shown <= total || pages * asked.size < shown) return [];
  const earlier = before === 0 ? "" : ` after ${before} on those before it`;
  const documented = `total is ${shown} or more: page ${asked.page} holds ${plural(items.length, "item")}${earlier}`;
  return [finding({ rule, exchanges: [page.exchange] }, documented, `total ${total}`, "/total")];
}

/** The total of a list without filters counts no less than a page of it holds, where nothing comes twice on that. */
export function totalHeld({ rule, page }: OfPage): Finding[] {
  const { exchange, total, items } = page;
  const held = new Set(idsOf(items)).size;
  if (total === null || held <= total || held < items.length || isFiltered(page)) return [];
  const documented = `total is ${held} or more: the page holds ${plural(held, "item")}`;
  return [finding({ rule, exchanges: [exchange] }, documented, `total ${total}`, "/total")];
}

/** A page holds exactly page_size items, the last one the rest, and none past the end. */
export function pageLength({ rule, page }: OfPage): Finding[] {
  const asked = askedOf(page.exchange);
  const { total, items } = page;
  if (asked === null || total === null) return [];
  const due = Math.min(asked.size, Math.max(0, total - (asked.page - 1) * asked.size));
  if (items.length === due) return [];
  const documented = `page ${asked.page} of size ${asked.size} holds ${due} of ${plural(total, "item")}`;
  const received = plural(items.length, "item");
  return [finding({ rule, exchanges: [page.exchange] }, documented, received, `/${page.array}`)];
}

/**
 * A page of a list that is known to hold so many items is as long as its size requires. If the page fits its own total,
 * it shows another state of the list, or miscounts, which another rule judges.
 */
export function pageLengthOf({ rule, page }: OfPage, held: number): Finding[] {
  const isAsItSays = page.total !== null && page.total !== held && pageLength({ rule, page }).length === 0;
  return isAsItSays ? [] : pageLength({ rule, page: { ...page, total: held } });
}

/**
 * `pages` is total / page size, rounded up, for lists whose page sizes are open. The size is that of a page before the
 * last, which holds something; the last page does not show it, nor a single one that is not as full as asked for.
 */
export function pagesAsShown({ rule, page }: OfPage): Finding[] {
  const asked = askedOf(page.exchange);
  const { total, pages, items } = page;
  if (asked === null || total === null || pages === null) return [];
  const isFull = asked.sizeGiven && asked.page === 1 && items.length === asked.size && total > items.length;
  if (asked.page >= pages && !isFull) return [];
  if (items.length === 0) return [emptyInside({ rule, page }, `page ${asked.page} of ${pages}`)];
  if (pages === Math.ceil(total / items.length)) return [];
  const before = (asked.page - 1) * asked.size;
  const isLast = asked.sizeGiven && before + items.length === total;
  // A page that ends the list at the size asked for may be a full one of a smaller size, too.
  if (isLast && pages === Math.ceil(total / asked.size)) return [];
  const due = Math.ceil(total / (isLast ? asked.size : items.length));
  const documented = `pages is ${due}: ${plural(total, "item")}${wordsOfSize(page, isLast ? asked.size : null)}`;
  return [finding({ rule, exchanges: [page.exchange] }, documented, `pages ${pages}`, "/pages")];
}

/** @param size the size of the pages; null if the page itself shows it */
function wordsOfSize({ total, items, exchange }: Page, size: number | null): string {
  if (items.length === total && askedOf(exchange)?.page === 1) return ", all of them on page 1";
  return size === null ? ` in pages of ${items.length}, as many as this one holds` : ` in pages of ${size}`;
}

/** `total` counts no less than a page holds, and just what the only page of a list holds. */
export function totalAsShown({ rule, page }: OfPage): Finding[] {
  const { exchange, total, pages, items } = page;
  const isOnly = pages === 1 && askedOf(exchange)?.page === 1;
  if (total === null || total === items.length || (total > items.length && !isOnly)) return [];
  const documented = `total counts the ${plural(items.length, "item")} of the ${isOnly ? "only page" : "page"}`;
  return [finding({ rule, exchanges: [exchange] }, documented, `total ${total}`, "/total")];
}

function emptyInside({ rule, page }: OfPage, which: string): Finding {
  return finding({ rule, exchanges: [page.exchange] }, `items on ${which}`, "none", `/${page.array}`);
}

/**
 * Without page and page_size, 25 items come, or all if there are fewer. Judged only if `pages` fits the number that
 * came: otherwise items are missing, the total is wrong, or other clients change the list.
 */
export function sizeByDefault({ rule, page }: OfPage): Finding[] {
  const asked = askedOf(page.exchange);
  const { total, pages, items } = page;
  if (asked === null || asked.sizeGiven || asked.page !== 1 || total === null || total < items.length)
    return [];
  const due = Math.min(DEFAULT_PAGE_SIZE, total);
  const isSizeShown = pages === Math.ceil(total / items.length) && pages !== Math.ceil(total / due);
  if (items.length === due || !isSizeShown) return [];
  const documented = `without page_size, page 1 holds ${due} of ${plural(total, "item")}`;
  const received = `${plural(items.length, "item")}, and pages ${pages}`;
  return [finding({ rule, exchanges: [page.exchange] }, documented, received, `/${page.array}`)];
}

/** A target that cuts off a very large page says so: `pages` counts pages of the size that came. */
export function cutOffIsCounted({ rule, page }: OfPage, held: number): Finding[] {
  const { total, pages, items, exchange } = page;
  if (total === null || pages === null || items.length < DEFAULT_PAGE_SIZE) return [];
  const due = Math.min(held, total);
  if (pages * items.length >= due) return [];
  const documented = `all ${plural(due, "item")} on this page, or pages ${Math.ceil(due / items.length)}`;
  const received = `${plural(items.length, "item")}, and pages ${pages}`;
  return [finding({ rule, exchanges: [exchange] }, documented, received, "/pages")];
}

/** The default page size, if the page is as long as that, or page 1 shows that the whole list is shorter. */
function shownDefault({ items, total }: Page, number: number): number | null {
  if (total === null || items.length > DEFAULT_PAGE_SIZE) return null;
  const isFull = items.length === DEFAULT_PAGE_SIZE && total > DEFAULT_PAGE_SIZE;
  const isWhole = number === 1 && items.length === total;
  return isFull || isWhole ? DEFAULT_PAGE_SIZE : null;
}

/** The page size that the target used; null if the answer does not show whether it was reduced. */
function servedSize(page: Page, number: number, size: number): number | null {
  const { total, items, pages } = page;
  if (size <= DEFAULT_PAGE_SIZE || total === null || pages === null) return size;
  const due = Math.min(size, Math.max(0, total - (number - 1) * size));
  // A total that ignores a filter counts pages that the filtered list does not have: the rule of the total reports it.
  if (isFiltered(page) && pages === Math.ceil(total / size)) return size;
  // Page 1 shows it best: a later page may be short because items are missing. No page is reduced below the default.
  if (number === 1 && pages > 1 && items.length >= DEFAULT_PAGE_SIZE && items.length < size)
    return items.length;
  return number === 1 && items.length === due ? size : pages === Math.ceil(total / size) ? size : null;
}

function isFiltered({ exchange }: Page): boolean {
  return [...new URL(exchange.request.url).searchParams.keys()].some(
    (name) => !LIST_PARAMETERS.includes(name),
  );
}
