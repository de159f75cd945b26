import type { SortKey } from "../../../contract/generated/types.js";
import { type ListDeclaration, LONG_AGO } from "../../../contract/lists.js";
import { cutOffIsCounted } from "../../../oracles/lists/envelope.js";
import { meetsFilter, missedByFilter } from "../../../oracles/lists/filters.js";
import { sharedByMissing } from "../../../oracles/lists/shared-value.js";
import type { Edge } from "../../../oracles/lists/windows.js";
import { createdAfter, createdBefore, creations, datedBy, oldestFirst } from "../../../wire/dated.js";
import { type Item, idsOf, type Page } from "../../../wire/decode.js";
import type { Exchange, Findings } from "../../../wire/exchange.js";
import { parseInstant, shifted, YEAR } from "../../../wire/instant.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { exchangesOf, type ListQuery } from "../asking/pages.js";
import { sieveOf, surelyMeeting, valuesOf, windowSieve } from "../asking/sieves.js";
import { plainTry, type Try } from "../asking/tries.js";
import { valueTries } from "../asking/value-tries.js";
import { EDGES, membersOf } from "../asking/window-tries.js";
import { judgeList } from "../reading/judge-list.js";
import { walkTry } from "../reading/judge-try.js";
import { mattersToFilter, WHICH_ITEMS } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";

/** A bound before any item, and a page larger than any that a target is likely to serve, below the offset limit. */
export const SINCE_EVER: ListQuery = {
  created_at_start: LONG_AGO,
  sort_dir: "asc",
  sort_by: "created_at",
  page_size: 5_000,
};

/** As `SINCE_EVER`, its bound with microseconds. */
export const SINCE_MICROSECOND: ListQuery = {
  ...SINCE_EVER,
  created_at_start: "1999-12-31T23:59:59.123456Z",
};

/**
 * Judges that the unfiltered list holds the items of every value that the filter names. If it is empty, and the list is
 * so under each of them, judges that no batch gives an item.
 * @throws Inconclusive if none of these gives an item
 */
export async function judgeEveryValue(t: Check, list: ListDeclaration, parameter: string): Promise<void> {
  const judge = async (reading: Reading) => {
    const tries = valueTries(t, list, reading.items, parameter);
    const asked = (list.filters[parameter]?.values ?? []).flatMap((value) => {
      const sieve = sieveOf(list, parameter, value);
      // The filter's own check sends the same request, if it asks for this value.
      const own = tries.find((one) => one.sieve.query[parameter] === value);
      return sieve === null ? [] : [own ?? plainTry(sieve)];
    });
    const judged = await Promise.all(asked.map((one) => judgeInList(t, reading, one)));
    if (judged.every((one) => one === null)) {
      const ofBatch =
        reading.whole && reading.items.length === 0 ? await judgeByBatch(t, reading, parameter) : null;
      if (ofBatch !== null) return ofBatch;
      const part = reading.whole ? "" : `, and before the last of the ${reading.items.length} that were read`;
      t.inconclusive(`needs one of the ${list.name} that is found under ${parameter}${part}`);
    }
    return judged.flatMap((one) => one ?? []);
  };
  t.find(await judgeList(t, list, mattersToFilter(list, parameter), judge));
}

/**
 * Judges that the unfiltered list holds the items of every age and the list since ever those of the unfiltered one, that
 * a bound beyond all of them leaves none, and that a very large page which is cut off says so.
 */
export async function judgeEveryAge(t: Check, list: ListDeclaration): Promise<void> {
  const judge = async (reading: Reading) => {
    // With a page, so that no other check has asked for it long before.
    const query = { ...SINCE_EVER, page: 1 };
    // A target may refuse so large a page, or give more than a run keeps.
    const large = await ifReadable(reading.ask(t, query));
    const page = large?.kind === "page" ? large : await reading.ask(t, { ...query, page_size: reading.size });
    if (page.kind === "refused") return [];
    const lost = lostWithout(t, reading, [page.exchange], page.items, "any created_at") ?? [];
    if (lost.length > 0) return lost;
    const missed = missedSinceEver(t, reading, page);
    if (missed.length > 0) return missed;
    const cut = cutOffIsCounted({ rule: "paging.page_size.respected", page }, reading.items.length);
    return cut.length > 0 ? cut : judgeBeyond(t, reading, page);
  };
  t.find(await judgeList(t, list, WHICH_ITEMS, judge));
}

/** Known items that the list since ever lacks, where one page holds all of it. */
function missedSinceEver(
  t: Check,
  { list, items: known }: Reading,
  { items, total, exchange }: Page,
): Findings {
  const start = parseInstant(LONG_AGO);
  if (start === null || total === null || items.length < total) return [];
  const { filter } = windowSieve("created_at", { start });
  const rule = list.rules.filter.created_at_start ?? t.rule;
  return missedByFilter({ rule, exchanges: [exchange], filter, items, known });
}

/** Bounds beyond all items in the last and the first year, which some storages lack. */
const FARTHEST = { start: "9999-12-31T23:59:59Z", end: "0001-01-01T00:00:00Z" } as const;
/** Where those are refused. */
const YEARS_BEYOND = { start: 9n * YEAR, end: -9n * YEAR } as const;

