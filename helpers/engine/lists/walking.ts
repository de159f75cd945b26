import { DEFAULT_PAGE_SIZE, OFFSET_LIMIT } from "../../contract/lists.js";
import { finding } from "../../oracles/finding.js";
import { disjointPages } from "../../oracles/partition.js";
import { sameSet } from "../../oracles/sets.js";
import type { SortDir } from "../../oracles/slices.js";
import { type Border, cutsTie, tieBorders } from "../../oracles/ties.js";
import { LONGEST_KNOWN, Uncounted } from "../../target/census.js";
import { datedBy } from "../../wire/dated.js";
import type { Item, ListName, Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { count, renderIds } from "../../wire/message.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";
import { boundsBetween } from "./filtering.js";
import { type Known, knownItems, needsTotals, sharedSize } from "./known.js";
import { judgeLongPartition } from "./long-lists.js";
import {
  accepted,
  askPage,
  exchangesOf,
  idsOf,
  type ListQuery,
  type Refused,
  refusal,
  walkPages,
} from "./pages.js";
import { datedOf } from "./slicing.js";
import { judgeSteady, watchText } from "./steady.js";
import { judgeKnown, ListWatch, type Look, WHICH_AND_WHEN, WHICH_ITEMS } from "./watching.js";

/** One walk: how it is sorted, and into how many pages the list is cut, where not as other checks read it. */
interface Route {
  readonly dir?: SortDir;
  readonly by?: "created_at" | "modified_at";
  readonly pages?: number;
}

/** A list, or the part of a long one that a walk can reach. */
export interface Stretch {
  readonly filters: ListQuery;
  readonly items: readonly Item[];
}

/** Longest list that is walked as a whole; of a longer one its oldest items are, by a date filter. */
const LONGEST = { quick: 400, standard: 600, thorough: LONGEST_KNOWN } as const;
const STRETCH = 150;
/** Pages of a walk over a list of which nobody knows how long it is, by effort. */
const UNCOUNTED_PAGES = { quick: 3, standard: 20, thorough: 100 } as const;

const ROUTES: readonly Route[] = [
  { dir: "desc", by: "created_at" },
  {},
  { dir: "desc", by: "modified_at" },
  { dir: "asc", by: "created_at", pages: 4 },
  { dir: "desc", by: "created_at", pages: 15 },
  { dir: "asc", by: "modified_at", pages: 7 },
];
/** Of the reports it is open what sorting by modified_at does. */
const ROUTE_COUNT = {
  shipments: { quick: 1, standard: 3, thorough: 6 },
  labels: { quick: 1, standard: 3, thorough: 6 },
  reports: { quick: 1, standard: 2, thorough: 6 },
} as const;

/**
 * Judges that the pages of a walk hold every item once: several walks, each sorted and cut differently, must
 * hold nothing twice and all the same items. Whether total agrees is judged elsewhere.
 * @throws Inconclusive for a list of fewer than two items
 */
export function judgePartition(t: Check, list: ListName): Promise<void> {
  return orUncounted(t, list, judgeWalks(t, list));
}

/** A judgement of the partition; of a list that shows no total two walks are judged in its place. */
export async function orUncounted(t: Check, list: ListName, judged: Promise<void>): Promise<void> {
  try {
    await judged;
  } catch (error) {
    if (!(error instanceof Uncounted)) throw error;
    const watch = watchText(() => t.census.fingerprint(list, t.rule, {}));
    t.find(await judgeSteady(() => judgeUncounted(t, list), watch, t.session.inTurn));
  }
}

/** Walks that end where a page is not full hold nothing twice and, where they get to the end, the same items. */
async function judgeUncounted(t: Check, list: ListName): Promise<readonly Finding[]> {
  const walks = await Promise.all(
    (["desc", "asc"] as const).map(async (dir) => {
      const most = UNCOUNTED_PAGES[t.settings.effort];
      const plan = { size: DEFAULT_PAGE_SIZE, dir, by: "created_at", most } as const;
      return accepted(t, await walkPages(t, list, {}, plan));
    }),
  );
  const [desc, asc] = walks;
  if (desc === undefined || asc === undefined || desc.items.length < 2)
    return t.inconclusive(`needs two pages of ${list}; ${count(desc?.items.length ?? 0, "item")} found`);
  t.saw("walks", walks.length);
  const twice = walks.flatMap(({ pages }) => disjointPages({ rule: t.rule, pages }));
  if (twice.length > 0 || !desc.whole || !asc.whole) return twice.slice(0, 1);
  return sameSet({
    rule: t.rule,
    exchanges: [...exchangesOf(desc), ...exchangesOf(asc)],
    documented: `walks under desc and asc hold the same ${list}`,
    expected: idsOf(asc),
    actual: idsOf(desc),
  });
}

async function judgeWalks(t: Check, list: ListName): Promise<void> {
  const watch = new ListWatch(t, list, WHICH_AND_WHEN);
  const read = async (look: Look | null): Promise<readonly Finding[]> => {
    const stretch = look === null ? await stretchOf(t, list) : stretchIn(t, list, watch.known(look));
    if (stretch.items.length < 2)
      t.inconclusive(`needs two pages of ${list}; ${count(stretch.items.length, "item")} found`);
    // A second reading stands on its own: the census may be out of date by then.
    const within = look === null ? ((await ifReadable(knownItems(t, list))) ?? undefined) : undefined;
    const routes = Math.max(look === null ? 1 : 2, ROUTE_COUNT[list][t.settings.effort]);
    const walks = (
      await Promise.all(ROUTES.slice(0, routes).map((route) => walk(t, list, stretch, route, within)))
    ).filter((pages) => pages !== null);
    t.saw("walks", walks.length);
    const { pageSize } = await t.census.list(list);
    const made = [{ dir: "desc", size: sharedSize(stretch.items.length, pageSize) }] as const;
    const ask = (query: ListQuery) => askPage(t, list, query, within);
    const ties = await atTies(t, stretch, pageSize, made, ask);
    const twice = [...walks, ...ties].flatMap((pages) => disjointPages({ rule: t.rule, pages }));
    if (twice.length > 0) return twice.slice(0, 1);
    const census =
      look === null ? [await censusWalk(t, list, stretch)].filter((pages) => pages !== null) : [];
    const union = [...new Set([...census, ...walks].flatMap(ids))];
    // The census is a walk too: what it lacks although others have it, it lost.
    const lost = [...walks, ...census].flatMap((pages) =>
      sameSet({
        rule: t.rule,
        exchanges: pages.map((page) => page.exchange),
        documented: `a walk holds every item: ${count(union.length, "item")} known from several walks`,
        expected: union,
        actual: ids(pages),
      }),
    );
    return lost.slice(0, 1);
  };
  t.find(await judgeSteady(read, watch, t.session.inTurn));
  t.find(await judgeCensus(t, list));
  await judgeLongPartition(t, list);
}

/** Times that several items share at which a walk is cut, by effort. */
const TIES = { quick: 0, standard: 3, thorough: 10 } as const;

/**
 * Pages 1 and 2 with a border between items of one time, as far as the walks that are `made` have no such border: a
 * target must order equal times alike on both. None where all times differ.
 */
export async function atTies(
  t: Check,
  { filters, items }: Stretch,
  served: number,
  made: readonly Border[],
  ask: (query: ListQuery) => Promise<Page | Refused>,
): Promise<readonly (readonly Page[])[]> {
  const dated = datedBy(items) ?? [];
  const most = TIES[t.settings.effort] - made.filter((border) => cutsTie(dated, border)).length;
  return Promise.all(
    tieBorders(dated, served, most).map(async ({ size, dir }) => {
      const query = { ...filters, page_size: size, sort_dir: dir, sort_by: "created_at" };
      const read = await Promise.all([1, 2].map((page) => ask({ ...query, page })));
      return read.flatMap((page) => (page.kind === "page" ? [page] : []));
    }),
  );
}

/** Pages past the last that are asked for. */
const PAST_LAST = { quick: 1, standard: 2, thorough: 3 } as const;

/**
 * Judges that the page after the last, and one farther out, are answered 200 without items.
 */
export async function judgePastLast(t: Check, list: ListName): Promise<void> {
  t.find(
    await judgeKnown(
      t,
      list,
      async (known) => {
        const { filters, items } = cutShort(t, list, known, OFFSET_LIMIT - 1_000);
        const page_size = sharedSize(items.length, known.size);
        const cases = [
          { page_size, away: 1, sort_dir: "desc", sort_by: "created_at" },
          { page_size: 25, away: 3 },
          { page_size, away: 1, sort_dir: "asc", sort_by: "created_at" },
        ];
        const asked = cases.slice(0, PAST_LAST[t.settings.effort]);
        const findings = asked.map(async ({ away, ...query }) => {
          const page = Math.max(1, Math.ceil(items.length / query.page_size)) + away;
          const documented = `no ${list} on page ${page} of ${page - away}`;
          const read = await askPage(t, list, { ...filters, ...query, page }, known);
          t.saw("pages past the last");
          if (read.kind === "refused") return [refusal(t, read, documented)];
          if (read.items.length === 0) return [];
          const received = `${count(read.items.length, "item")}: ${renderIds(read.items.map((item) => item.id))}`;
          return [
            finding(
              { rule: t.rule, exchanges: [read.exchange] },
              { documented, received, pointer: `/${list}` },
            ),
          ];
        });
        return (await Promise.all(findings)).flat();
      },
      WHICH_ITEMS,
    ),
  );
}

/** The pages of the census where it went over all that is walked. */
async function censusWalk(t: Check, list: ListName, { items }: Stretch): Promise<readonly Page[] | null> {
  const { pages, whole } = await t.census.list(list);
  return whole && items.length === ids(pages).length ? pages : null;
}

/** The census itself, as the walk that other checks stand on. */
async function judgeCensus(t: Check, list: ListName): Promise<readonly Finding[]> {
  const { pages } = await t.census.list(list);
  t.saw("pages", pages.length);
  const findings = disjointPages({ rule: t.rule, pages });
  if (findings.length === 0) return [];
  const size = pages[0]?.items.length ?? 1;
  const watch = new ListWatch(t, list, WHICH_ITEMS);
  return judgeSteady(
    async (look) => {
      if (look === null) return findings;
      const { items, filters } = watch.known(look);
      const route = { dir: "asc", by: "created_at", pages: Math.ceil(items.length / size) } as const;
      const again = await walk(t, list, { filters, items }, route);
      return again === null ? [] : disjointPages({ rule: t.rule, pages: again });
    },
    watch,
    t.session.inTurn,
  );
}

/**
 * Reads pages until they have given what the list holds, and a little farther where they do not. Null where
 * this way of sorting is refused: whether it may be is judged elsewhere.
 */
async function walk(
  t: Check,
  list: ListName,
  { filters, items }: Stretch,
  route: Route,
  within?: Known,
): Promise<readonly Page[] | null> {
  const held = new Set(items.map((item) => item.id)).size;
  const { pageSize: served } = await t.census.list(list);
  const page_size = route.pages === undefined ? sharedSize(held, served) : Math.ceil(held / route.pages);
  const query = { ...filters, page_size, sort_dir: route.dir, sort_by: route.by };
  const most = 3 * Math.ceil(held / page_size) + 3;
  const pages: Page[] = [];
  let collected = 0;
  for (let page = 1; page <= most && page * page_size <= OFFSET_LIMIT; page += 1) {
    const read = await askPage(t, list, { ...query, page }, within);
    if (read.kind === "refused") return page === 1 ? null : pages;
    pages.push(read);
    collected += read.items.length;
    const due = Math.max(read.total ?? 0, held);
    if (collected === due || read.items.length === 0 || (read.items.length < page_size && collected > due))
      return pages;
  }
  if (disjointPages({ rule: t.rule, pages }).length > 0) return pages;
  return t.inconclusive(
    `a walk over the ${list} in pages of ${page_size} did not end after ${count(pages.length, "page")}`,
  );
}

async function stretchOf(t: Check, list: ListName): Promise<Stretch> {
  const { pages, whole, total } = await t.census.list(list);
  needsTotals(list, pages);
  if (whole && total <= LONGEST[t.settings.effort])
    return { filters: {}, items: pages.flatMap((page) => page.items) };
  return stretchIn(t, list, await knownItems(t, list));
}

function stretchIn(t: Check, list: ListName, known: Known): Stretch {
  return cutShort(t, list, known, LONGEST[t.settings.effort]);
}

/** The list when it is no longer than `longest`, otherwise its oldest items, by created_at_end. */
export function cutShort(t: Check, list: ListName, known: Known, longest: number): Stretch {
  if (known.whole && known.items.length <= longest) return { filters: known.filters, items: known.items };
  if (!known.whole && known.dir !== "asc") {
    return t.inconclusive(`which of the ${list} are the oldest is unknown; see ${list}.slice.asc`);
  }
  const dated = datedOf(t, list, known, "created_at");
  const bounds = boundsBetween(dated);
  const bound = bounds[Math.min(bounds.length - 1, STRETCH)];
  if (bound === undefined)
    return t.inconclusive(`the ${list} are too many for a walk, and share one created_at`);
  const inside = new Set(dated.filter(({ at }) => at.epochNs < bound.epochNs).map(({ id }) => id));
  return { filters: { created_at_end: bound.text }, items: known.items.filter(({ id }) => inside.has(id)) };
}

function ids(pages: readonly Page[]): readonly string[] {
  return pages.flatMap((page) => page.items.map((item) => item.id));
}
