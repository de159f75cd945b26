import { DEFAULT_PAGE_SIZE, type ListDeclaration, OFFSET_LIMIT } from "../../../contract/lists.js";
import { heedsFilters } from "../../../oracles/lists/window-filter.js";
import { type Item, idsOf } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import { plural, renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import { dividing, type ListQuery, refusal } from "../asking/pages.js";
import {
  dueUnder,
  newestFew,
  type Sieve,
  shownParameters,
  sieveOf,
  together,
  valuesOf,
  valuesShown,
  withoutNewest,
} from "../asking/sieves.js";
import type { Reading } from "../reading/reading.js";
import { judgeRefusable } from "../reading/refusals.js";
import { sharedSize, walkable } from "../reading/walkable.js";

/** A list without an offset limit has empty pages however far out. */
const FAR_BEYOND = 100_001;

/** Items up to which a list is walked whole: the page after its last one stays below the offset limit. */
const LONGEST = OFFSET_LIMIT - 1_000;

/**
 * Judges that pages past the last are answered with 200 and no items: the next page, one farther out, and one or
 * the other under a filter, oldest first.
 */
export async function judgePastLast(t: Check, list: ListDeclaration): Promise<void> {
  const elsewhere = await namedElsewhere(t, list);
  const queries = QUERIES.slice(0, t.budget("lists.past-last"));
  t.find(
    await judgeRefusable(t, list, "every-member", queries, async (reading, queryOf) => {
      const part = walkable(t, reading, LONGEST);
      const query = queryOf(part, t.settings.seed, elsewhere);
      return query === null ? [] : judgeEmptyPage(t, part, query);
    }),
  );
}

/** Whether the page after the last is refused. */
export async function refusesPastLast(t: Check, reading: Reading): Promise<boolean> {
  const part = walkable(t, reading, LONGEST);
  return (await part.ask(t, nextAfterLast(part))).kind === "refused";
}

/** The page after the last one of the walk that checks share. */
export function nextAfterLast(part: Reading): ListQuery {
  const page_size = sharedSize(part);
  const page = after(part.items.length, page_size, 1);
  return { page_size, page, sort_dir: "desc", sort_by: "created_at" };
}

/** @param elsewhere a filter by what another list shows */
type PastLast = (part: Reading, seed: number, elsewhere: ListQuery) => ListQuery | null;

const QUERIES: readonly PastLast[] = [
  nextAfterLast,
  ({ list, items }, seed, elsewhere) => ({
    ...fartherOut(list, items.length),
    ...narrowedBy(list, items, seed, elsewhere),
  }),
  filteredPastLast,
];

/** A value of a filter that another list shows, such as the warehouse of a label; nothing if there is none. */
async function namedElsewhere(t: Check, { filters }: ListDeclaration): Promise<ListQuery> {
  for (const [parameter, match] of Object.entries(filters)) {
    if (match.by !== "elsewhere") continue;
    const census = await ifReadable(t.census.list(match.list));
    const [rare] = valuesShown(census?.oldest ?? [], match.member);
    if (rare !== undefined) return { [parameter]: rare[0] };
  }
  return {};
}

/**
 * A filter that few items meet, so that they all fit on a page of the default size: one by what the items show, with
 * every fourth seed one by what another list does. A list without values to filter by is narrowed by a window, oldest
 * first.
 */
function narrowedBy(
  list: ListDeclaration,
  items: readonly Item[],
  seed: number,
  elsewhere: ListQuery,
): ListQuery {
  if (Object.keys(list.filters).length === 0) {
    const window = { ...newestFew(items)?.query, ...withoutNewest(items)?.query };
    return { ...window, sort_dir: "asc", sort_by: "created_at" };
  }
  // Another filter than that of the page beside it.
  return seed % 4 === 2 ? elsewhere : { ...rareValue(list, items, seed + 3)?.query };
}

/** A page past the last under a rare value of a filter, with every other seed in a window too, oldest first. */
function filteredPastLast({ list, items }: Reading, seed: number): ListQuery | null {
  const rare = rareValue(list, items, seed);
  if (rare === null) return null;
  const sieve = seed % 2 === 0 ? rare : together([rare, withoutNewest(items)].filter((one) => one !== null));
  const held = dueUnder(items, sieve);
  const page_size = dividing(held, DEFAULT_PAGE_SIZE);
  const page = after(held, page_size, 1);
  return { ...sieve.query, page_size, page, sort_dir: "asc", sort_by: "created_at" };
}

/** A value that few items show, of another filter with each seed; null if there is none. */
function rareValue(list: ListDeclaration, items: readonly Item[], seed: number): Sieve | null {
  for (const parameter of rotated(shownParameters(list), seed)) {
    const [rare] = valuesOf(list, items, parameter);
    const sieve = rare === undefined ? null : sieveOf(list, parameter, rare[0]);
    if (sieve !== null) return sieve;
  }
  return null;
}

/** A page well past the last of a list with that many items. */
export function fartherOut({ offsetLimit }: ListDeclaration, held: number): ListQuery {
  const page = after(held, DEFAULT_PAGE_SIZE, 3);
  return offsetLimit === null ? { page: Math.max(FAR_BEYOND, page) } : { page, page_size: DEFAULT_PAGE_SIZE };
}

function after(held: number, size: number, away: number): number {
  return Math.max(1, Math.ceil(held / size)) + away;
}

async function judgeEmptyPage(t: Check, reading: Reading, query: ListQuery): Promise<Findings> {
  const { list } = reading;
  const documented = `status 200 and no ${list.name} on page ${query.page}, which is past the last`;
  const read = await reading.ask(t, query);
  if (read.kind === "refused") {
    const { page: _, ...first } = query;
    // A refusal on the first page too is about something else.
    const whole = await ifReadable(reading.ask(t, first));
    return whole?.kind === "page" ? [refusal(t, read, documented)] : [];
  }
  t.saw("pages past the last");
  // Unknown items mean that the total was too small, which another rule judges.
  const held = new Set(idsOf(reading.items));
  if (read.items.length === 0 || idsOf(read.items).every((id) => !held.has(id))) return [];
  // The filter's own rule judges what the filter lets in.
  if (!heedsFilters(list, read)) return [];
  const received = `${plural(read.items.length, "item")}: ${renderIds(idsOf(read.items))}`;
  return [t.finding(read.exchange, documented, received, `/${list.name}`)];
}