/**
 * Asks for a page again, each time with one bound beyond all items. A target that keeps answers, and forgets that bound
 * when it looks for one, gives the same page; so this comes right after it.
 */
async function judgeBeyond(t: Check, reading: Reading, page: Page): Promise<Findings> {
  const bounds = membersOf(reading.list).flatMap((member) => EDGES.map((edge) => [member, edge] as const));
  const judged = bounds.map(([member, edge]) => judgeBeyondBound(t, reading, page, member, edge));
  // Where filters are joined wrongly, one bound is enough.
  return (await Promise.all(judged)).flat().slice(0, 1);
}

async function judgeBeyondBound(
  t: Check,
  reading: Reading,
  page: Page,
  member: SortKey,
  edge: Edge,
): Promise<Findings> {
  const from = oldestFirst(datedBy(page.items, member) ?? []).at(edge === "start" ? -1 : 0);
  if (from === undefined) return [];
  const farther = [parseInstant(FARTHEST[edge]), shifted(from.at, YEARS_BEYOND[edge])];
  let found: Findings = [];
  // An end in the first year may stand for none: a target that reads the nearer bound is not blamed for that.
  for (const bound of farther.filter((each) => each !== null)) {
    const { query, filter } = windowSieve(member, { [edge]: bound });
    const read = await ifReadable(reading.askAlike(t, page, query));
    // A target may refuse a bound so far away.
    if (read?.kind !== "page") continue;
    const rule = reading.list.rules.filter[`${member}_${edge}`] ?? t.rule;
    found = meetsFilter({ rule, exchanges: [read.exchange, page.exchange], filter, items: read.items });
    if (found.length === 0) break;
  }
  return found;
}

/** Items found with a filter that the unfiltered list lacks; null if the filter finds none. */
async function judgeInList(t: Check, reading: Reading, one: Try): Promise<Findings | null> {
  const walk = await walkTry(t, reading, one);
  const { filter } = one.sieve;
  if (walk.kind === "refused") return null;
  // Items that do not meet the filter are judged by the filter's own rule.
  const meeting = surelyMeeting(walk.items, filter);
  return lostWithout(t, reading, exchangesOf(walk), meeting, filter.words);
}

/**
 * Items that an empty list shows under batch_id: the unfiltered list lacks them, and perhaps that of the value which
 * they show; null if there are none.
 */
async function judgeByBatch(t: Check, reading: Reading, parameter: string): Promise<Findings | null> {
  for (const batch_id of (await t.census.ids("batch_id")).slice(0, t.budget("lists.batches"))) {
    const page = await ifReadable(reading.ask(t, { batch_id }));
    const [item] = page?.kind === "page" ? page.items : [];
    if (page?.kind !== "page" || item === undefined) continue;
    const lost = lostWithout(t, reading, [page.exchange], page.items, `batch_id=${batch_id}`) ?? [];
    return [...lost, ...(await missedByValue(t, reading, parameter, { ...page, items: [item] }))];
  }
  return null;
}

/** Whether the list under the value that an item shows lacks it, although the list seems to hold nothing. */
async function missedByValue(
  t: Check,
  reading: Reading,
  parameter: string,
  { items, exchange }: Page,
): Promise<Findings> {
  const { list } = reading;
  const [value] = valuesOf(list, items, parameter)[0] ?? [];
  const sieve = value === undefined ? null : sieveOf(list, parameter, value);
  const walk = sieve === null ? null : await ifReadable(walkTry(t, reading, plainTry(sieve)));
  if (sieve === null || walk?.kind !== "walk" || !walk.whole) return [];
  const rule = list.rules.filter[parameter] ?? t.rule;
  const exchanges = [...exchangesOf(walk), exchange];
  return missedByFilter({ rule, exchanges, filter: sieve.filter, items: walk.items, known: items });
}

/** Items found with a filter that the unfiltered list lacks; null if it need hold none of them. */
export function lostWithout(
  t: Check,
  reading: Reading,
  exchanges: readonly Exchange[],
  items: readonly Item[],
  words: string,
): Findings | null {
  const found = mustHold(reading, items);
  if (found.length === 0) return null;
  t.saw("items", found.length);
  const held = new Set(idsOf(reading.items));
  const lost = found.filter(({ id }) => !held.has(id));
  if (lost.length === 0) return [];
  const documented = `${reading.list.name} with ${words} are also in the unfiltered list`;
  const shared = sharedByMissing([...lost, ...reading.items], held);
  return [t.finding(exchanges, documented, `missing there: ${renderIds(idsOf(lost))}${shared}`)];
}

/** Those of some items that the known part of a list must hold: not those beyond its end, or its bound. */
function mustHold({ items, whole, dir, filters }: Reading, some: readonly Item[]): readonly Item[] {
  // Under batch_id the bound is ignored, so newer items come.
  const bound = parseInstant(filters.created_at_end);
  if (whole) return bound === null ? some : createdBefore(some, bound);
  const last = creations(items).at(dir === "asc" ? -1 : 0);
  if (last === undefined) return [];
  return dir === "asc" ? createdBefore(some, last) : createdAfter(some, last);
}
