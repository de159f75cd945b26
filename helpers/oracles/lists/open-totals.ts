import { askedOf } from "../../wire/asked.js";
import { hasId, type Item, idsOf, type Page } from "../../wire/decode.js";
import type { Findings } from "../../wire/exchange.js";
import { plural, renderIds } from "../../wire/message.js";
import { finding } from "../finding.js";

/** A walk over a list whose items the document does not show, and a page of another size. */
interface OpenTotals {
  readonly rule: string;
  readonly sample: Page;
  readonly walk: { readonly pages: readonly Page[]; readonly whole: boolean };
}

/** The first pages of a list that is too long for a walk, and its last one. */
interface TotalByEnd {
  readonly rule: string;
  readonly pages: readonly Page[];
  readonly end: Page;
}

/** Judges that a walk collects as many items as the list counts, each of them once. */
export function openTotals({ rule, sample, walk: { pages, whole } }: OpenTotals): Findings {
  const exchanges = pages.map(({ exchange }) => exchange);
  const most = Math.max(...pages.map(({ items }) => items.length));
  const walked = `${plural(pages.length, "page")} of up to ${most}`;
  const twice = repeated(pages);
  if (twice.length > 0) {
    const documented = `each item of the list once on its ${walked}`;
    return [finding({ rule, exchanges }, documented, `twice: ${renderIds(twice)}`)];
  }
  const idle = nothingNew(pages);
  if (idle !== null) return [finding({ rule, exchanges: idle.exchanges }, idle.documented, idle.received)];
  const collected = distinct(pages);
  const isWrong = (total: number) => (whole ? total !== collected : total < collected);
  const wrong = [sample, ...pages].find(({ total }) => total !== null && isWrong(total));
  if (wrong === undefined) return [];
  const documented = `total ${whole ? "" : "at least "}${collected}, the number of items that a walk over ${walked} collects`;
  const blame = { rule, exchanges: [wrong.exchange, ...exchanges] };
  return [finding(blame, documented, `total ${wrong.total}`, "/total")];
}

/**
 * Judges the total of a list by its last page: those before it are as full as the first ones. Nothing is judged where
 * these differ in size, where the list changed in between, or where `pages` does not go with the total: another rule's
 * matter.
 */
export function totalByEnd({ rule, pages, end }: TotalByEnd): Findings {
  const [first] = pages;
  const before = (askedOf(end.exchange)?.page ?? 1) - 1;
  if (first === undefined || first.total !== end.total || first.pages !== end.pages) return [];
  const size = first.items.length;
  if (size === 0 || pages.some(({ items }) => items.length !== size)) return [];
  const due = before * size + end.items.length;
  if (end.total === null || end.total === due || Math.ceil(end.total / size) !== end.pages) return [];
  const documented = `total ${due}: ${plural(before, "page")} of ${size}, and ${end.items.length} on the last`;
  const blame = { rule, exchanges: [end.exchange, first.exchange] };
  return [finding(blame, documented, `total ${end.total}`, "/total")];
}

/**
 * Ids that stood on a page before or twice on one, of pages that bring others too: a page behind the last may be the
 * last once more.
 */
function repeated(pages: readonly Page[]): readonly string[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => {
    const ids = idsOf(items.filter(hasId));
    const again = ids.filter((id, at) => seen.has(id) || ids.indexOf(id) < at);
    for (const id of ids) seen.add(id);
    return again.length < ids.length ? again : [];
  });
}

/**
 * The first page that brings only items of the pages before it, though the list counts more than those: that the page
 * comes again is the cause, and the total may be right.
 */
function nothingNew(pages: readonly Page[]) {
  const place = pages.findIndex(({ items, total }, at) => {
    const before = pages.slice(0, at);
    const seen = new Set(before.flatMap(textsOf));
    const isAgain = items.length > 0 && items.every((item) => hasId(item) && seen.has(textOf(item)));
    return isAgain && total !== null && total > distinct(before);
  });
  const page = pages[place];
  if (page === undefined) return null;
  const before = pages.slice(0, place);
  const named = askedOf(page.exchange)?.page ?? place + 1;
  return {
    // The page itself first: the others only show what came before.
    exchanges: [page, ...before.toReversed()].map(({ exchange }) => exchange),
    documented: `other items on page ${named} than before it, as the list counts ${page.total} and ${distinct(before)} came before`,
    received: `only items that came before: ${renderIds(idsOf(page.items.filter(hasId)))}`,
  };
}

/** Distinct entries of a walk: an identical item with the same id on another page is not counted again. */
function distinct(pages: readonly Page[]): number {
  const seen = new Set<string>();
  const entries = pages.map((page) => {
    const texts = textsOf(page);
    const fresh = texts.filter((text) => text === "" || !seen.has(text));
    for (const text of texts) seen.add(text);
    return fresh.length;
  });
  return entries.reduce((sum, fresh) => sum + fresh, 0);
}

function textsOf({ items }: Page): readonly string[] {
  return items.map(textOf);
}

/** What tells an item from others; items without an id may be alike. */
function textOf(item: Item): string {
  return hasId(item) ? JSON.stringify(item.raw) : "";
}
