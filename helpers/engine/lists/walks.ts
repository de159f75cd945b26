import {
  DEFAULT_PAGE_SIZE,
  type ListDeclaration,
  OFFSET_LIMIT,
  type SortDir,
  type SortKey,
} from "../../contract/lists.js";
import { pageLength } from "../../oracles/envelope.js";
import { finding } from "../../oracles/finding.js";
import { disjointPages } from "../../oracles/partition.js";
import { sameSet } from "../../oracles/sets.js";
import { cutsTie, tieBorders } from "../../oracles/ties.js";
import { Uncounted } from "../../target/census.js";
import { walkPages } from "../../target/walk.js";
import { datedBy } from "../../wire/dated.js";
import type { Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { count, renderIds } from "../../wire/message.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";
import { cutSize, walkTry } from "./filters.js";
import { judgeLongPartition } from "./long-lists.js";
import { accepted, askPage, exchangesOf, idsOf, type ListQuery, queryOf, refusal } from "./pages.js";
import { type Part, walkable } from "./part.js";
import { type Reading, sharedSize, sharedSizes } from "./reading.js";
import { knownOrLoose } from "./readings.js";
import { valuesOf } from "./sieves.js";
import { judgeSteady, Unsettled, watchText } from "./steady.js";
import { judgeList, judgeWalks, WHICH_AND_WHEN } from "./watching.js";

/** One walk: how it is sorted, and into how many pages the list is cut, where not as other checks read it. */
interface Route {
  readonly dir?: SortDir;
  readonly by?: SortKey;
  readonly pages?: number;
}

const BY_CREATION: readonly Route[] = [
  { dir: "desc", by: "created_at" },
  {},
  { dir: "asc", by: "created_at" },
  { dir: "asc", by: "created_at", pages: 4 },
  { dir: "desc", by: "created_at", pages: 15 },
];
const BY_CHANGE: readonly Route[] = [
  { dir: "desc", by: "modified_at" },
  { dir: "asc", by: "modified_at" },
  { dir: "asc", by: "modified_at", pages: 7 },
];
/** Walks that are made of the routes for each key, by effort. */
const ROUTES = {
  created_at: { quick: 1, standard: 3, thorough: 5 },
  modified_at: { quick: 1, standard: 2, thorough: 3 },
} as const;
/** Pages of a walk over a list of which nobody knows how long it is, by effort. */
const UNCOUNTED_PAGES = { quick: 3, standard: 20, thorough: 100 } as const;
/** Times that several items share at which a walk is cut, by effort. */
const TIES = { quick: 0, standard: 3, thorough: 10 } as const;
/** A size that hardly any list is cut by evenly. */
const ODD = 7;

/**
 * Judges that the pages of a walk hold every item once: several walks, each sorted and cut differently, must hold nothing
 * twice and all the same items. Of a list that shows no total two walks are judged in their place.
 * @param by what the walks are sorted by
 * @throws Inconclusive for a list of fewer than two items
 */
export async function partition(t: Check, list: ListDeclaration, ...by: readonly SortKey[]): Promise<void> {
  const byCreation = by.includes("created_at");
  try {
    t.find(await judgeWalks(t, list, (reading) => judgePartition(t, reading, by), WHICH_AND_WHEN));
    if (byCreation) t.find(await judgeCensus(t, list));
  } catch (error) {
    if (!(error instanceof Uncounted) || !byCreation) throw error;
    const watch = watchText(() => t.census.fingerprint(list.name, t.rule, {}));
    t.find(await judgeSteady(() => judgeUncounted(t, list), watch, t.session.inTurn));
  }
  if (byCreation) await judgeLongPartition(t, list);
}

async function judgePartition(
  t: Check,
  reading: Reading,
  by: readonly SortKey[],
): Promise<readonly Finding[]> {
  const { list } = reading;
  const part = walkable(t, reading);
  if (part.items.length < 2)
    t.inconclusive(`needs two pages of ${list.name}; ${count(part.items.length, "item")} found`);
  await needsPart(t, reading, part);
  const routes = by.flatMap((key) =>
    (key === "created_at" ? BY_CREATION : BY_CHANGE).slice(0, ROUTES[key][t.settings.effort]),
  );
  const walks = (await Promise.all(routes.map((route) => walkRoute(t, reading, part, route)))).filter(
    (pages) => pages !== null,
  );
  t.saw("walks", walks.length);
  const ties = by.includes("created_at") ? await atTies(t, reading, part) : [];
  const twice = [...walks, ...ties].flatMap((pages) => disjointPages({ rule: t.rule, pages }));
  const union = [...new Set([...idsOf(part), ...walks.flatMap(idsIn)])];
  // What the largest pages lose is told by the totals.
  const smaller = walks.filter(
    ([first]) => first !== undefined && Number(queryOf(first).page_size) < reading.size,
  );
  const lost = smaller.flatMap((pages) =>
    sameSet({
      rule: t.rule,
      exchanges: exchangesOf({ pages }),
      documented: `a walk holds every item: ${count(union.length, "item")} known from several walks`,
      expected: union,
      actual: idsIn(pages),
    }),
  );
  const findings = [...twice, ...lost].slice(0, 1);
  if (findings.length > 0 && !by.includes("created_at") && (await losesByCreation(t, reading, part)))
    t.inconclusive(`the same walks by created_at lose or double items too; see ${list.name}.partition`);
  return findings;
}

async function losesByCreation(t: Check, reading: Reading, part: Part): Promise<boolean> {
  const pages = await walkRoute(t, reading, part, { dir: "desc", by: "created_at" });
  if (pages === null) return false;
  const held = new Set(idsIn(pages)).size;
  return held !== idsIn(pages).length || held !== part.items.length;
}

/** A part of a long list is what a bound cuts off; where that does not hold just it there is nothing to be judged. */
async function needsPart(t: Check, reading: Reading, { filters, items }: Part): Promise<void> {
  if (reading.whole && items.length === reading.items.length) return;
  const { total } = await reading.page(t, { ...filters, page: 1, page_size: 1 });
  if (total === items.length) return;
  throw new Unsettled(
    `the list of ${reading.list.name} is too long for a walk, and created_at_end does not cut it down to the ${items.length} items that are due (total ${total})`,
  );
}

/** The pages of a route; null where this way of sorting is refused: whether it may be is judged elsewhere. */
async function walkRoute(
  t: Check,
  reading: Reading,
  { filters, items }: Part,
  { dir, by, pages }: Route,
): Promise<readonly Page[] | null> {
  const held = items.length;
  const part = { items, size: reading.size };
  const shared = dir === "asc" ? sharedSizes(part).asc : sharedSize(part);
  const size = pages === undefined ? shared : Math.ceil(held / pages);
  const most = Math.min(3 * Math.ceil(held / size) + 3, Math.floor(OFFSET_LIMIT / size));
  const walk = await reading.walk(t, { ...filters, sort_dir: dir, sort_by: by }, { size, held, most });
  return walk.kind === "refused" ? null : walk.pages;
}

/**
 * Pages 1 and 2 with a border between items of one time, as far as the shared walk has no such border: a target must
 * order equal times alike on both. None where all times differ.
 */
async function atTies(
  t: Check,
  reading: Reading,
  { filters, items }: Part,
): Promise<readonly (readonly Page[])[]> {
  const dated = datedBy(items) ?? [];
  const made = { dir: "desc", size: sharedSize({ items, size: reading.size }) } as const;
  const most = TIES[t.settings.effort] - (cutsTie(dated, made) ? 1 : 0);
  return Promise.all(
    tieBorders(dated, reading.size, most).map(async ({ size, dir }) => {
      const query = { ...filters, page_size: size, sort_dir: dir, sort_by: "created_at" };
      const read = await Promise.all([1, 2].map((page) => reading.ask(t, { ...query, page })));
      return read.flatMap((page) => (page.kind === "page" ? [page] : []));
    }),
  );
}

/** Walks that end where a page is not full hold nothing twice and, where they get to the end, the same items. */
async function judgeUncounted(t: Check, list: ListDeclaration): Promise<readonly Finding[]> {
  const [desc, asc] = await Promise.all([walkUncounted(t, list, "desc"), walkUncounted(t, list, "asc")]);
  if (desc.items.length < 2)
    return t.inconclusive(`needs two pages of ${list.name}; ${count(desc.items.length, "item")} found`);
  t.saw("walks", 2);
  const twice = [desc, asc].flatMap(({ pages }) => disjointPages({ rule: t.rule, pages }));
  if (twice.length > 0 || !desc.whole || !asc.whole) return twice.slice(0, 1);
  return sameSet({
    rule: t.rule,
    exchanges: [...exchangesOf(desc), ...exchangesOf(asc)],
    documented: `walks under desc and asc hold the same ${list.name}`,
    expected: idsOf(asc),
    actual: idsOf(desc),
  });
}

async function walkUncounted(t: Check, list: ListDeclaration, sort_dir: SortDir) {
  const most = UNCOUNTED_PAGES[t.settings.effort];
  const query = { sort_dir, sort_by: "created_at", page_size: DEFAULT_PAGE_SIZE };
  const read = (page: number) => askPage(t, list, { ...query, page });
  return accepted(t, await walkPages(read, { size: DEFAULT_PAGE_SIZE, most }));
}

/** The census itself, as the walk that other checks stand on. */
async function judgeCensus(t: Check, list: ListDeclaration): Promise<readonly Finding[]> {
  const { pages } = await t.census.list(list.name);
  t.saw("pages", pages.length);
  const findings = disjointPages({ rule: t.rule, pages });
  if (findings.length === 0) return [];
  return judgeWalks(t, list, async (reading) => {
    const read = await Promise.all(pages.map((page) => reading.ask(t, queryOf(page))));
    return disjointPages({
      rule: t.rule,
      pages: read.flatMap((page) => (page.kind === "page" ? [page] : [])),
    });
  });
}

/** Pages past the last that are asked for. */
const PAST_LAST = { quick: 1, standard: 4, thorough: 5 } as const;
/** A list without offset limit has empty pages beyond it too. */
const FAR_BEHIND = 401;

/** Judges that pages past the last are answered 200 without items: the next one, one farther out, and far behind. */
export async function pastLast(t: Check, list: ListDeclaration): Promise<void> {
  t.find(
    await judgeList(
      t,
      list,
      async (reading) => {
        const { filters, items } = walkable(t, reading, OFFSET_LIMIT - 1_000);
        const page_size = sharedSize({ items, size: reading.size });
        const after = (size: number, away: number, held = items.length) =>
          Math.max(1, Math.ceil(held / size)) + away;
        const [parameter = ""] = Object.keys(list.filters);
        const [rare] = valuesOf(list, items, parameter);
        const queries: readonly ListQuery[] = [
          { ...filters, page_size, page: after(page_size, 1), sort_dir: "desc", sort_by: "created_at" },
          { ...filters, page_size: 25, page: after(25, 3) },
          ...(list.offsetLimit === null
            ? [{ ...filters, page_size: 25, page: Math.max(FAR_BEHIND, after(25, 4)) }]
            : []),
          ...(rare === undefined
            ? []
            : [{ ...filters, [parameter]: rare[0], page_size: 25, page: after(25, 1, rare[1]) }]),
          { ...filters, page_size, page: after(page_size, 1), sort_dir: "asc", sort_by: "created_at" },
        ];
        const asked = queries.slice(0, PAST_LAST[t.settings.effort]);
        return (await Promise.all(asked.map((query) => judgePastLast(t, reading, query)))).flat();
      },
      "every-member",
    ),
  );
}

async function judgePastLast(t: Check, reading: Reading, query: ListQuery): Promise<readonly Finding[]> {
  const { list } = reading;
  const documented = `status 200 and no ${list.name} on page ${query.page}, which is past the last`;
  const read = await reading.ask(t, query);
  t.saw("pages past the last");
  if (read.kind === "refused") return [refusal(t, read, documented)];
  // Items that no walk knows of are no repetition: the total was too small, which is judged elsewhere.
  const held = new Set(idsOf(reading));
  if (read.items.length === 0 || idsOf(read).every((id) => !held.has(id))) return [];
  // What a filter lets in is judged there.
  const [parameter = ""] = Object.keys(list.filters);
  const match = list.filters[parameter];
  const value = query[parameter];
  if (
    value !== undefined &&
    match?.by === "member" &&
    read.items.some(({ raw }) => raw[match.member] !== value)
  )
    return [];
  const received = `${count(read.items.length, "item")}: ${renderIds(idsOf(read))}`;
  return [
    finding({ rule: t.rule, exchanges: [read.exchange] }, { documented, received, pointer: `/${list.name}` }),
  ];
}

/**
 * Judges that pages hold as many items as were asked for: first and last pages of several sizes, and page 1 of filtered
 * lists that are cut in two.
 */
export async function pageSizes(t: Check, list: ListDeclaration): Promise<readonly Finding[]> {
  try {
    return await judgeWalks(t, list, (reading) => judgeSizes(t, reading), "every-member");
  } catch (error) {
    if (!(error instanceof Uncounted)) throw error;
    return smallPages(t, list, error);
  }
}

async function judgeSizes(t: Check, reading: Reading): Promise<readonly Finding[]> {
  const { filters, items } = walkable(t, reading);
  // Where walks lose items nobody knows what the list holds but by its total.
  const held = reading.isLoose ? reading.total : items.length;
  if (held < 2)
    t.inconclusive(
      `needs a list with more items than the page size asked for; it holds ${count(held, "item")}`,
    );
  const { asc } = sharedSizes({ items, size: reading.size });
  const sizes =
    t.settings.effort === "quick"
      ? [asc]
      : [
          1,
          asc,
          ODD,
          ...(t.settings.effort === "thorough" || reading.size < DEFAULT_PAGE_SIZE
            ? [DEFAULT_PAGE_SIZE]
            : []),
        ];
  const cuts: readonly ListQuery[] = [...new Set(sizes)]
    .filter((size) => size < held)
    .flatMap((page_size) => [
      ...(page_size === 1 && t.settings.effort !== "quick" ? [{ page_size, page: 1 }] : []),
      { page_size, page: Math.ceil(held / page_size) },
    ]);
  const judged = await Promise.all(
    cuts.map((cut) =>
      judgeLength(t, reading, { ...filters, ...cut, sort_dir: "asc", sort_by: "created_at" }, held),
    ),
  );
  const plain = judged.flat().slice(0, 1);
  if (plain.length > 0 || t.settings.effort === "quick") return plain;
  const filtered = await Promise.all(
    reading.cutTries(t).map(async (one) => {
      const walk = await ifReadable(walkTry(t, reading, one));
      const [first] = walk?.kind === "walk" ? walk.pages : [];
      const size = cutSize(reading, one);
      const due = reading.items.filter(({ raw }) => one.sieve.filter.meets(raw) === true).length;
      // What the filter loses or lets in is judged there: only a page of which the walk makes up for the rest counts.
      if (first === undefined || walk?.kind !== "walk" || new Set(idsOf(walk)).size !== due || due < size)
        return [];
      t.saw("pages");
      return pageLength({ rule: t.rule, page: { ...first, total: due } });
    }),
  );
  return filtered.flat().slice(0, 1);
}

async function judgeLength(
  t: Check,
  reading: Reading,
  query: ListQuery,
  held: number,
): Promise<readonly Finding[]> {
  const read = await reading.ask(t, query);
  if (read.kind === "refused") return [refusal(t, read, `page ${query.page} of size ${query.page_size}`)];
  t.saw("pages");
  // What the list holds is known from walks; a total that is wrong is judged elsewhere.
  return pageLength({ rule: t.rule, page: { ...read, total: held } });
}

/**
 * Of a list that does not say how long it is: more items than were asked for are found on every page of the run, so it
 * is enough to have pages that can be too long.
 * @throws Uncounted where none of them is full
 */
async function smallPages(t: Check, list: ListDeclaration, why: Uncounted): Promise<readonly Finding[]> {
  const sort = { sort_dir: "asc", sort_by: "created_at", page: 2 };
  const reads = await Promise.all([1, ODD].map((page_size) => askPage(t, list, { ...sort, page_size })));
  const full = reads.filter((read, at) => read.kind === "page" && read.items.length >= (at === 0 ? 1 : ODD));
  t.saw("pages", full.length);
  if (full.length === 0) throw why;
  return [];
}

/** Judges the totals on the pages of a walk against the items that it collects. */
export function totals(t: Check, list: ListDeclaration): Promise<readonly Finding[]> {
  return judgeWalks(t, list, (reading) => judgeTotals(t, reading), WHICH_AND_WHEN);
}

async function judgeTotals(t: Check, reading: Reading): Promise<readonly Finding[]> {
  const { list } = reading;
  const part = walkable(t, reading);
  // A list that counts items and shows none is walked all the same.
  if (part.items.length === 0 && reading.total === 0) t.inconclusive("needs a list that holds an item");
  const pages = await totalsWalk(t, reading, part);
  const entries = idsIn(pages);
  const union = new Set([...idsOf(part), ...entries]);
  const counted = [...pages, ...(await changedPages(t, reading, part))].filter(({ total }) => total !== null);
  t.saw("pages", counted.length);
  t.saw("items", union.size);
  // Items that come twice are the business of the partition.
  const wrong = counted.find(({ total }) => total !== union.size && total !== entries.length);
  // Where smaller pages lose items too, that is the business of the partition.
  if (wrong === undefined)
    return new Set(entries).size === union.size ? largePages(t, reading, union.size) : [];
  return [
    finding(
      { rule: t.rule, exchanges: [...new Set([wrong, ...pages])].map((page) => page.exchange) },
      {
        documented: `total is ${union.size}, the number of ${list.name} that a walk over all pages collects`,
        received: `total ${wrong.total}`,
        pointer: "/total",
      },
    ),
  ];
}

/** The walk that the list's partition is judged by. */
async function totalsWalk(t: Check, reading: Reading, part: Part): Promise<readonly Page[]> {
  const census = await t.census.list(reading.list.name);
  if (t.settings.effort === "quick" && census.whole) return census.pages;
  return (await walkRoute(t, reading, part, { dir: "desc", by: "created_at" })) ?? [];
}

/** A page in order of modification, of a list that no walk goes over in that order: it counts the same items. */
async function changedPages(t: Check, reading: Reading, { filters, items }: Part): Promise<readonly Page[]> {
  if (t.settings.effort === "quick") return [];
  const page_size = sharedSize({ items, size: reading.size });
  const query = { ...filters, page: 1, page_size, sort_dir: "desc", sort_by: "modified_at" };
  // Whether the list may be sorted so is judged elsewhere.
  const read = await ifReadable(reading.ask(t, query));
  return read?.kind === "page" ? [read] : [];
}

/** Pages as large as the target gives them hold what smaller ones hold. Nothing is judged of a list known in part. */
async function largePages(t: Check, reading: Reading, held: number): Promise<readonly Finding[]> {
  const { list } = reading;
  const census = await t.census.list(list.name);
  if (!census.whole || census.total !== held) return [];
  const pages = await Promise.all(census.pages.map((page) => reading.page(t, queryOf(page))));
  const entries = idsIn(pages);
  const found = new Set(entries).size;
  // Items that come twice are the business of the partition here too.
  if (found >= held || entries.length > found) return [];
  return [
    finding(
      { rule: t.rule, exchanges: exchangesOf({ pages }) },
      {
        documented: `${count(pages.length, "page")} of this page_size hold ${count(held, "item")}, as total says and smaller pages do`,
        received: count(found, "item"),
        pointer: `/${list.name}`,
      },
    ),
  ];
}

/** What the list is known to hold, for a check that goes on without it where nothing is. */
export async function heldBy(t: Check, list: ListDeclaration): Promise<number> {
  return (await knownOrLoose(t, list)).items.length;
}

function idsIn(pages: readonly Page[]): readonly string[] {
  return pages.flatMap((page) => idsOf(page));
}
