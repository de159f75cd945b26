import type { OperationId } from "../../contract/generated/types.js";
import { DEFAULT_PAGE_SIZE } from "../../contract/lists.js";
import { finding } from "../../oracles/finding.js";
import { sameSet } from "../../oracles/sets.js";
import type { SortDir } from "../../oracles/slices.js";
import { askedOf } from "../../wire/asked.js";
import { datedBy } from "../../wire/dated.js";
import type { Item, ListName, Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { count } from "../../wire/message.js";
import { isObject } from "../../wire/raw.js";
import { findArray } from "../../wire/search.js";
import type { Check } from "../check/check.js";
import { boundsBetween, type Sieve, windowSieve } from "./filtering.js";
import { type Known, knownItems, sharedSize } from "./known.js";
import { idsOf, type ListQuery, readPage } from "./pages.js";
import { datedOf, judgePage } from "./slicing.js";
import { judgeKnown, WHICH_AND_WHEN, WHICH_ITEMS } from "./watching.js";

const DIRECTIONS = ["desc", "asc"] as const satisfies readonly SortDir[];
const KEYS = ["created_at", "modified_at"] as const;

/** A request that leaves a parameter out, and the default that it stands for. */
export interface LeftOut {
  readonly without: ListQuery;
  readonly added: ListQuery;
  /** Direction that both go by, by created_at; any where the default is not known. */
  readonly dir?: SortDir;
  /** A filter that both are asked with. */
  readonly sieve?: Sieve;
}

/** A filter that only the oldest items do not meet, so that it shifts no page counted from the newest; null where there is none. */
export function almostAll(items: readonly Item[]): Sieve | null {
  const bounds = boundsBetween(datedBy(items) ?? []);
  const start = bounds[1] ?? bounds[0];
  return start === undefined ? null : windowSieve("created_at", { start });
}

/** Items that may be missing from a filtered list, by another breach, without making a full page of it short. */
const SLACK = 5;

/** The pages, asked for without page_size, that do not hold 25 items. */
export function notOfDefaultSize(t: Check, list: ListName, pages: readonly Page[]): readonly Finding[] {
  return pages
    .filter((page) => page.items.length !== DEFAULT_PAGE_SIZE && !mayBeShort(page))
    .map((page) =>
      finding(
        { rule: t.rule, exchanges: [page.exchange] },
        {
          documented: `${DEFAULT_PAGE_SIZE} ${list} on a page`,
          received: count(page.items.length, "item"),
          pointer: `/${list}`,
        },
      ),
    );
}

/**
 * Judges that a v2 list without page_size holds 25 items.
 * @throws Inconclusive where the list may hold no more than 25 items
 */
export async function judgeDefaultSizeV2(t: Check, operation: OperationId, items: string): Promise<void> {
  const exchange = await t.listedOk(operation);
  const { body } = exchange.answer;
  const list = body.kind === "json" ? findArray(body.value) : null;
  if (body.kind !== "json" || list === null) return t.inconclusive(`the v2 list shows no array of ${items}`);
  const total = isObject(body.value) ? body.value.total : undefined;
  const { length } = list.items;
  const isMore = typeof total === "number" && total > DEFAULT_PAGE_SIZE;
  if (!isMore && (length < DEFAULT_PAGE_SIZE || total === length))
    t.inconclusive(`needs more than ${DEFAULT_PAGE_SIZE} ${items} in the v2 list; ${length} came`);
  t.saw("pages");
  if (length !== DEFAULT_PAGE_SIZE)
    t.breach(exchange, `${DEFAULT_PAGE_SIZE} ${items} on a page`, count(length, "item"), list.pointer);
}

/** Whether a page counts itself among those that need not be full: a filter that finds too few is judged elsewhere. */
function mayBeShort({ exchange, total }: Page): boolean {
  const asked = askedOf(exchange);
  return asked !== null && total !== null && total < asked.page * DEFAULT_PAGE_SIZE;
}

/** A page in the middle of a list of so many items that is full at the default size. */
export function fullPage(held: number): number {
  return Math.max(1, Math.min(400, Math.floor((held - SLACK) / DEFAULT_PAGE_SIZE)));
}

/**
 * Judges that a page without page_size holds 25 items: page 1 without any parameter, and a later one under a
 * filter, sorted.
 * @param filtered a filter that more than 25 items meet and others not, and how many do; null where there is none
 * @throws Inconclusive where the list has no more than 25 items
 */
export async function judgeDefaultSize(
  t: Check,
  list: ListName,
  filtered: (items: readonly Item[]) => { readonly query: ListQuery; readonly held: number } | null,
): Promise<void> {
  t.find(
    await judgeKnown(
      t,
      list,
      async (known) => {
        const { items, whole, total } = known;
        const held = whole ? items.length : total;
        if (held <= DEFAULT_PAGE_SIZE)
          t.inconclusive(`needs more than ${DEFAULT_PAGE_SIZE} ${list}; the list holds ${held}`);
        const asc = { sort_dir: "asc", sort_by: "created_at" };
        const filter = filtered(items);
        const plain = { ...asc, page: fullPage(held) };
        const narrow = filter === null ? [] : [{ ...asc, ...filter.query, page: fullPage(filter.held) }];
        const queries: readonly ListQuery[] = [{}, ...narrow, plain];
        const asked = queries.slice(0, { quick: 1, standard: 2, thorough: 3 }[t.settings.effort]);
        const pages = await Promise.all(
          asked.map((query) => readPage(t, list, { ...known.filters, ...query }, known)),
        );
        t.saw("pages", pages.length);
        return notOfDefaultSize(t, list, pages);
      },
      WHICH_ITEMS,
    ),
  );
}

/** Judges that a request without page gives page 1, by default and, at effort thorough, sorted. */
export async function judgeDefaultPage(t: Check, list: ListName): Promise<void> {
  const dirs = t.settings.effort === "thorough" ? DIRECTIONS : [];
  await judgeLeftOut(t, list, (page_size) => [
    { without: { page_size }, added: { page: 1 } },
    ...dirs.map((dir) => ({
      without: { page_size, sort_dir: dir, sort_by: "created_at" },
      added: { page: 1 },
      dir,
    })),
  ]);
}

/**
 * Judges that leaving a parameter out is as good as its default given: the same items on page 1. Where several
 * items of one time stand at the end of the page any of them may come, so the rank law has the last word.
 * @param pairs the requests to compare, for a page size that leaves most of the list out
 * @throws Inconclusive where the list has no two pages of different times
 */
export async function judgeLeftOut(
  t: Check,
  list: ListName,
  pairs: (size: number, items: readonly Item[]) => readonly LeftOut[],
): Promise<void> {
  const before = await knownItems(t, list);
  const times = new Set(datedOf(t, list, before, "created_at").map(({ at }) => at.epochNs));
  if (times.size < 2) {
    t.inconclusive(
      `needs two pages of ${list} with different created_at; ${count(before.items.length, "item")} found. Create more or point at an account with some`,
    );
  }
  const size = sharedSize(before.items.length, before.size);
  const all = pairs(size, before.items);
  const compared = t.settings.effort === "quick" ? all.slice(0, 1) : all;
  t.find(
    await judgeKnown(
      t,
      list,
      async (known) => {
        const findings = await Promise.all(compared.map((pair) => judgePair(t, list, known, size, pair)));
        t.saw("pairs of pages", compared.length);
        return findings.flat().slice(0, 1);
      },
      WHICH_AND_WHEN,
    ),
  );
}

async function judgePair(
  t: Check,
  list: ListName,
  known: Known,
  size: number,
  { without, added, dir, sieve }: LeftOut,
): Promise<readonly Finding[]> {
  const query = { ...known.filters, ...sieve?.query, ...without };
  const items =
    sieve === undefined ? known.items : known.items.filter(({ raw }) => sieve.filter.meets(raw) === true);
  const left = await readPage(t, list, query, known);
  const dirs = dir === undefined ? DIRECTIONS : [dir];
  const keys = dir === undefined ? KEYS : KEYS.slice(0, 1);
  const lawful = keys.some((key) => {
    const dated = datedBy(items, key);
    return (
      dated !== null &&
      dirs.some((way) => judgePage(t, left, { page: 1, size, dir: way }, dated).length === 0)
    );
  });
  // What is right by the rank law need not be compared.
  if (known.whole && lawful) return [];
  const right = await readPage(t, list, { ...query, ...added }, known);
  return sameSet({
    rule: t.rule,
    exchanges: [left.exchange, right.exchange],
    documented: `the items that come with ${Object.entries(added).flat().join("=")} given`,
    expected: idsOf(right),
    actual: idsOf(left),
  });
}
