import { DEFAULT_PAGE_SIZE, LONG_AGO, OFFSET_LIMIT } from "../../../contract/lists.js";
import { showsAny } from "../../../oracles/lists/links.js";
import {
  dependsOnMaximum,
  fitsAnyType,
  isOffsetRefusal,
  LARGEST_SIZE,
} from "../../../oracles/lists/offset.js";
import { withoutBody } from "../../../target/lists/lean.js";
import { decodePage } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import { tagsOf } from "../../../wire/tags.js";
import type { Check } from "../../check/check.js";
import { given, givenEach } from "../../check/given.js";
import type { ListQuery } from "./pages.js";

// Pages of the shipment list at the offset limit and above it. Large numbers are written as text, because many of them
// fit into no number type.

/** A page to ask for. */
export interface Pair {
  /** As sent, or the default if it is left out. */
  readonly page: string;
  readonly pageLeftOut?: true;
  /** As sent, or the default if it is left out. */
  readonly size: string;
  readonly sizeLeftOut?: true;
  readonly filters?: ListQuery;
}

/** A page that was asked for, and its answer. */
export interface AskedPair extends Pair {
  readonly exchange: Answered;
}

/** The end of a window that is long over. */
const END = "2020-12-31T23:59:59Z";

const LARGEST_AT_LIMIT = { page: "20", size: String(LARGEST_SIZE) } as const satisfies Pair;
/** Exactly at the limit; the effort decides how many are asked for. */
export const ALLOWED: readonly Pair[] = [
  { page: "400", size: "25" },
  { page: "10000", size: "1" },
  LARGEST_AT_LIMIT,
  { page: "100", size: "100" },
  { page: "40", size: "250" },
];

/** Times 25 it is 4 in 32 bits, with or without a sign. A larger size might be refused for its own sake. */
export const WRAPPED_PAGE = "171798692";

/** The first page number that does not fit 32 bits with a sign. */
export const BEYOND_32_BITS: Pair = { page: "2147483648", size: "25" };

/** Above the limit: the first one exceeds it by one step. Other parameters do not change the limit. */
const FORBIDDEN: readonly Pair[] = [
  { page: "401", size: "25" },
  { page: "21", size: "500", filters: { sort_by: "modified_at", sort_dir: "desc" } },
  { page: "1", pageLeftOut: true, size: "10001", filters: { modified_at_start: LONG_AGO } },
  { page: WRAPPED_PAGE, size: "25" },
];
/** Asked for with filters where the effort allows. */
const ONE_BY_ONE: Pair = { page: "10001", size: "1" };

/** Above the limit also where pages are smaller by default than documented, which another rule judges. */
const WITHOUT_SIZE: Pair = { page: "1001", size: "25", sizeLeftOut: true };

/** Refusals of the fixed pairs, asked for once; each part of the error has its own rule. */
export const refusals = given(async (t) => {
  const pairs: readonly Pair[] = [
    ...FORBIDDEN.slice(0, t.budget("limits.offset.pairs")),
    ...(t.affords("limits.offset.under-filters") ? await underFilters(t) : [ONE_BY_ONE]),
  ];
  return askAll(t, pairs);
});

/** Page 401 of the default size. */
export const withoutSize = given(async (t) => {
  const pair: Pair = { page: "401", size: String(DEFAULT_PAGE_SIZE), sizeLeftOut: true };
  return { ...pair, exchange: await askPair(t, pair) };
});

const atLimit = given((t) => askPair(t, LARGEST_AT_LIMIT));

/** A page past the last, where there is one below the limit; otherwise null. */
export const pastLast = given(async (t) => {
  const listed = await ifReadable(t.census.list("shipments"));
  const page = listed === null ? null : pagePastLast(listed.total);
  return page === null ? null : askPair(t, { page: String(page), size: String(DEFAULT_PAGE_SIZE) });
});

/** How many pages other clients may add to the list after it was counted. */
const GROWTH = 40;

/** A page that stays past the last while the list grows, below the limit; null if the list is too long for one. */
export function pagePastLast(total: number): number | null {
  const page = Math.ceil(total / DEFAULT_PAGE_SIZE) + GROWTH;
  return page * DEFAULT_PAGE_SIZE < OFFSET_LIMIT ? page : null;
}

