import type { ListDeclaration } from "../../contract/lists.js";
import { decodePage } from "../../wire/decode.js";
import type { Answered } from "../../wire/exchange.js";
import { requestLine } from "../../wire/message.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Raw } from "../../wire/raw.js";
import type { Ask } from "../check/ask.js";
import type { Check } from "../check/check.js";
import type { ListQuery } from "../lists/asking/pages.js";
import { type Filter, listedBefore } from "../operations/asked-before.js";
import { polling } from "./eventually.js";

// A record that a run has changed, in a list under a filter.

/** A list, in pages of one size. */
export interface Listing extends Pick<ListDeclaration, "name" | "operation"> {
  /** A size for which one page may show all that is under a filter. */
  readonly page_size: number;
}

/** A record as one read showed it; null if the answer was 404, or a list that lacks it. */
export interface StillSeen {
  readonly record: Raw | null;
  readonly exchange: Answered;
}

export const isThere = (record: Raw | null) => record !== null;
export const isGone = (record: Raw | null) => record === null;

/**
 * Looks for a record under a filter until it is as it is due, for a short while; it is null if the list lacks it.
 * @throws Inconclusive if the list cannot be read, or the first page does not show all of it
 */
export function readListed(
  t: Check,
  list: Listing,
  id: string,
  filter: Filter,
  isDue: (record: Raw | null) => boolean = isThere,
): Promise<StillSeen> {
  const { operation, page_size } = list;
  return untilDue(t, list, id, { operation, query: { ...filter, page_size } }, isDue);
}

/** A record that a list was asked for, and the address if it was asked for before the write too. */
export interface ListedAgain extends StillSeen {
  readonly href: string | null;
}

/**
 * Looks for a record under a filter some time after a write: by an address used before it, if the run knows one and a
 * page still shows all that is under the filter.
 * @throws Inconclusive as `readListed`
 */
export async function readListedAgain(
  t: Check,
  list: Listing,
  id: string,
  filter: Filter,
  write: Answered,
  isDue: (record: Raw | null) => boolean = isThere,
): Promise<ListedAgain> {
  const href = await listedBefore(t, list.operation, filter, write);
  const again = href === null ? null : await ifReadable(untilDue(t, list, id, { href }, isDue));
  return again === null
    ? { ...(await readListed(t, list, id, filter, isDue)), href: null }
    : { ...again, href };
}

function untilDue(
  t: Check,
  list: Listing,
  id: string,
  ask: Ask,
  isDue: (record: Raw | null) => boolean,
): Promise<StillSeen> {
  return polling(t, () => readWhole(t, list, id, ask)).until(({ record }) => isDue(record));
}

async function readWhole(t: Check, list: Listing, id: string, ask: Ask): Promise<StillSeen> {
  const page = await readPage(t, list, id, ask);
  if (page.record === null && !showsAll(page))
    t.inconclusive("the first page does not show all that is under the filter");
  return page;
}

/** A record that a page of a list was asked for, and all that the page shows. */
export interface OnPage extends StillSeen {
  readonly records: readonly Raw[];
  /** What the page says of the whole; null if it does not. */
  readonly total: number | null;
  readonly pages: number | null;
}

/** Looks for a record on a page of a list until it is as it is due, for a short while; other pages may hold it. */
export function readOnPage(
  t: Check,
  list: Listing,
  id: string,
  query: ListQuery,
  isDue: (record: Raw | null) => boolean = isThere,
): Promise<OnPage> {
  const { operation } = list;
  return polling(t, () => readPage(t, list, id, { operation, query })).until(({ record }) => isDue(record));
}

/** Whether a page shows all that the list holds. */
export function showsAll({ total, records }: OnPage): boolean {
  return total === records.length;
}

async function readPage(t: Check, { name, operation }: Listing, id: string, ask: Ask): Promise<OnPage> {
  if (!t.inScope(operation)) t.inconclusive("the list is out of scope");
  const exchange = await t.askOk(ask);
  const page = decodePage(exchange, name);
  if (page.kind !== "page")
    return t.inconclusive(`${requestLine(exchange)} could not be read as a page: ${page.why}`);
  const { items, total, pages } = page;
  const record = items.find((item) => item.id === id)?.raw ?? null;
  return { record, exchange, records: items.map(({ raw }) => raw), total, pages };
}
