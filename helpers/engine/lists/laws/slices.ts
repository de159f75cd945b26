import fc from "fast-check";
import type { SortKey } from "../../../contract/generated/types.js";
import {
  DEFAULT_PAGE_SIZE,
  DEFAULT_SORT,
  type ListDeclaration,
  OFFSET_LIMIT,
  type SortDir,
} from "../../../contract/lists.js";
import { pageLength } from "../../../oracles/lists/envelope.js";
import { disjoint } from "../../../oracles/lists/sets.js";
import { sliceServed } from "../../../oracles/lists/slices.js";
import { nothingTwice, tallyOf } from "../../../oracles/lists/walk-laws.js";
import type { Walked } from "../../../target/lists/walk.js";
import { type Dated, datedBy, differ, oldestFirst } from "../../../wire/dated.js";
import { idsOf, type Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { howToGetMore } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { Unsettled } from "../../check/steady.js";
import { defaultSized } from "../asking/default-sized.js";
import { accepted, type Cut, cutQuery, exchangesOf, refusal } from "../asking/pages.js";
import { surelyMeeting } from "../asking/sieves.js";
import type { Try } from "../asking/tries.js";
import { judgeList, judgeParts, listJudge } from "../reading/judge-list.js";
import { cutSize, dueOf, firstOfCut, needsAllByChange } from "../reading/judge-try.js";
import { WHICH_AND_WHEN, WHICH_ITEMS } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { known } from "../reading/readings.js";
import { datedOf, sharedSizes } from "../reading/walkable.js";
import { judgeLoneSort } from "./lone-sort.js";
import { judgeDirections } from "./sorting.js";

/** Which slices of a list to judge. */
interface Slicing {
  readonly dir: SortDir;
  readonly by: SortKey;
}

/**
 * Judges the set on several pages of a list by the rank law: page size 1 at both ends, a size with a short last page,
 * any page of any size, page 1 under filters, and with one sort parameter alone. Ignores the order inside a page.
 * @throws Inconclusive without two items of different times
 */
export async function judgeSlices(
  t: Check,
  list: ListDeclaration,
  by: SortKey,
  ...dirs: readonly SortDir[]
): Promise<void> {
  let told = 0;
  if ((await ifReadable(known(t, list))) === null) await judgeDirections(t, list, by, dirs);
  for (const dir of dirs) {
    if (await judgeSlicing(t, list, { dir, by })) told += 1;
    await judgeFilteredSlices(t, list, { dir, by });
  }
  await judgeLoneSort(t, list);
  if (told > 0) return;
  const { items, total } = await known(t, list);
  const sizes = items.length < total ? `${items.length} of ${total} were read` : `the list holds ${total}`;
  t.inconclusive(`needs two ${list.name} with different ${by}; ${sizes}. ${howToGetMore(list.name)}`);
}

/** False if the items are too few, or too alike, to tell one slice from another. */
async function judgeSlicing(t: Check, list: ListDeclaration, slicing: Slicing): Promise<boolean> {
  const { dir, by } = slicing;
  const first = await known(t, list);
  const ground = await groundOf(t, first, slicing);
  const dated = datedOf(t, list, ground.items, by);
  if (!differ(dated)) return false;
  if (!first.whole && first.dir === "asc" && dir === "desc" && by === "created_at")
    t.find(await newestAmongOldest(t, first, dated));
  const judge = listJudge(t, list, by === "created_at" ? WHICH_ITEMS : WHICH_AND_WHEN);
  const judgeSteadily = (cut: Cut) =>
    judge(async (reading) => {
      const now = reading === first ? ground : await groundOf(t, reading, slicing);
      return judgeCut(t, reading, cut, datedOf(t, list, now.items, by));
    });
  const most = t.budget(by === "created_at" ? "lists.slices.by-creation" : "lists.slices.by-others");
  for (const cut of plainCuts(ground, slicing).slice(0, most)) {
    const findings = await judgeSteadily(cut);
    t.find(findings);
    if (findings.length > 0) return true;
  }
  const cuts = fc
    .integer({ min: 1, max: Math.min(first.size, dated.length) })
    .chain((size) =>
      fc
        .integer({ min: 1, max: lastPage(dated.length, size, ground.whole) })
        .map((page): Cut => ({ page, size, dir, by })),
    );
  const words = ({ page, size }: Cut) => `page_size=${size}, page=${page}, sort_dir=${dir}, sort_by=${by}`;
  const runs = t.budget("lists.slices.drawn");
  if (runs > 0) await t.property("drawn pages", cuts, runs, judgeSteadily, words);
  return true;
}

/** Judges one page by its place; a refusal is a breach. */
async function judgeCut(t: Check, reading: Reading, cut: Cut, dated: readonly Dated[]): Promise<Findings> {
  const { list } = reading;
  const { page, size, dir, by } = cut;
  const read = await reading.ask(t, cutQuery(cut));
  const documented = `page ${page} of size ${size} under ${dir} by ${by}`;
  // The list may have become shorter since the page was chosen; another rule judges pages past the last.
  if (read.kind === "refused") return (page - 1) * size < dated.length ? [refusal(t, read, documented)] : [];
  t.saw("pages");
  const findings = sliceServed(t.rule, read, cut, dated);
  if (findings.length === 0) return findings;
  if (by === "created_at") return (await doubled(t, reading, read, cut)) ?? findings;
  await needsAllByChange(t, reading);
  const usual = await reading.ask(t, cutQuery({ ...cut, by: "created_at" }));
  const created = datedOf(t, list, reading.items);
  if (usual.kind === "page" && sliceServed(t.rule, usual, cut, created).length > 0)
    throw new Unsettled(
      `under ${dir} the slices by created_at are wrong too; see ${list.rules.slice[dir]}; if that rule holds, the data changed during the check`,
    );
  return findings;
}

/**
 * If a page that breaks the rank law shares items with a neighbouring page, holds one twice, or holds more than asked
 * for, it breaks the partition or the page size rather than the slice. Null if it does none of these.
 */
async function doubled(t: Check, reading: Reading, read: Page, cut: Cut): Promise<Findings | null> {
  // paging.page_size.respected judges this on every exchange.
  if (read.items.length > cut.size) return [];
  const { partition: rule } = reading.list.rules;
  for (const away of [0, -1, 1].filter((each) => cut.page + each >= 1)) {
    const neighbour = away === 0 ? null : await reading.ask(t, cutQuery({ ...cut, page: cut.page + away }));
    if (neighbour?.kind === "refused") continue;
    const pages = neighbour === null ? [read] : away < 0 ? [neighbour, read] : [read, neighbour];
    const twice = nothingTwice({ rule, walk: tallyOf(pages) });
    if (twice.length > 0) return twice;
  }
  return null;
}

/**
 * Judges the set on page 1 of filtered lists that are cut in two, and on a page of the default size, as the checks of
 * filters and defaults read them.
 */
async function judgeFilteredSlices(t: Check, list: ListDeclaration, { dir, by }: Slicing): Promise<void> {
  if (!t.affords("lists.cut")) return;
  const tries = (await known(t, list)).cutTries(t);
  const own = tries.filter(
    ({ sort }) => sort.sort_dir === dir && (sort.sort_by ?? DEFAULT_SORT.sort_by) === by,
  );
  const judge = (reading: Reading, one: Try) => judgeFirst(t, reading, one, { dir, by });
  t.find(await judgeParts(t, list, "every-member", own, judge));
  if (dir === "asc")
    t.find(await judgeList(t, list, "every-member", (reading) => judgeDefaultSized(t, reading, by)));
}

async function judgeDefaultSized(t: Check, reading: Reading, by: SortKey): Promise<Findings> {
  const one = defaultSized(t, reading.list, reading.items);
  if (one === null || one.by !== by || !reading.whole) return [];
  const { query, sieve, page } = one;
  const read = await ifReadable(reading.page(t, query));
  const due = surelyMeeting(reading.items, sieve.filter);
  const dated = datedBy(due, by);
  if (read === null || dated === null) return [];
  // Another rule judges how long the page is.
  const isDue = read.total === due.length && read.items.every(({ raw }) => sieve.filter.meets(raw) === true);
  if (!isDue || pageLength({ rule: t.rule, page: read }).length > 0) return [];
  t.saw("pages");
  const place = { page, size: DEFAULT_PAGE_SIZE, dir: "asc" } as const;
  const findings = sliceServed(t.rule, read, place, dated);
  if (findings.length === 0) return [];
  // The filters' own rules judge what they lose or let in, which may cancel out in the total.
  const sort = { sort_dir: "asc", sort_by: "created_at" } as const;
  if ((await dueOf(t, reading, { sieve, pages: 1, sort })) === null) return [];
  const given = await ifReadable(reading.page(t, { ...query, page_size: DEFAULT_PAGE_SIZE }));
  const isOmission = given !== null && sliceServed(t.rule, given, place, dated).length === 0;
  return isOmission
    ? findings.map((found) => ({ ...found, rule: reading.list.rules.default.page_size }))
    : findings;
}

async function judgeFirst(t: Check, reading: Reading, one: Try, { dir, by }: Slicing): Promise<Findings> {
  const found = await sliceOfFirst(t, reading, one, { dir, by });
  if (found === null || found.length === 0 || one.sort.sort_by !== undefined) return found ?? [];
  const inFull = { ...one, sort: { sort_dir: dir, sort_by: by } };
  const given = await sliceOfFirst(t, reading, inFull, { dir, by });
  if (given === null || given.length > 0) return given ?? [];
  const { sort_by: rule = t.rule } = reading.list.rules.default;
  return found.map((each) => ({ ...each, rule }));
}

/** What is wrong with page 1 of a list that is cut in pages; null if it cannot be judged. */
async function sliceOfFirst(
  t: Check,
  reading: Reading,
  one: Try,
  { dir, by }: Slicing,
): Promise<Findings | null> {
  const first = await firstOfCut(t, reading, one);
  const dated = first === null ? null : datedBy(first.due, by);
  if (first === null || dated === null || !reading.whole) return null;
  t.saw("pages");
  return sliceServed(t.rule, first.page, { page: 1, size: cutSize(reading, one), dir }, dated);
}

/**
 * The items among which ranks are counted. For a list too long to be known whole, its end in this direction: the first
 * pages of the largest size, by which pages of other sizes are judged.
 */
async function groundOf(t: Check, reading: Reading, slicing: Slicing): Promise<Reading> {
  if (reading.whole || (slicing.dir === "asc" && slicing.by === "created_at")) return reading;
  const { items, whole } = await endOf(t, reading, slicing);
  return reading.part({ items, whole });
}

async function endOf(t: Check, reading: Reading, { dir, by }: Slicing): Promise<Walked> {
  return accepted(t, await reading.walk(t, { sort_dir: dir, sort_by: by }, { most: 2 }));
}

/** For a list too long to be known whole: what desc gives first cannot be among the oldest, except for ties. */
async function newestAmongOldest(t: Check, reading: Reading, dated: readonly Dated[]): Promise<Findings> {
  const { list, items, total } = reading;
  if (items.length + dated.length > total) return [];
  const oldest = oldestFirst(datedOf(t, list, items));
  const last = oldest.at(-1)?.at.epochNs;
  return disjoint({
    rule: t.rule,
    exchanges: exchangesOf(await endOf(t, reading, { dir: "desc", by: "created_at" })),
    documented: "the newest items under desc, none of the oldest",
    left: idsOf(dated),
    right: idsOf(oldest.filter((item) => item.at.epochNs !== last)),
  });
}

function lastPage(total: number, size: number, whole: boolean): number {
  const pages = whole ? Math.ceil(total / size) : Math.floor(total / size);
  return Math.max(1, Math.min(pages, Math.floor(OFFSET_LIMIT / size)));
}

/**
 * The cheapest pages that reveal the most: the last page of a walk that other checks read too, the ends at size 1, then
 * other pages of that walk.
 */
function plainCuts({ items, size: served, whole }: Reading, { dir, by }: Slicing): readonly Cut[] {
  const total = items.length;
  const biggest = Math.min(served, total);
  const size = sharedSizes({ items, size: whole ? served : biggest })[dir];
  const last = lastPage(total, size, whole);
  const small = dir === "desc" && by === "created_at" ? 2 : 1;
  const cuts = [
    { page: last, size },
    // Pages 2 and 3 of many, whose links differ from those of the ends. Two items show their order.
    { page: Math.min(dir === "desc" ? 3 : 2, lastPage(total, small, whole)), size: small },
    { page: lastPage(total, 1, whole), size: 1 },
    { page: 1, size },
    { page: Math.max(1, last - 1), size },
    { page: 1, size: biggest },
  ];
  const places = new Map(cuts.map((cut) => [`${cut.page} ${cut.size}`, { ...cut, dir, by }]));
  return [...places.values()];
}
