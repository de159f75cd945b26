import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE } from "../../../contract/lists.js";
import { pageLength } from "../../../oracles/lists/envelope.js";
import { meetsFilter, missedByFilter } from "../../../oracles/lists/filters.js";
import { sizeCuttingTie, sizeTellingKeys } from "../../../oracles/lists/ties.js";
import { nothingTwice, tallyOf } from "../../../oracles/lists/walk-laws.js";
import type { Walked } from "../../../target/lists/walk.js";
import { createdBefore, creations, datedBy } from "../../../wire/dated.js";
import { type Item, idsOf, type Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { Unsettled } from "../../check/steady.js";
import { omittedFrom } from "../asking/omitted.js";
import { exchangesOf, type Omittable, pageOf, type Refused, refusal } from "../asking/pages.js";
import { parametersOf, possiblyMeeting, rulesOf, type Sieve, surelyMeeting } from "../asking/sieves.js";
import type { Try } from "../asking/tries.js";
import { isReadable } from "./named-batch.js";
import type { Reading } from "./reading.js";
import { judgeTogether } from "./together.js";
import { pageByChange } from "./walkable.js";

/** What a refusal of the filter means: a breach, or inconclusive because another rule judges it. */
type OnRefusal = "breach" | "inconclusive";

/**
 * Judges that a filtered list is exactly the known items that meet the filter. Items lost only at one page size are
 * left to the page rules. If every filter fails under sort_by=modified_at, only the first filter's rule reports it; if
 * the filter fails only where a parameter is left out, the rule of its default.
 */
export async function judgeTry(
  t: Check,
  reading: Reading,
  one: Try,
  onRefusal: OnRefusal,
): Promise<Findings> {
  const drawn = withOmissions(t, reading, one);
  if (drawn.omits.length === 0) return judgeInFull(t, reading, drawn, onRefusal);
  const found = await judgeSorted(t, reading, drawn, "breach");
  if (found.length === 0) return [];
  const inFull = await judgeInFull(t, reading, { ...one, omits: [] }, onRefusal);
  if (inFull.length > 0) return inFull;
  const walk = await walkTry(t, reading, drawn);
  // No default of those parameters lets other items in.
  if (walk.kind === "walk" && walk.items.some(({ raw }) => one.sieve.filter.meets(raw) === false))
    return found;
  for (const omitted of drawn.omits) {
    const alone = await judgeSorted(t, reading, { ...one, omits: [omitted] }, "breach");
    const rule = reading.list.rules.default[omitted] ?? t.rule;
    if (alone.length > 0) return alone.map((finding) => ({ ...finding, rule }));
  }
  return found;
}

async function judgeInFull(t: Check, reading: Reading, one: Try, onRefusal: OnRefusal): Promise<Findings> {
  const findings = await judgeSorted(t, reading, one, onRefusal);
  if (findings.length > 0 && one.sort.sort_by === "modified_at") await needsOthersRight(t, reading, one);
  return findings;
}

/**
 * If this filter fails only under sort_by=modified_at, another rule reports it where that loses items of the whole list
 * too, or where the list's first filter fails likewise.
 * @throws Inconclusive in that case
 */
async function needsOthersRight(t: Check, reading: Reading, { sieve, pages }: Try): Promise<void> {
  const byCreation = { sieve, pages, sort: { sort_dir: reading.dir, sort_by: "created_at" } } as const;
  if ((await judgeSorted(t, reading, byCreation, "inconclusive")).length > 0) return;
  await needsAllByChange(t, reading);
  const first = reading.firstByChange(t);
  if (first === null || parametersOf(first.sieve) === parametersOf(sieve)) return;
  if ((await judgeSorted(t, reading, first, "inconclusive")).length === 0) return;
  throw new Unsettled(
    `under sort_by=modified_at ${first.sieve.filter.words} goes wrong too; see ${rulesOf(reading.list, first.sieve)}`,
  );
}

/**
 * If the whole list counts fewer items under sort_by=modified_at, the rule of its total reports that.
 * @throws Inconclusive in that case
 */
export async function needsAllByChange(t: Check, reading: Reading): Promise<void> {
  const { list, items, whole } = reading;
  if (!whole || !t.affords("lists.totals.further")) return;
  const read = await ifReadable(reading.page(t, pageByChange(reading)));
  const total = read?.total ?? items.length;
  if (total < items.length)
    throw new Unsettled(
      `under sort_by=modified_at the list counts ${total} of its ${items.length} ${list.name}; see paging.total.matches-items`,
    );
}

async function judgeSorted(t: Check, reading: Reading, one: Try, onRefusal: OnRefusal): Promise<Findings> {
  const { sieve, sort } = one;
  const walk = await walkTry(t, reading, one);
  if (walk.kind === "refused") {
    const isByChange = sort.sort_by === "modified_at";
    return isByChange
      ? judgeUnsorted(t, reading, one, walk, onRefusal)
      : judgeRefusal(t, reading, sieve, walk, onRefusal);
  }
  // One page is smaller evidence of extra items than the whole walk.
  const odd = walk.pages.flatMap((page) =>
    meetsFilter({ rule: t.rule, exchanges: [page.exchange], filter: sieve.filter, items: page.items }),
  );
  if (odd.length > 0) return odd.slice(0, 1);
  const once = reading.list.rules.partition;
  const twice = walk.pages.flatMap((page) => nothingTwice({ rule: once, walk: tallyOf([page]) }));
  if (twice.length > 0) return twice.slice(0, 1);
  const blame = { rule: t.rule, exchanges: exchangesOf(walk) };
  const known = reached(reading, walk);
  const missing = missedByFilter({ ...blame, filter: sieve.filter, items: walk.items, known });
  if (missing.length === 0) return [];
  const short = shortByTotal(walk, surelyMeeting(known, sieve.filter).length);
  if (short.length > 0) return short;
  return isSinglePage(walk, wayOf(t, reading, one).size) ? missing : lostBetweenPages(t, reading, one, walk);
}

/** A first page that counts all that are due, and holds fewer than fit on it: the filter found them, the page lost them. */
function shortByTotal({ pages: [first] }: Walked, due: number): Findings {
  return first?.total === due ? pageLength({ rule: "paging.page_size.respected", page: first }) : [];
}

async function judgeRefusal(
  t: Check,
  { list, items }: Reading,
  { query, filter }: Sieve,
  refused: Refused,
  onRefusal: OnRefusal,
): Promise<Findings> {
  // The filter itself was accepted.
  const page = pageOf(refused);
  if (page > DEFAULT_PAGE)
    return [refusal(t, refused, `page ${page} of the list with ${filter.words}, which page 1 announces`)];
  if (onRefusal === "inconclusive")
    return t.inconclusive(
      `${filter.words} was refused with ${refused.exchange.answer.status}; see content.date-params.date-time`,
    );
  const due = possiblyMeeting(items, filter).length > 0 ? "the items" : "an empty list";
  const found = refusal(t, refused, `${due} with ${filter.words}`);
  const { batch_id } = query;
  const isUnknown = typeof batch_id === "string" && !(await isReadable(t, batch_id));
  return [isUnknown ? { ...found, rule: `${list.name}.filter.unknown-value` } : found];
}

/**
 * A filtered list that is refused under sort_by=modified_at: judged without it, and the refusal if the list takes it
 * without the filter. Another rule judges whether a list may be sorted so at all.
 */
async function judgeUnsorted(
  t: Check,
  reading: Reading,
  one: Try,
  refused: Refused,
  onRefusal: OnRefusal,
): Promise<Findings> {
  const found = await judgeSorted(t, reading, { ...one, sort: {} }, onRefusal);
  if (found.length > 0) return found;
  const plain = await reading.ask(t, { ...one.sort, page: DEFAULT_PAGE, page_size: reading.size });
  if (plain.kind === "refused") return [];
  const documented = `the list with ${one.sieve.filter.words} takes sort_by=modified_at, as it does without a filter`;
  return [{ ...refusal(t, refused, documented), rule: `${reading.list.name}.sort-by.modified_at` }];
}

/** Items missing from several pages: blames the filter if the largest pages lack the same ones, otherwise the pages. */
async function lostBetweenPages(t: Check, reading: Reading, one: Try, { items }: Walked): Promise<Findings> {
  const { query, filter } = one.sieve;
  const wide = await reading.surely(t, query);
  if (wide.kind === "refused") return [];
  const came = [...wide.items, ...items];
  const known = reached(reading, wide);
  const lost = missedByFilter({ rule: t.rule, exchanges: exchangesOf(wide), filter, items: came, known });
  if (lost.length > 0 || reading.isUnsteadyUnder(filter)) return lost;
  const total = surelyMeeting(reading.items, filter).length;
  const pagesOf = async (within: Reading) => {
    const walk = await walkTry(t, within, one);
    return walk.kind === "walk" ? walk.pages : [];
  };
  return judgeTogether(t.session, reading, pagesOf, (pages) => {
    const twice = nothingTwice({ rule: reading.list.rules.partition, walk: tallyOf(pages) });
    const short = pages.flatMap((page) =>
      pageLength({ rule: "paging.page_size.respected", page: { ...page, total } }),
    );
    return [...twice, ...short].slice(0, 1);
  });
}

/** Whether no item can have been lost between pages. */
function isSinglePage({ pages }: Walked, size: number): boolean {
  const [first, ...rest] = pages;
  return first !== undefined && rest.length === 0 && first.items.length < size;
}

/** The items that a walk must have reached: all if it is whole, otherwise those older than its newest. */
function reached({ items, dir }: Reading, walk: Walked): readonly Item[] {
  if (walk.whole) return items;
  if (dir === "desc") return [];
  const newest = creations(walk.items).at(-1);
  return newest === undefined ? [] : createdBefore(items, newest);
}

/**
 * Walks the list as a try says. A list known in part is always walked from the
 * known end, because a walk from elsewhere may stop before it reaches anything known.
 */
export function walkTry(t: Check, reading: Reading, one: Try): Promise<Walked | Refused> {
  const { sieve, sort } = one;
  const { items, whole, dir } = reading;
  const held = surelyMeeting(items, sieve.filter).length;
  const way = wayOf(t, reading, one);
  // If a list is known only in part, a longer walk adds little.
  const sampled = whole ? {} : { most: t.budget("lists.walk.sampled-pages") };
  const sorted = whole ? sort : { sort_dir: dir, sort_by: "created_at" };
  return reading.walk(t, { ...sieve.query, ...sorted }, { ...way, held, ...sampled });
}

/** The try with what its requests leave out, so that they do so whatever else changes. */
export function withOmissions<T extends Try>(t: Check, reading: Reading, one: T) {
  return { ...one, omits: omitsOf(t, reading, one) };
}

/** What the requests for a try leave out. A list known in part is asked for in full. */
function omitsOf(t: Check, reading: Reading, one: Try): readonly Omittable[] {
  if (one.omits !== undefined || !reading.whole) return one.omits ?? [];
  const due = possiblyMeeting(reading.items, one.sieve.filter).length;
  return omittedFrom(t.settings.seed, one, due, cutSize(reading, one));
}

/** The size of the pages for a try, and what their requests leave out. */
function wayOf(t: Check, reading: Reading, one: Try) {
  const omits = omitsOf(t, reading, one);
  return { size: omits.includes("page_size") ? DEFAULT_PAGE_SIZE : cutSize(reading, one), omits };
}

/**
 * The pages of a filtered list, and all items due under the filter. Null if the pages hold anything else: the filter's
 * own rule judges that.
 */
export async function dueOf(
  t: Check,
  reading: Reading,
  one: Try,
): Promise<{ readonly pages: readonly Page[]; readonly due: readonly Item[] } | null> {
  const walk = await ifReadable(walkTry(t, reading, one));
  const due = surelyMeeting(reading.items, one.sieve.filter);
  if (walk?.kind !== "walk") return null;
  const came = new Set(idsOf(walk.items));
  const isDue = came.size === due.length && due.every(({ id }) => came.has(id));
  return isDue ? { pages: walk.pages, due } : null;
}

/** Page 1 of a filtered list that is cut in two, and all items due; null as above. */
export async function firstOfCut(
  t: Check,
  reading: Reading,
  one: Try,
): Promise<{ readonly page: Page; readonly due: readonly Item[] } | null> {
  const whole = await dueOf(t, reading, one);
  const page = whole?.pages[0];
  return whole === null || page === undefined ? null : { page, due: whole.due };
}

/**
 * The page size for a try: if possible page 1 tells the time by which it is sorted from the default, or the page
 * boundary is a tie, which both pages must order alike. In two pages where there are too few items for more.
 */
export function cutSize(of: Pick<Reading, "items" | "whole" | "size">, one: Try): number {
  const { items, whole, size } = of;
  const { sieve, pages, sort } = one;
  const possible = possiblyMeeting(items, sieve.filter);
  const due = possible.length;
  if (pages === 1 || !whole || due < 2) return size;
  // Leave room for one more item on the last page, where extra items show.
  const least = Math.min(due - 1, Math.floor(due / pages) + 1);
  // From here on there are fewer pages.
  const end = Math.ceil(due / (pages - 1));
  if (least >= end && pages > 2) return cutSize(of, { ...one, pages: 2 });
  const { sort_dir: dir = "desc", sort_by } = sort;
  const dated = datedBy(possible, sort_by) ?? [];
  const sizes = Array.from({ length: Math.min(end - 1, size) - least + 1 }, (_, at) => least + at);
  const telling = sizeTellingKeys(dated, datedBy(possible) ?? [], dir, sizes);
  return Math.min(size, telling ?? sizeCuttingTie(dated, dir, sizes) ?? least);
}
