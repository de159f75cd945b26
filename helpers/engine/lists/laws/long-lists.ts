import { type ListDeclaration, OFFSET_LIMIT, type SortDir } from "../../../contract/lists.js";
import {
  nothingTwice,
  pagesAscend,
  sameItems,
  tallyOf,
  totalsCount,
  WalkTally,
} from "../../../oracles/lists/walk-laws.js";
import { eachPage } from "../../../target/lists/walk.js";
import { datedBy } from "../../../wire/dated.js";
import type { Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { compareInstants, type Instant } from "../../../wire/instant.js";
import { plural } from "../../../wire/message.js";
import { Inconclusive, orWhyNot } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import { judgeSteady, watchText } from "../../check/steady.js";
import { boundsBetween } from "../asking/bounds.js";
import { accepted, askPage, cutQuery, type ListQuery } from "../asking/pages.js";
import { needsTotals } from "../reading/readings.js";

// At thorough, a list too long to be known item by item is still walked whole, page by page, each page dropped once it
// is counted. A list that can be paged to its end is one segment. Shipments beyond the offset limit are cut into
// windows over created_at, at times between two items, so that it does not matter whether a bound is inclusive. At
// standard only a few pages are read: in the middle, and at the end of what paging reaches.

/** A part of a list that paging can reach, walked under asc. */
interface Segment {
  readonly filters: ListQuery;
  readonly walk: WalkTally;
  /** False if a few pages stand for all. */
  readonly whole: boolean;
}

/** Segments that together hold every item of a list once; or a single one of a few pages. */
type Segments = readonly Segment[];

/** Walks a segment again, as far as it was walked. */
type WalkAgain = (dir: SortDir) => Promise<WalkTally>;

/** Where in the reach of paging to end a window: at the latest gap between two times. */
const CUTS = [1, 0.75, 0.5, 0.25] as const;
/** The share of the budget that a walk may use. */
const SHARE = 0.25;

const segmentsOf = givenEach(readSegments);

/**
 * Judges that a walk over a whole long list holds every item once; at standard, that a few pages hold none twice. Does
 * nothing at quick, or for a list that the run knows item by item.
 */
export async function judgeLongPartition(t: Check, list: ListDeclaration): Promise<void> {
  await judgeLong(t, list, async ({ walk, whole }, again) => {
    const twice = nothingTwice({ rule: t.rule, walk });
    if (twice.length > 0 || !whole || isCounted(walk)) return twice;
    return sameItems({ rule: t.rule, walk, other: await again("desc") });
  });
}

/**
 * Judges that the pages of a long list follow each other in time under asc. Does nothing where the partition does not.
 */
export async function judgeLongOrder(t: Check, list: ListDeclaration): Promise<void> {
  await judgeLong(t, list, async ({ walk }) => pagesAscend({ rule: t.rule, walk }));
}

/**
 * Judges, at thorough, that the totals of a long list match what its walks collect, and that its segments add up to
 * the total of the whole. Does nothing where the partition does not.
 */
export async function judgeLongTotal(t: Check, list: ListDeclaration): Promise<void> {
  if (!t.affords("lists.long.whole")) return;
  const judge = async ({ walk }: Segment, again: WalkAgain) => {
    // The partition rule judges what one walk loses.
    const isLost = async () => sameItems({ rule: t.rule, walk, other: await again("desc") }).length > 0;
    return isCounted(walk) || (await isLost()) ? [] : totalsCount({ rule: t.rule, walk });
  };
  await judgeLong(t, list, judge, (segments) => judgeSumOfWindows(t, list, segments));
}

/** Whether every total equals the number of items collected. */
function isCounted(walk: WalkTally): boolean {
  return walk.size === walk.entries && totalsCount({ rule: "", walk }).length === 0;
}

/** @param together what to judge of the segments together, if nothing is wrong with each of them */
async function judgeLong(
  t: Check,
  list: ListDeclaration,
  judge: (segment: Segment, again: WalkAgain) => Promise<Findings>,
  together: (segments: Segments) => Promise<Findings> = async () => [],
): Promise<void> {
  if (!t.affords("lists.long")) return;
  const judged = async () => {
    if ((await t.census.list(list.name)).whole) return [];
    const segments = await t.given(segmentsOf(list));
    for (const { walk } of segments) t.saw("pages of long lists", walk.exchanges.length);
    for (const segment of segments) {
      const findings = await judgeSegment(t, list, segment, judge);
      if (findings.length > 0) return findings.slice(0, 1);
    }
    return together(segments);
  };
  const found = await orWhyNot(judged());
  // Findings on a part of the list hold without it.
  if (found instanceof Inconclusive)
    t.observe(`The ${list.name} were not judged as a whole: ${found.message}.`);
  else t.find(found);
}

/** Judges a segment; a breach is judged again between two looks. */
async function judgeSegment(
  t: Check,
  list: ListDeclaration,
  segment: Segment,
  judge: (segment: Segment, again: WalkAgain) => Promise<Findings>,
): Promise<Findings> {
  const { filters, whole } = segment;
  const again: WalkAgain = (dir) => (whole ? walkSegment(t, list, filters, dir) : samplePages(t, list));
  return judgeSteady(
    async (seen) => judge(seen === null ? segment : { ...segment, walk: await again("asc") }, again),
    watchEnds(t, list, filters),
    t.session,
  );
}

function watchEnds(t: Check, list: ListDeclaration, filters: ListQuery) {
  // One more walk is as much as can be asked for.
  return watchText(() => t.census.fingerprint(list.name, t.rule, filters), 1, t.session);
}

/** The segments of a list hold as many items as its total says. */
async function judgeSumOfWindows(t: Check, list: ListDeclaration, segments: Segments): Promise<Findings> {
  if (segments.length < 2) return [];
  const { pageSize: page_size } = await t.census.list(list.name);
  const due = new Set(segments.flatMap(({ walk }) => [...walk.ids])).size;
  const judge = async () => {
    const [all, ...totals] = await Promise.all([
      readPage(t, list, { page: 1, page_size, sort_dir: "asc", sort_by: "created_at" }),
      ...segments.map(({ filters }) => readPage(t, list, { ...filters, page: 1, page_size })),
    ]);
    const windows = totals.reduce((sum, { total }) => sum + (total ?? 0), 0);
    if (all.total === due || all.total === windows) return [];
    const documented = `total is ${due}, the number of ${list.name} that walks over ${plural(segments.length, "window")} of created_at collect`;
    const received = `total ${all.total}`;
    return [
      t.finding(
        [all, ...totals].map(({ exchange }) => exchange),
        documented,
        received,
        "/total",
      ),
    ];
  };
  return judgeSteady(judge, watchEnds(t, list, {}), t.session);
}

async function readSegments(t: Check, list: ListDeclaration): Promise<Segments> {
  if (!t.affords("lists.long.whole"))
    return [{ filters: {}, walk: await samplePages(t, list), whole: false }];
  const { pageSize: size, total, pages } = await t.census.list(list.name);
  needsTotals(list, pages);
  const { budget } = t.settings;
  const due = Math.ceil(total / size);
  if (budget !== null && due > SHARE * budget)
    return t.inconclusive(
      `a walk over all ${total} ${list.name} takes ${due} requests; needs a larger --budget`,
      "--budget N",
    );
  const segments: Segment[] = [];
  for await (const filters of reachable(t, list, size))
    segments.push({ filters, walk: await walkSegment(t, list, filters, "asc"), whole: true });
  return segments;
}

/** Two neighbouring pages in the middle under asc, and the last two within reach. */
async function samplePages(t: Check, list: ListDeclaration): Promise<WalkTally> {
  const { pageSize: size, total } = await t.census.list(list.name);
  const reach = list.offsetLimit !== null ? Math.floor(OFFSET_LIMIT / size) : Number.POSITIVE_INFINITY;
  const last = Math.min(Math.floor(total / size), reach);
  if (last < 2 || !Number.isFinite(last))
    return t.inconclusive(`the ${list.name} fill fewer than two pages of ${size}`);
  const middle = Math.floor(last / 2);
  const numbers = [...new Set([middle, middle + 1, last - 1, last])];
  const read = (page: number) => readPage(t, list, cutQuery({ page, size, dir: "asc", by: "created_at" }));
  return tallyOf(await Promise.all(numbers.map(read)));
}

async function readPage(t: Check, list: ListDeclaration, query: ListQuery): Promise<Page> {
  return accepted(t, await askPage(t, list, query));
}

/** Filters under which paging reaches all of a list, segment by segment, oldest first. */
async function* reachable(t: Check, list: ListDeclaration, size: number): AsyncGenerator<ListQuery> {
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
        `created_at_start and created_at_end do not cut the ${list.name} into windows of ${reach * size}; ${left} are left from ${start?.text ?? "the start"} on`,
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
  sort_dir: SortDir,
): Promise<WalkTally> {
  const { pageSize: size } = await t.census.list(list.name);
  const walk = new WalkTally();
  const query = { ...filters, page_size: size, sort_dir, sort_by: "created_at" };
  const read = (page: number) => askPage(t, list, { ...query, page });
  const most = Math.floor((list.offsetLimit ?? Number.MAX_SAFE_INTEGER) / size);
  const whole = await eachPage(read, { size, most }, walk);
  if (whole !== true) return t.inconclusive(`a window of the ${list.name} is too long to be walked`);
  const [shown] = walk.totals.keys();
  if (walk.totals.size > 1 && accepted(t, await read(1)).total !== shown)
    return t.inconclusive(
      `the number of ${list.name} changed while ${plural(walk.exchanges.length, "page")} of them were read`,
    );
  return walk;
}