/** Whether a page may be past the last one. */
export async function mayBePastLast(t: Check, { page, size }: Pair): Promise<boolean> {
  const listed = await ifReadable(t.census.list("shipments"));
  return listed === null || (Number(page) - 1) * Number(size) >= listed.total;
}

/** A page of the largest size: the one at the limit, or page 1 if that one is refused as past the last. */
export const largest = given(async (t) => {
  const last = await t.given(atLimit);
  const page = succeeded(last) ? last : await askPair(t, { page: "1", size: LARGEST_AT_LIMIT.size });
  return succeeded(page) ? withoutBody(page) : page;
});

/** How many items a page holds without page_size; null unless the list is long enough to show it. */
export async function defaultSize(t: Check): Promise<number | null> {
  const page = decodePage(await t.ask({ operation: "v1ListShipments" }), "shipments");
  if (page.kind !== "page" || page.total === null) return null;
  return page.total > page.items.length && page.items.length > 0 ? page.items.length : null;
}

/**
 * Whether a target may have read a pair as one below the limit: a number too long for its types is left out, as is
 * anything else that it cannot read; or a size above its maximum counts as the maximum.
 */
export async function readAsLess(t: Check, { page, size }: Pair): Promise<boolean> {
  return (
    (!fitsAnyType(page) && (await t.given(forgives("page")))) ||
    (!fitsAnyType(size) && (await t.given(forgives("page_size")))) ||
    (dependsOnMaximum(BigInt(page), BigInt(size)) && (await t.given(lowersSize)))
  );
}

/** Whether a size above the largest documented one counts as that one, or less: the maximum is open. */
const lowersSize = given(
  async (t) =>
    !isOffsetRefusal(await askPair(t, { page: LARGEST_AT_LIMIT.page, size: String(LARGEST_SIZE + 1) })),
);

/** Whether a target accepts a page or a size that is no number at all. */
const forgives = givenEach(async (t, place: "page" | "page_size") =>
  succeeded(await t.ask({ operation: "v1ListShipments", query: { [place]: "none" } })),
);

/**
 * The limit holds under filters too: some of them, all of them, and beside batch_id, which makes the service ignore the
 * others.
 */
async function underFilters(t: Check): Promise<readonly Pair[]> {
  const batch = (await t.census.ids("batch_id"))[0];
  // The limit can be judged even if the plain list cannot be read.
  const listed = await ifReadable(t.census.list("shipments"));
  const tag = listed?.oldest.flatMap(({ raw }) => tagsOf(raw).slice(0, 1)).at(0);
  const filters = { shipment_status: "pending", created_at_start: LONG_AGO, sort_dir: "asc" };
  const windows = { created_at_end: END, modified_at_start: LONG_AGO, modified_at_end: END };
  // Where links show this value, clients send it back.
  const any = listed?.pages.some(showsAny) === true ? { shipment_status: "any" } : {};
  return [
    { ...ONE_BY_ONE, filters: { ...filters, tag } },
    { page: "402", size: "25", filters: { ...filters, ...windows, ...any, tag } },
    ...(batch === undefined ? [] : [{ ...WITHOUT_SIZE, filters: { batch_id: batch } }]),
  ];
}

/** Asks for several pages of the shipment list; for the largest one at the limit once a run. */
export function askAll(t: Check, pairs: readonly Pair[]): Promise<readonly AskedPair[]> {
  return Promise.all(
    pairs.map(async (pair) => ({
      ...pair,
      exchange: await (pair === LARGEST_AT_LIMIT ? t.given(atLimit) : askPair(t, pair)),
    })),
  );
}

/** Asks for a page of the shipment list. */
export async function askPair(
  t: Check,
  { page, pageLeftOut, size, sizeLeftOut, filters }: Pair,
): Promise<Answered> {
  const query = {
    ...filters,
    page: pageLeftOut === true ? undefined : page,
    page_size: sizeLeftOut === true ? undefined : size,
  };
  return t.ask({ operation: "v1ListShipments", query });
}
