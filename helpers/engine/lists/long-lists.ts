import { type ListDeclaration, OFFSET_LIMIT, type SortDir } from "../../contract/lists.js";
import { nothingTwice, pagesAscend, sameItems, totalsCount, WalkTally } from "../../oracles/walk-laws.js";
import { eachPage } from "../../target/walk.js";
import { datedBy } from "../../wire/dated.js";
import type { Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { compareInstants, type Instant } from "../../wire/instant.js";
import { count } from "../../wire/message.js";
import { Inconclusive, orWhyNot } from "../../wire/outcome.js";
import { type Check, givenEach } from "../check/check.js";
import { judgeSteady, watchText } from "../check/steady.js";
import { boundsBetween } from "./bounds.js";
import { accepted, askPage, type ListQuery } from "./pages.js";
import { needsTotals } from "./readings.js";

// At thorough, a list too long to be known item by item is still walked whole, page by page, each page dropped once it
// is counted. A list that can be paged to its end is one segment. Shipments beyond the offset limit are cut into
// windows over created_at, at times between two items, so that it does not matter whether a bound is inclusive. At
// standard only a few pages are read: in the middle, and at the end of what paging reaches.

/** A segment of a list that paging can reach whole. */
interface Segment {
  readonly filters: ListQuery;
  /** The walk under asc. */
  readonly walk: WalkTally;
}

/** A list walked whole, in segmentes that together hold every item once, or a few of its pages. */
interface LongList {
  readonly list: ListDeclaration;
  readonly size: number;
  readonly segmentes: readonly Segment[];
  /** False if a few pages stand for all. */
  readonly whole: boolean;
}

/** Where in the reach of paging to end a window: at the latest gap between two times. */
const CUTS = [1, 0.75, 0.5, 0.25] as const;
/** The share of the budget that a walk may use. */
const SHARE = 0.25;

const longList = givenEach(readLong);

/**
 * Judges that a walk over a whole long list holds every item once; at standard, that a few pages hold none twice. Does
 * nothing at quick, or for a list that the run knows item by item.
 */
export async function judgeLongPartition(t: Check, list: ListDeclaration): Promise<void> {
  await judgeLong(t, list, async (long) =>
    eachSegment(t, long, async (segment, fresh) => {
      const twice = nothingTwice({ rule: t.rule, walk: segment.walk });
      if (twice.length > 0 || !long.whole || isCounted(segment.walk)) return twice;
      const other = await fresh("desc");
      return sameItems({ rule: t.rule, walk: segment.walk, other });
    }),
  );
}

/**
 * Judges that the pages of a long list follow each other in time under asc. Does nothing where the partition does not.
 */
export async function judgeLongOrder(t: Check, list: ListDeclaration): Promise<void> {
  await judgeLong(t, list, async (long) =>
    eachSegment(t, long, async ({ walk }) => pagesAscend({ rule: t.rule, walk })),
  );
}

/**
 * Judges, at thorough, that the totals of a long list match what its walks collect, and that its segmentes add up to
 * the total of the whole. Does nothing where the partition does not.
 */
export async function judgeLongTotal(t: Check, list: ListDeclaration): Promise<void> {
  if (!t.affords("lists.long.whole")) return;
  await judgeLong(t, list, async (long) => {
    const wrong = await eachSegment(t, long, async (segment, fresh) => {
      if (isCounted(segment.walk)) return [];
      // The partition rule judges what one walk loses.
      const other = await fresh("desc");
      if (sameItems({ rule: t.rule, walk: segment.walk, other }).length > 0) return [];
      return totalsCount({ rule: t.rule, walk: segment.walk });
    });
    return wrong.length > 0 || long.segmentes.length < 2 ? wrong : judgeSum(t, long);
  });
}

async function judgeLong(
  t: Check,
  list: ListDeclaration,
  judge: (long: LongList) => Promise<readonly Finding[]>,
): Promise<void> {
  if (!t.affords("lists.long")) return;
  const judged = async () => {
    if ((await t.census.list(list.name)).whole) return [];
    const long = await t.given(longList(list));
    const pages = long.segmentes.map(({ walk }) => walk.exchanges.length);
    t.saw(
      "pages of long lists",
      pages.reduce((sum, read) => sum + read, 0),
    );
    return judge(long);
  };
  const found = await orWhyNot(judged());
  // Findings on a part of the list hold without it.
  if (found instanceof Inconclusive)
    t.observe(`The ${list.name} were not judged as a whole: ${found.message}.`);
  else t.find(found);
}

/** Judges each segment; a breach is judged again between two looks. The first breach that stays counts. */
async function eachSegment(
  t: Check,
  { list, size, segmentes, whole }: LongList,
  judge: (segment: Segment, fresh: (dir: SortDir) => Promise<WalkTally>) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  for (const { filters, walk } of segmentes) {
    const fresh = (dir: SortDir) =>
      whole ? walkSegment(t, list, filters, { size, dir }) : samplePages(t, list);
    const findings = await judgeSteady(
      async (seen) => judge({ filters, walk: seen === null ? walk : await fresh("asc") }, fresh),
      // One more walk is as much as can be asked for.
      watchText(() => t.census.fingerprint(list.name, t.rule, filters), 1, t.session),
      t.session,
    );
    if (findings.length > 0) return findings.slice(0, 1);
  }
  return [];
}

/** Whether every total equals the number of items collected. */
function isCounted(walk: WalkTally): boolean {
  return walk.size === walk.entries && totalsCount({ rule: "", walk }).length === 0;
}

/** The segmentes of a list hold as many items as its total says. */
function judgeSum(t: Check, { list, size, segmentes }: LongList): Promise<readonly Finding[]> {
  const whole = () => readPage(t, list, { page: 1, page_size: size, sort_dir: "asc", sort_by: "created_at" });
  const due = new Set(segmentes.flatMap(({ walk }) => [...walk.ids])).size;
  return judgeSteady(
    async () => {
      const [all, ...totals] = await Promise.all([
        whole(),
        ...segmentes.map(({ filters }) => readPage(t, list, { ...filters, page: 1, page_size: size })),
      ]);
      const windows = totals.reduce((sum, { total }) => sum + (total ?? 0), 0);
      if (all.total === due || all.total === windows) return [];
      return [
        t.finding(
          [all, ...totals].map(({ exchange }) => exchange),
          `total is ${due}, the number of ${list.name} that walks over ${count(segmentes.length, "window")} of created_at collect`,
          `total ${all.total}`,
          "/total",
        ),
      ];
    },
    watchText(() => t.census.fingerprint(list.name, t.rule, {}), 1, t.session),
    t.session,
  );
}

async function readLong(t: Check, list: ListDeclaration): Promise<LongList> {
  if (t.affords("lists.long.whole")) return walkLong(t, list);
  const { pageSize: size } = await t.census.list(list.name);
  return { list, size, segmentes: [{ filters: {}, walk: await samplePages(t, list) }], whole: false };
}

/** Two neighbouring pages in the middle under asc, and the last two within reach. */
async function samplePages(t: Check, list: ListDeclaration): Promise<WalkTally> {
  const { pageSize: size, total } = await t.census.list(list.name);
  const reach = list.offsetLimit !== null ? Math.floor(OFFSET_LIMIT / size) : Number.POSITIVE_INFINITY;
  const last = Math.min(Math.floor(total / size), reach);
  if (last < 2 || !Number.isFinite(last)) return t.inconclusive(`pages of ${size} reach no two full ones`);
  const middle = Math.floor(last / 2);
  const walk = new WalkTally();
  const numbers = [...new Set([middle, middle + 1, last - 1, last])];
  const read = (page: number) =>
    readPage(t, list, { page, page_size: size, sort_dir: "asc", sort_by: "created_at" });
  for (const page of await Promise.all(numbers.map(read))) walk.add(page);
  return walk;
}

async function readPage(t: Check, list: ListDeclaration, query: ListQuery): Promise<Page> {
  return accepted(t, await askPage(t, list, query));
}

async function walkLong(t: Check, list: ListDeclaration): Promise<LongList> {
  const { pageSize: size, total, pages } = await t.census.list(list.name);
  needsTotals(list, pages);
  const { budget } = t.settings;
  const due = Math.ceil(total / size);
  if (budget !== null && due > SHARE * budget)
    return t.inconclusive(`a walk over ${total} of them takes ${due} requests; a larger --budget allows it`);
  const segmentes: Segment[] = [];
  for await (const filters of segmentesOf(t, list, size)) {
    segmentes.push({ filters, walk: await walkSegment(t, list, filters, { size, dir: "asc" }) });
  }
  return { list, size, segmentes, whole: true };
}

/** Filters under which paging reaches all of a list, segment by segment, oldest first. */
async function* segmentesOf(t: Check, list: ListDeclaration, size: number): AsyncGenerator<ListQuery> {
  const { total } = await t.census.list(list.name);
  const reach = Math.floor(OFFSET_LIMIT / size);
  if (total <= reach * size) return yield {};
  // Only the shipment list documents the limit; others may have one too.
  if (list.offsetLimit === null) {
    const last = { page: Math.ceil(total / size), page_size: size, sort_dir: "asc", sort_by: "created_at" };
    if ((await askPage(t, list, last)).kind === "page") return yield {};
  }
  let start: Instant | null = null;
  for (;;) {
    const filters: ListQuery = start === null ? {} : { created_at_start: start.text };
    const query = { ...filters, page_size: size, sort_dir: "asc", sort_by: "created_at" };
    const { total: left } = await readPage(t, list, { ...query, page: 1 });
    if (left !== null && left <= reach * size) return yield filters;
    const end: Instant | null = await boundIn(t, list, query, { reach, after: start });
    if (end === null)
      return t.inconclusive(
        `created_at_start and created_at_end do not cut them into windows of ${reach * size}; ${left} are left from ${start?.text ?? "the start"} on`,
      );
    yield { ...filters, created_at_end: end.text };
    start = end;
  }
}

/** A time between two items on one of the last pages within reach; null if there is none after `after`. */
async function boundIn(
  t: Check,
  list: ListDeclaration,
  query: ListQuery,
  { reach, after }: { readonly reach: number; readonly after: Instant | null },
): Promise<Instant | null> {
  for (const cut of CUTS) {
    const page = await readPage(t, list, { ...query, page: Math.max(1, Math.floor(cut * reach)) });
    const bound = boundsBetween(datedBy(page.items) ?? []).at(-1);
    if (bound !== undefined && (after === null || compareInstants(after, bound) < 0)) return bound;
  }
  return null;
}

/** Walks a segment of the list whole, dropping each page once it is counted. */
async function walkSegment(
  t: Check,
  list: ListDeclaration,
  filters: ListQuery,
  { size, dir }: { readonly size: number; readonly dir: SortDir },
): Promise<WalkTally> {
  const walk = new WalkTally();
  const query = { ...filters, page_size: size, sort_dir: dir, sort_by: "created_at" };
  const read = (page: number) => askPage(t, list, { ...query, page });
  const most = Math.floor((list.offsetLimit ?? Number.MAX_SAFE_INTEGER) / size);
  const whole = await eachPage(read, { size, most }, walk);
  if (whole !== true) return t.inconclusive(`a window of them is too long to be walked`);
  const [shown] = walk.totals.keys();
  if (walk.totals.size > 1 && accepted(t, await read(1)).total !== shown)
    return t.inconclusive(
      `their number changed while ${count(walk.exchanges.length, "page")} of them were read`,
    );
  return walk;
}
