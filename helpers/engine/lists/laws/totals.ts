import type { ListDeclaration } from "../../../contract/lists.js";
import { filteredTotal } from "../../../oracles/lists/filtered-total.js";
import { tallyOf, totalsCount } from "../../../oracles/lists/walk-laws.js";
import { heedsFilters } from "../../../oracles/lists/window-filter.js";
import type { Walked } from "../../../target/lists/walk.js";
import { idsOf, type Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { exchangesOf, idsIn, queryOf, sameIds } from "../asking/pages.js";
import { valueTries } from "../asking/value-tries.js";
import { windowTries } from "../asking/window-tries.js";
import { judgeList, judgeParts } from "../reading/judge-list.js";
import { walkTry } from "../reading/judge-try.js";
import { WHICH_AND_WHEN } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { known, knownOrLoose } from "../reading/readings.js";
import { pageByChange, walkable, walkRoute } from "../reading/walkable.js";
import { nextAfterLast } from "./past-last.js";
import { lastPageQuery, lastPagesOf } from "./sizes.js";

/** Judges the totals on the pages of a walk against the items that it collects. */
export function judgeTotals(t: Check, list: ListDeclaration): Promise<Findings> {
  return judgeList(t, list, WHICH_AND_WHEN, (reading) => judgeWalkTotals(t, reading), knownOrLoose);
}

async function judgeWalkTotals(t: Check, reading: Reading): Promise<Findings> {
  const part = walkable(t, reading);
  if (part !== reading || part.items.length === 0) {
    const lost = await judgeKnownWalk(t, reading);
    if (lost.length > 0) return lost;
  }
  // A list that counts items but shows none is still walked.
  if (part.items.length === 0 && reading.total === 0) t.inconclusive("needs a list that holds an item");
  const pages = await totalsWalk(t, part);
  const walk = tallyOf(pages);
  const held = new Set([...idsOf(part.items), ...walk.ids]).size;
  t.saw("pages", pages.filter(({ total }) => total !== null).length);
  t.saw("items", held);
  const wrong = totalsCount({ rule: t.rule, walk, held });
  if (wrong.length > 0) return wrong;
  const byChange = await totalByChange(t, part, held, walk.entries);
  if (byChange.length > 0) return byChange;
  // The partition judges items that smaller pages lose too.
  const large = walk.size === held ? await largePages(t, reading, held) : [];
  return large.length > 0 ? large : totalsOfOthers(t, reading);
}

/** A list too long for that walk is also judged by the walk from which it is known, if that was whole. */
async function judgeKnownWalk(t: Check, reading: Reading): Promise<Findings> {
  const most = Math.ceil(reading.total / reading.size) + 1;
  const known = reading.whole ? await ifReadable(reading.surely(t, {}, { most })) : null;
  if (known?.kind !== "walk" || !known.whole) return [];
  const walk = tallyOf(known.pages);
  // The partition judges items that come twice.
  return walk.size < walk.entries ? [] : totalsCount({ rule: t.rule, walk });
}

/** The walk that judges the list's partition; at efforts that only sample, the census where that is as good. */
async function totalsWalk(t: Check, part: Reading): Promise<readonly Page[]> {
  const { pages } = await t.census.list(part.list.name);
  if (!t.affords("lists.totals.further") && addsUp(pages, part)) return pages;
  return (await walkRoute(t, part, { dir: "desc", by: "created_at" })) ?? [];
}

/**
 * Whether pages hold just the items that are judged, and say so. A reading of a quiet window holds fewer than a census
 * of the whole list.
 */
export function addsUp(
  pages: readonly Pick<Page, "items" | "total">[],
  part: Pick<Reading, "items">,
): boolean {
  const held = idsIn(pages);
  return sameIds(held, idsOf(part.items)) && pages.every(({ total }) => total === held.length);
}

/**
 * The total of a page in order of modification: it must count the same items.
 * @param entries how many a walk by creation collects, repeated ones included: they may be counted
 */
async function totalByChange(t: Check, part: Reading, held: number, entries: number): Promise<Findings> {
  if (!t.affords("lists.totals.further")) return [];
  // Another rule judges whether the list can be sorted this way.
  const read = await ifReadable(part.ask(t, pageByChange(part)));
  if (read?.kind !== "page" || read.total === null) return [];
  t.saw("pages");
  if (read.total === held || read.total === entries) return [];
  const documented = `total is ${held} under sort_by=modified_at too, as by creation`;
  return [t.finding(read.exchange, documented, `total ${read.total}`, "/total")];
}

/** The totals of pages that count the whole list, however little of it they show. */
async function totalsOfOthers(t: Check, reading: Reading): Promise<Findings> {
  const { list, items, whole, isLoose } = reading;
  if (!whole || isLoose) return [];
  // Page sizes are judged by the same last pages.
  const isShort = items.length > 0 && walkable(t, reading) === reading;
  const lastPages = isShort ? lastPagesOf(t, reading).map((last) => lastPageQuery(last, items.length)) : [];
  const queries = [{}, ...lastPages, ...(t.affords("lists.totals.further") ? [nextAfterLast(reading)] : [])];
  const read = await Promise.all(queries.map((query) => ifReadable(reading.ask(t, query))));
  const pages = read.flatMap((page) => (page?.kind === "page" ? [page] : []));
  return pages
    .filter(({ total }) => total !== null && total !== items.length)
    .map((page) =>
      t.finding(
        page.exchange,
        `total is ${items.length}, the number of ${list.name} that a walk over all pages collects`,
        `total ${page.total}`,
        "/total",
      ),
    );
}

/** The largest pages hold the same items as smaller ones. A list known only in part is not judged. */
async function largePages(t: Check, reading: Reading, held: number): Promise<Findings> {
  const { list } = reading;
  const census = await t.census.list(list.name);
  if (!census.whole || census.total !== held) return [];
  const pages = await Promise.all(census.pages.map((page) => reading.page(t, queryOf(page))));
  const entries = idsIn(pages);
  const found = new Set(entries).size;
  // The partition judges items that come twice here too.
  if (found >= held || entries.length > found) return [];
  const documented = `${plural(pages.length, "page")} of this page_size hold ${plural(held, "item")}, as total says and smaller pages do`;
  return [t.finding(exchangesOf({ pages }), documented, plural(found, "item"), `/${list.name}`)];
}

/** Judges the totals of filtered lists, on each of their pages. */
export async function judgeFilteredTotals(t: Check, list: ListDeclaration): Promise<void> {
  const first = await known(t, list);
  const values = Object.keys(list.filters).flatMap((name) => valueTries(t, list, first.items, name));
  const bounds =
    values.length > 0 ? [] : windowTries(list, first.items).slice(0, t.budget("lists.totals.bounds"));
  let telling = 0;
  const tries = [...values, ...bounds, ...first.combinations(t)];
  const found = await judgeParts(t, list, "every-member", tries, async (reading, one) => {
    const walk = await walkTry(t, reading, one);
    if (walk.kind === "refused" || reading.isUnsteadyUnder(one.sieve.filter)) return [];
    if (isPart(walk, reading)) telling += 1;
    return filteredTotal({ rule: t.rule, filter: one.sieve.filter, walk, known: reading }).slice(0, 1);
  });
  t.find(found);
  if (found.length === 0)
    t.find(await judgeList(t, list, "every-member", (reading) => judgeSumOfStates(t, reading)));
  t.saw("filters", telling);
  if (telling === 0) t.inconclusive(`needs a filter that matches some ${list.name} and not others`);
}

/** The totals of all states add up: the only full count of a list too long to be walked. */
async function judgeSumOfStates(t: Check, reading: Reading): Promise<Findings> {
  const { list } = reading;
  const [named] = Object.entries(list.filters).flatMap(([parameter, { values }]) =>
    values === null ? [] : [{ parameter, values }],
  );
  if (reading.whole || named === undefined || !t.affords("lists.totals.sum")) return [];
  const { parameter, values } = named;
  const pages = await Promise.all(
    values.map((value) =>
      reading.page(t, {
        [parameter]: value,
        sort_dir: reading.dir,
        sort_by: "created_at",
        page: 1,
        page_size: reading.size,
      }),
    ),
  );
  const totals = pages.flatMap(({ total }) => total ?? []);
  const isHeeded = pages.every((page) => heedsFilters(list, page));
  const sum = totals.reduce((left, right) => left + right, 0);
  if (!isHeeded || totals.length < values.length || sum === reading.total) return [];
  const documented = `the totals under each ${parameter} add up to ${reading.total}`;
  const exchanges = pages.map(({ exchange }) => exchange);
  const one = t.finding(exchanges, documented, `${totals.join(" + ")} = ${sum}`, "/total");
  // A list without a filter that holds back what filters show counts right what it shows itself; one that counts
  // everything under a filter does not.
  const countsAll = totals.filter((total) => total === reading.total).length > 1;
  return [sum > reading.total && !countsAll ? { ...one, rule: `${list.name}.default.all` } : one];
}

function isPart(walk: Walked, { total }: Reading): boolean {
  return walk.items.length > 0 && walk.items.length < total;
}
