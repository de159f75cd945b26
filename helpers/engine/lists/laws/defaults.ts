import type { SortKey } from "../../../contract/generated/types.js";
import {
  DEFAULT_PAGE,
  DEFAULT_PAGE_SIZE,
  DEFAULT_SORT,
  type ListDeclaration,
  type SortDir,
} from "../../../contract/lists.js";
import { pageLengthOf } from "../../../oracles/lists/envelope.js";
import { samePage, sideOf } from "../../../oracles/lists/same-page.js";
import { explaining, sliceServed } from "../../../oracles/lists/slices.js";
import { datedBy, differ } from "../../../wire/dated.js";
import { type Item, idsOf, type Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { howToGetMore, plural } from "../../../wire/message.js";
import { Inconclusive, ifReadable, orWhyNot } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import type { BudgetName } from "../../check/effort.js";
import { rotated } from "../../check/seed.js";
import { boundsBetween } from "../asking/bounds.js";
import { defaultSized, laterPage, twoValues } from "../asking/default-sized.js";
import { askPage, type ListQuery, queryWords, type Refused, refusal } from "../asking/pages.js";
import {
  almostAll,
  dueUnder,
  type Sieve,
  shownParameters,
  sieveOf,
  surelyMeeting,
  together,
  valuesOf,
  withoutNewest,
} from "../asking/sieves.js";
import { judgeParts } from "../reading/judge-list.js";
import { WHICH_AND_WHEN } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { known } from "../reading/readings.js";
import { judgeRefusable } from "../reading/refusals.js";
import { DIRECTIONS, datedOf, sharedSizes } from "../reading/walkable.js";

const KEYS = ["created_at", "modified_at"] as const satisfies readonly SortKey[];
const ORDERS = DIRECTIONS.flatMap((dir) => KEYS.map((by) => ({ dir, by })));
const GIVEN_SIZE = { page_size: DEFAULT_PAGE_SIZE };

/** A request without a parameter, and the parameter's default. */
interface LeftOut {
  readonly without: ListQuery;
  readonly added: ListQuery;
  /** The direction of both, by created_at; undefined if the default is not known, or if the sort key is another. */
  readonly dir?: SortDir;
  /** A filter for both requests. */
  readonly sieve?: Sieve | null;
}

/**
 * Judges that a page without page_size is as long as one of 25: page 1 without any parameter and under two values, and
 * later pages, sorted, with and without filters; and that page 1 under sort_dir alone holds the same items.
 * @throws Inconclusive if the list has no more than 25 items
 */
export async function judgeDefaultSize(t: Check, list: ListDeclaration): Promise<void> {
  t.find(
    await judgeRefusable(t, list, "every-member", [null], async (reading) => {
      const { items, whole, total } = reading;
      const held = whole ? items.length : total;
      if (held <= DEFAULT_PAGE_SIZE)
        t.inconclusive(`needs more than ${DEFAULT_PAGE_SIZE} ${list.name}; the list holds ${held}`);
      const narrow = defaultSized(t, list, items);
      const values = t.affords("lists.default.two-values") ? twoValues(list, items, t.settings.seed) : null;
      const further = values === null ? [] : [{ query: values.query, holds: dueUnder(items, values) }];
      const wanted: readonly { readonly query: ListQuery; readonly holds: number }[] = [
        { query: {}, holds: held },
        ...(narrow === null ? [] : [{ query: narrow.query, holds: dueUnder(items, narrow.sieve) }]),
        { query: { sort_dir: "asc", sort_by: "created_at", page: laterPage(held) }, holds: held },
      ];
      const found = await Promise.all(
        [...wanted.slice(0, t.budget("lists.default.sizes")), ...further].map(async ({ query, holds }) => {
          const page = await askSorted(t, reading, query);
          if (page.kind === "refused") return refusedWithout(t, reading, page, { query, added: GIVEN_SIZE });
          t.saw("pages");
          return pageLengthOf({ rule: t.rule, page }, holds);
        }),
      );
      if (found.flat().length > 0 || !whole || !t.affords("lists.sorts")) return found.flat();
      const oldest = {
        without: { sort_dir: "asc", ...openKey(list) },
        added: GIVEN_SIZE,
        dir: "asc",
      } as const;
      return (await ifReadable(judgePair(t, reading, oldest))) ?? [];
    }),
  );
}

/** A page; where sort_by=modified_at is refused, which another rule judges, the one sorted by creation. */
async function askSorted(t: Check, reading: Reading, query: ListQuery): Promise<Page | Refused> {
  const read = await reading.ask(t, query);
  if (read.kind === "page" || query.sort_by !== "modified_at") return read;
  return reading.ask(t, { ...query, sort_by: "created_at" });
}

/** As many filters as items of different times meet together; null if no bound fits between two items. */
function manyFilters(t: Check, list: ListDeclaration, items: readonly Item[]): Sieve | null {
  const window = almostAll(items);
  if (window === null) return null;
  return rotated(shownParameters(list), t.settings.seed).reduce((taken, parameter) => {
    const more = valuesOf(list, items, parameter)
      // A single item leaves no room for a bound: in a long list each may have its own tracking number.
      .filter(([, held]) => held > 1)
      .flatMap(([value]) => sieveOf(list, parameter, value) ?? [])
      .map((sieve) => together([taken, sieve]))
      .findLast(({ filter }) => boundsBetween(datedBy(surelyMeeting(items, filter)) ?? []).length > 0);
    return more ?? taken;
  }, window);
}

/**
 * Judges that a request without page gives page 1, with default sorting under a filter and sorted. If no walk shows what
 * the list holds, page 1 may be another page.
 */
export async function judgeDefaultPage(t: Check, list: ListDeclaration): Promise<void> {
  const judged = await orWhyNot(judgePagesLeftOut(t, list));
  if (!(judged instanceof Inconclusive)) return;
  const found = await judgeOtherPage(t, list);
  if (found.length === 0) throw judged;
  t.find(found);
}

/** Whether page 1 is asked for first, in each pair: replicas that answer by turns do not follow this order. */
const GIVEN_FIRST = [false, true, true, false];

/**
 * Judges, on two pages asked for several times, that page 1 never holds only items of other times than the one without
 * page. Data that moves, or a replica that lags behind, does not always come with the same of the two requests.
 */
async function judgeOtherPage(t: Check, list: ListDeclaration): Promise<Findings> {
  const without = { ...DEFAULT_SORT, page_size: FEW };
  const ask = (query: ListQuery) => ifReadable(askPage(t, list, query));
  const sides = new Set<ReturnType<typeof sideOf>>();
  let found: Findings = [];
  for (const isGivenFirst of GIVEN_FIRST) {
    const first = await ask(isGivenFirst ? { ...without, page: 1 } : without);
    const second = await ask(isGivenFirst ? without : { ...without, page: 1 });
    const [left, right] = isGivenFirst ? [second, first] : [first, second];
    if (left?.kind !== "page" || right?.kind !== "page") return [];
    sides.add(sideOf(left.items, right.items));
    if (sides.has(null) || sides.size > 1) return [];
    found = sameItems(t, left, right, { page: 1 });
  }
  t.saw("pairs of pages");
  return found;
}

async function judgePagesLeftOut(t: Check, list: ListDeclaration): Promise<void> {
  // Where the default order is open, the page given is asked for as well: other checks ask for it without a filter.
  const byDefault = list.rules.default.sort_dir === undefined ? undefined : DEFAULT_SORT.sort_dir;
  const added = { page: 1 };
  await judgeLeftOut(t, list, "lists.default.page", (sizes, items) => [
    {
      without: { page_size: sizes.desc },
      added,
      ...(byDefault === undefined ? {} : { dir: byDefault, sieve: withoutNewest(items) }),
    },
    ...ASC_FIRST.map((dir) => ({ without: sortedOneWay(list, sizes, dir), added, dir })),
  ]);
}

/** First the direction that no default stands in for. */
const ASC_FIRST: readonly SortDir[] = DIRECTIONS.toReversed();

/** A page in one direction by created_at, which is left out where it is the default; without page. */
function sortedOneWay(
  list: ListDeclaration,
  sizes: Readonly<Record<SortDir, number>>,
  dir: SortDir,
): ListQuery {
  return { page_size: sizes[dir], sort_dir: dir, ...openKey(list) };
}

/** sort_by=created_at for a list that may be sorted by another time without it. */
function openKey({ rules }: ListDeclaration): ListQuery {
  return rules.default.sort_by === undefined ? { sort_by: DEFAULT_SORT.sort_by } : {};
}

/**
 * Judges that leaving sort_dir out gives the same as the default, also under filters, on the last page, without any
 * parameter, and by time of modification.
 */
export async function judgeDefaultDirection(t: Check, list: ListDeclaration): Promise<void> {
  const { sort_dir } = DEFAULT_SORT;
  await judgeLeftOut(t, list, "lists.default.direction", (sizes, items) => {
    const plain = { page_size: sizes.desc };
    const last = Math.ceil(items.length / sizes.desc);
    const given = { added: { sort_dir }, dir: sort_dir };
    return [
      { without: { ...plain, page: 1 }, ...given },
      {
        without: { page: 1, page_size: 1, sort_by: "created_at" },
        ...given,
        sieve: manyFilters(t, list, items),
      },
      { without: { ...plain, page: last }, ...given },
      { without: {}, ...given },
      { without: { ...plain, sort_by: "modified_at" }, added: given.added },
    ];
  });
}

/**
 * Like `judgeDefaultDirection`, on a page of a list by a filter that its items do not show.
 * @param items all that the filter finds
 */
export function judgeDefaultDirectionOf(
  t: Check,
  reading: Reading,
  without: ListQuery,
  items: readonly Item[],
): Promise<Findings> {
  const { sort_dir } = DEFAULT_SORT;
  const found = reading.part({ items, whole: true });
  return judgePair(t, found, { without, added: { sort_dir }, dir: sort_dir });
}

/**
 * Judges that leaving sort_by out gives the same as the default, in both directions; without either is asked elsewhere.
 */
export async function judgeDefaultKey(t: Check, list: ListDeclaration): Promise<void> {
  // Without page, as few clients ask for page 1; the default of page judges the same request.
  await judgeLeftOut(t, list, "lists.default.key", (sizes) =>
    ASC_FIRST.map((dir) => ({
      without: sortedOneWay(list, sizes, dir),
      added: { sort_by: DEFAULT_SORT.sort_by },
      dir,
    })),
  );
}

/**
 * Judges that leaving a parameter out gives the same items as its default. If several items at the end of the page have
 * the same time (a tie), any of them may come, so the rank law decides.
 * @param most row of the effort table: how many pairs to compare
 * @param pairs the requests to compare, for page sizes that leave most of the list out
 * @throws Inconclusive if the list has no two pages of different times
 */
async function judgeLeftOut(
  t: Check,
  list: ListDeclaration,
  most: BudgetName,
  pairs: (sizes: Readonly<Record<SortDir, number>>, items: readonly Item[]) => readonly LeftOut[],
): Promise<void> {
  const { items } = await known(t, list);
  if (!differ(datedOf(t, list, items)))
    t.inconclusive(
      `needs two pages of ${list.name} with different created_at; ${plural(items.length, "item")} found. ${howToGetMore(list.name)}`,
    );
  const places = [...Array(t.budget(most)).keys()];
  t.find(
    await judgeParts(t, list, WHICH_AND_WHEN, places, async (reading, at) => {
      const pair = pairs(sharedSizes(reading), reading.items)[at];
      return pair === undefined ? [] : judgePair(t, reading, pair);
    }),
  );
}

/** Pages of fewer items do not show whether only a few places changed. */
const FEW = 4;

/** Whether a few items that changed their places in between explain what two pages differ in. */
function mayHaveMoved(left: Page, right: Page): boolean {
  const ids = new Set(idsOf(left.items));
  return (
    right.items.length < FEW || 2 * right.items.filter(({ id }) => ids.has(id)).length >= right.items.length
  );
}

/**
 * A request that is refused without a parameter, and answered with its default, is a breach.
 * @throws Inconclusive if both are refused
 */
async function refusedWithout(
  t: Check,
  reading: Reading,
  refused: Refused,
  { query, added }: { readonly query: ListQuery; readonly added: ListQuery },
): Promise<Findings> {
  await reading.page(t, { ...query, ...added });
  return [refusal(t, refused, `the page that comes with ${queryWords(added)} given`)];
}

async function judgePair(
  t: Check,
  reading: Reading,
  { without, added, dir, sieve }: LeftOut,
): Promise<Findings> {
  const query = { ...sieve?.query, ...without };
  const items = sieve ? surelyMeeting(reading.items, sieve.filter) : reading.items;
  const left = await reading.ask(t, query);
  if (left.kind === "refused") return refusedWithout(t, reading, left, { query, added });
  t.saw("pairs of pages");
  const orders = ORDERS.filter(
    (one) => dir === undefined || (one.dir === dir && one.by === DEFAULT_SORT.sort_by),
  );
  const page = Number(without.page ?? DEFAULT_PAGE);
  const size = Number(without.page_size ?? DEFAULT_PAGE_SIZE);
  /** The orders in which the rank law explains a page. */
  const explain = (shown: Page) => explaining(t.rule, shown, items, { page, size, orders });
  const lawful = reading.whole ? explain(left) : [];
  if (dir !== undefined && lawful.length > 0) return [];
  const right = await reading.page(t, { ...query, ...added });
  if (lawful.length > 0) {
    // Where the order is open, both pages must have the same; items of one time may still come in any order.
    const given = explain(right);
    if (given.some((one) => lawful.includes(one))) return [];
    // Items need not show when they were modified, so that nothing else need explain a page in that order.
    if (given.length === 0 && without.sort_by !== "modified_at") return [];
  }
  // A time of modification that the items do not show may change a few places meanwhile.
  if (without.sort_by === "modified_at" && mayHaveMoved(left, right)) return [];
  return sameItems(t, left, right, added);
}

function sameItems(t: Check, left: Page, right: Page, added: ListQuery): Findings {
  return samePage({
    rule: t.rule,
    exchanges: [left.exchange, right.exchange],
    documented: `the items that come with ${queryWords(added)} given`,
    expected: right.items,
    actual: left.items,
  });
}

/**
 * Which orders (newest or oldest first, by either time) explain the answer without sort parameters.
 * @returns each order with its findings; an order without findings fits
 */
export async function defaultOrders(t: Check, reading: Reading) {
  const { list, items, whole } = reading;
  if (items.length < 2)
    return t.inconclusive(`needs a list of two pages; it holds ${plural(items.length, "item")}`);
  const shared = sharedSizes(reading).desc;
  const sizes = [...new Set(whole ? [DEFAULT_PAGE_SIZE, shared] : [DEFAULT_PAGE_SIZE])];
  const reads = await Promise.all(
    sizes
      .filter((size) => !whole || size < items.length)
      .map(async (size) => {
        const query = size === DEFAULT_PAGE_SIZE ? {} : { page: 1, page_size: size };
        return { size, page: await reading.page(t, query) };
      }),
  );
  t.saw("pages", reads.length);
  return Promise.all(
    ORDERS.map(async ({ dir, by }) => {
      // For a list too long to be known, ask for the page with that order.
      const given = whole ? null : await reading.page(t, { page: 1, sort_dir: dir, sort_by: by });
      const findings = reads.flatMap(({ size, page }) => {
        const due =
          given === null
            ? items
            : [...new Map([...given.items, ...page.items].map((item) => [item.id, item])).values()];
        return sliceServed(t.rule, page, { page: 1, size, dir }, datedOf(t, list, due, by));
      });
      return { dir, by, findings };
    }),
  );
}
