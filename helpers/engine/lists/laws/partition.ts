import type { SortKey } from "../../../contract/generated/types.js";
import { DEFAULT_PAGE_SIZE, type ListDeclaration, type SortDir } from "../../../contract/lists.js";
import { letsInMore } from "../../../oracles/lists/filters.js";
import { sameSet } from "../../../oracles/lists/sets.js";
import { sharedIds } from "../../../oracles/lists/shared-ids.js";
import { sharedByMissing } from "../../../oracles/lists/shared-value.js";
import { cutsTie, tieBorders } from "../../../oracles/lists/ties.js";
import { nothingTwice, sameItems, tallyOf } from "../../../oracles/lists/walk-laws.js";
import { Uncounted } from "../../../target/lists/census.js";
import { walkPages } from "../../../target/lists/walk.js";
import { datedBy } from "../../../wire/dated.js";
import { idsOf, type Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import { Inconclusive, ifReadable, orWhyNot } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { CAUGHT_UP, judgeSteady, Unsettled, watchText } from "../../check/steady.js";
import { accepted, askPage, exchangesOf, idsIn, queryOf, sameIds } from "../asking/pages.js";
import type { Try } from "../asking/tries.js";
import { judgeParts } from "../reading/judge-list.js";
import { walkTry } from "../reading/judge-try.js";
import { WHICH_AND_WHEN } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { knownOrLoose } from "../reading/readings.js";
import { judgeTogether } from "../reading/together.js";
import { type Route, sharedSize, walkable, walkRoute } from "../reading/walkable.js";
import { judgeLongPartition } from "./long-lists.js";

const NEWEST_FIRST: Route = { dir: "desc", by: "created_at" };
const BY_CREATION: readonly Route[] = [
  NEWEST_FIRST,
  {},
  { dir: "asc", by: "created_at" },
  { dir: "asc", by: "created_at", pages: 4 },
  { dir: "desc", by: "created_at", pages: 15 },
];
const byAnother = (by: SortKey): readonly Route[] => [
  { dir: "desc", by },
  { dir: "asc", by },
  { dir: "asc", by, pages: 7 },
];
/** Disturbed readings of a list of unknown length before the check gives up. */
const DISTURBED = 6;

/**
 * Judges that the pages of a walk hold every item once: several walks, each sorted and cut differently, must hold
 * nothing twice and all the same items. For a list without totals, two walks are compared instead.
 * @param by what the walks are sorted by
 * @throws Inconclusive for a list of fewer than two items
 */
export async function judgePartition(
  t: Check,
  list: ListDeclaration,
  ...by: readonly SortKey[]
): Promise<void> {
  const byCreation = by.includes("created_at");
  const repeats = byCreation ? await orWhyNot(judgeRepeats(t, list)) : [];
  if (!(repeats instanceof Inconclusive) && repeats.length > 0) return t.find(repeats);
  try {
    const judge = (reading: Reading, key: SortKey) => judgeWalks(t, reading, key);
    t.find(await judgeParts(t, list, WHICH_AND_WHEN, by, judge, knownOrLoose));
    if (byCreation) await judgeFilteredWalks(t, list);
  } catch (error) {
    if (!(error instanceof Uncounted) || !byCreation) throw error;
    t.find(await judgeFirstPageSteady(t, list, () => judgeUncounted(t, list)));
  }
  if (byCreation) await judgeLongPartition(t, list);
  if (repeats instanceof Inconclusive) throw repeats;
}

async function judgeWalks(t: Check, reading: Reading, by: SortKey): Promise<Findings> {
  const { list } = reading;
  const part = walkable(t, reading);
  const isByCreation = by === "created_at";
  if (part.items.length < 2) {
    const twice = isByCreation ? await singleTwice(t, part) : [];
    if (twice.length > 0) return twice;
    t.inconclusive(`needs two pages of ${list.name}; ${plural(part.items.length, "item")} found`);
  }
  await needsPart(t, reading, part);
  const most = t.budget(isByCreation ? "lists.walks.by-creation" : "lists.walks.by-others");
  const routes = (isByCreation ? BY_CREATION : byAnother(by)).slice(0, most);
  const walks = (await Promise.all(routes.map((route) => walkRoute(t, part, route)))).filter(
    (pages) => pages !== null,
  );
  t.saw("walks", walks.length);
  const ties = isByCreation ? await atTies(t, part) : [];
  const twice = [...walks, ...ties].flatMap((pages) => repeatsIn(t, pages));
  const findings = [...twice, ...lostIn(t, reading, part, walks)].slice(0, 1);
  if (findings.length > 0 && !isByCreation && (await losesByCreation(t, part)))
    throw new Unsettled(
      `the same walks by created_at lose or repeat items too; see ${list.rules.partition}; if that rule holds, the data changed during the check`,
    );
  return findings;
}

/** A single item fills no two pages, but may occur twice on one. */
async function singleTwice(t: Check, part: Reading): Promise<Findings> {
  if (part.items.length === 0) return [];
  return repeatsIn(t, (await walkRoute(t, part, NEWEST_FIRST)) ?? []);
}

/** Walks that lack items which the part or another walk holds. */
function lostIn(t: Check, { size }: Reading, part: Reading, walks: readonly (readonly Page[])[]): Findings {
  const seen = [...part.items, ...walks.flat().flatMap((page) => page.items)];
  const items = [...new Map(seen.map((item) => [item.id, item])).values()];
  const union = idsOf(items);
  // The rule on totals reports items that only the largest pages lose, and count.
  const smaller = walks.filter(
    (pages) => pages.some((page) => Number(queryOf(page).page_size) < size) || countsItsOwn(pages),
  );
  const judged = smaller.length > 0 ? smaller : walks;
  const dir = losingDirection(judged, union.length);
  const walked =
    dir === undefined ? "a walk holds every item" : `a walk under sort_dir=${dir} holds every item too`;
  return judged.flatMap((pages) =>
    sameSet({
      rule: t.rule,
      exchanges: exchangesOf({ pages }),
      documented: `${walked}: ${plural(union.length, "item")} known from several walks`,
      expected: union,
      actual: idsIn(pages),
    }).map((found) => ({ ...found, received: found.received + sharedByMissing(items, idsIn(pages)) })),
  );
}

/** Whether the total on the pages of a walk is what the walk collects. */
function countsItsOwn(pages: readonly Page[]): boolean {
  const { size } = tallyOf(pages);
  return pages.every(({ total }) => total === size);
}

/** The direction, if all walks in it lack items and none in the other does; undefined if not. */
function losingDirection(walks: readonly (readonly Page[])[], held: number): string | undefined {
  const asked = walks.flatMap((pages) => {
    const [first] = pages;
    const dir = first && queryOf(first).sort_dir;
    return dir === undefined ? [] : [{ dir: String(dir), isWhole: tallyOf(pages).size === held }];
  });
  const whole = asked.filter(({ isWhole }) => isWhole).map(({ dir }) => dir);
  const lossy = asked.find(({ isWhole }) => !isWhole)?.dir;
  return whole.length > 0 && lossy !== undefined && !whole.includes(lossy) ? lossy : undefined;
}

/** Whether the walk that other checks read too loses or repeats items. */
async function losesByCreation(t: Check, part: Reading): Promise<boolean> {
  const pages = await walkRoute(t, part, NEWEST_FIRST);
  return pages !== null && (repeatsIn(t, pages).length > 0 || !sameIds(idsIn(pages), idsOf(part.items)));
}

/** The part of a long list must be exactly what its bound cuts off; otherwise there is nothing to judge. */
async function needsPart(t: Check, reading: Reading, part: Reading): Promise<void> {
  const { items } = part;
  if (reading.whole && part === reading) return;
  const { total } = await part.page(t, { page: 1, page_size: 1 });
  if (total === items.length) return;
  if (reading.isLoose)
    throw new Unsettled(
      `a walk over the ${reading.list.name} collects ${reading.items.length} of the ${reading.total} that they count; see paging.total.matches-items`,
    );
  throw new Unsettled(
    `the list of ${reading.list.name} is too long for a walk, and created_at_end does not cut it down to the ${items.length} items that are due (total ${total})`,
  );
}

/**
 * Pages 1 and 2 with the page boundary inside a tie, unless the shared walk has such a boundary: a target must order
 * ties the same way on both pages. None if all times differ.
 */
async function atTies(t: Check, part: Reading): Promise<readonly (readonly Page[])[]> {
  const dated = datedBy(part.items) ?? [];
  const made = { dir: "desc", size: sharedSize(part) } as const;
  const most = t.budget("lists.walks.ties") - (cutsTie(dated, made) ? 1 : 0);
  return Promise.all(
    tieBorders(dated, part.size, most).map(async ({ size, dir }) => {
      const query = { page_size: size, sort_dir: dir, sort_by: "created_at" };
      const read = await Promise.all([1, 2].map((page) => part.ask(t, { ...query, page })));
      return read.flatMap((page) => (page.kind === "page" ? [page] : []));
    }),
  );
}

/** Walks that end at the first page that is not full hold nothing twice and, if both reach the end, the same items. */
async function judgeUncounted(t: Check, list: ListDeclaration): Promise<Findings> {
  const [desc, asc] = await Promise.all([walkUncounted(t, list, "desc"), walkUncounted(t, list, "asc")]);
  if (desc.items.length < 2)
    return t.inconclusive(`needs two pages of ${list.name}; ${plural(desc.items.length, "item")} found`);
  t.saw("walks", 2);
  const [walk, other] = [tallyOf(desc.pages), tallyOf(asc.pages)];
  const twice = [walk, other].flatMap((each) => nothingTwice({ rule: t.rule, walk: each }));
  if (twice.length > 0 || !desc.whole || !asc.whole) return twice.slice(0, 1);
  return sameItems({ rule: t.rule, walk, other });
}

async function walkUncounted(t: Check, list: ListDeclaration, sort_dir: SortDir) {
  const most = t.budget("lists.walks.uncounted-pages");
  const query = { sort_dir, sort_by: "created_at", page_size: DEFAULT_PAGE_SIZE };
  const read = (page: number) => askPage(t, list, { ...query, page });
  return accepted(t, await walkPages(read, { size: DEFAULT_PAGE_SIZE, most }));
}

/** Judges that filtered lists that are cut in two, as the filters' own checks read them, hold nothing twice. */
async function judgeFilteredWalks(t: Check, list: ListDeclaration): Promise<void> {
  if (!t.affords("lists.cut")) return;
  const tries = (await knownOrLoose(t, list)).cutTries(t);
  const judge = async (reading: Reading, one: Try): Promise<Findings> => {
    const { filter } = one.sieve;
    if (reading.isUnsteadyUnder(filter)) return [];
    const pagesOf = async (within: Reading) => {
      const walk = await ifReadable(walkTry(t, within, one));
      // The filter's own rule judges what it lets in.
      return walk?.kind === "walk" && !letsInMore(filter, walk.items) ? walk.pages : [];
    };
    if ((await pagesOf(reading)).length === 0) return [];
    t.saw("walks");
    return judgeTogether(t.session, reading, pagesOf, (pages) => repeatsIn(t, pages));
  };
  t.find(await judgeParts(t, list, "every-member", tries, judge, knownOrLoose));
}

/** How many pages that repeat an item are asked for again. */
const MOST = 3;

/**
 * Judges the pages by which the run knows a list, however long it is: no item comes twice on them, and no two items
 * share an id.
 * @throws Inconclusive if items come on several pages, and the list changed each time that these were read again
 */
async function judgeRepeats(t: Check, list: ListDeclaration): Promise<Findings> {
  const { pages } = await t.census.list(list.name);
  t.saw("pages", pages.length);
  const found = repeatsIn(t, pages);
  if (found.length === 0) return [];
  const onOnePage = await judgeSinglePages(t, list, pages);
  if (onOnePage.length > 0) return onOnePage;
  const shown = pages.filter(({ exchange }) =>
    found.some(({ exchanges }) => exchanges.includes(exchange.index)),
  );
  const read = async (seen: string | null) =>
    seen === null ? found : repeatsIn(t, await readAgain(t, list, shown));
  return judgeFirstPageSteady(t, list, read);
}

/** Judges a list of unknown length again while its first page changes. */
function judgeFirstPageSteady(
  t: Check,
  list: ListDeclaration,
  read: (seen: string | null) => Promise<Findings>,
): Promise<Findings> {
  const watch = watchText(() => t.census.fingerprint(list.name, t.rule, {}), DISTURBED, t.session);
  return judgeSteady(read, watch, t.session);
}

/**
 * Judges items that appear twice on one page. No change between two requests explains that, so the list may change
 * meanwhile; but a target may collect a page in several steps, or from replicas, so it must be found again, also once
 * these have caught up.
 */
async function judgeSinglePages(t: Check, list: ListDeclaration, pages: readonly Page[]): Promise<Findings> {
  for (const page of pages.filter((each) => repeatsIn(t, [each]).length > 0).slice(0, MOST)) {
    if (repeatsIn(t, await readAgain(t, list, [page])).length === 0) continue;
    await t.session.pause(CAUGHT_UP);
    const found = repeatsIn(t, await readAgain(t, list, [page]));
    if (found.length > 0) return found;
  }
  return [];
}

/** What comes twice on some pages of one walk; two items of one id before one item in two places. */
function repeatsIn(t: Check, pages: readonly Page[]): Findings {
  const shared = sharedIds({ rule: t.rule, pages });
  return shared.length > 0 ? shared : nothingTwice({ rule: t.rule, walk: tallyOf(pages) });
}

async function readAgain(t: Check, list: ListDeclaration, pages: readonly Page[]): Promise<readonly Page[]> {
  const read = await Promise.all(pages.map((page) => askPage(t, list, queryOf(page))));
  return read.filter((page) => page.kind === "page");
}
