import type { ListDeclaration } from "../../contract/lists.js";
import type { Item } from "../../wire/decode.js";
import type { Exchange, Finding } from "../../wire/exchange.js";
import { compareInstants, type Instant } from "../../wire/instant.js";
import { renderIds } from "../../wire/message.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";
import { sieveOf, surelyMeeting } from "./asked-filters.js";
import { judgeList } from "./judge-list.js";
import { mattersToFilter, WHICH_ITEMS } from "./list-watch.js";
import { exchangesOf, idsOf, type ListQuery } from "./pages.js";
import type { Reading } from "./reading.js";
import type { Try } from "./tries.js";
import { walkTry } from "./try-walks.js";
import { valueTries } from "./value-tries.js";

// What is found under a filter is in the unfiltered list too.

/** A bound before any item, and a page larger than any that a target is likely to serve, below the offset limit. */
export const SINCE_EVER: ListQuery = {
  created_at_start: "2000-01-01T00:00:00Z",
  sort_dir: "asc",
  sort_by: "created_at",
  page_size: 5_000,
};

/**
 * Judges that the unfiltered list holds the items of every value that the filter names.
 * @throws Inconclusive if none of the values gives an item
 */
export async function everyValue(t: Check, list: ListDeclaration, parameter: string): Promise<void> {
  t.find(
    await judgeList(t, list, mattersToFilter(list, parameter), async (reading) => {
      const tries = valueTries(t, list, reading.items, parameter);
      const values = list.filters[parameter]?.values ?? [];
      const judged = await Promise.all(
        values.map(async (value) => {
          const sieve = sieveOf(list, parameter, value);
          // The filter's own check sends the same request, if it asks for this value.
          const own = tries.find((one) => one.sieve.query[parameter] === value);
          if (sieve === null) return null;
          return judgeInList(t, reading, own ?? { sieve, pages: 1, sort: {} });
        }),
      );
      if (judged.every((one) => one === null))
        t.inconclusive(`needs one of the ${list.name} that is found under ${parameter}`);
      return judged.flatMap((one) => one ?? []);
    }),
  );
}

/** Judges that the unfiltered list holds the items of every age. */
export async function everyAge(t: Check, list: ListDeclaration): Promise<void> {
  t.find(
    await judgeList(t, list, WHICH_ITEMS, async (reading) => {
      const query = { ...SINCE_EVER, ...reading.filters };
      // A target may refuse so large a page, or give more than a run keeps.
      const large = await ifReadable(reading.ask(t, query));
      const page =
        large?.kind === "page" ? large : await reading.ask(t, { ...query, page_size: reading.size });
      if (page.kind === "refused") return [];
      return lostWithout(t, reading, [page.exchange], page.items, "any created_at") ?? [];
    }),
  );
}

/** Items found with a filter that the unfiltered list lacks; null if the filter finds none. */
async function judgeInList(t: Check, reading: Reading, one: Try): Promise<readonly Finding[] | null> {
  const walk = await walkTry(t, reading, one, reading.filters);
  const { filter } = one.sieve;
  if (walk.kind === "refused") return null;
  // Items that do not meet the filter are judged by the filter's own rule.
  const meeting = surelyMeeting(walk.items, filter);
  return lostWithout(t, reading, exchangesOf(walk), meeting, filter.words);
}

/** Items found with a filter that the unfiltered list lacks; null if it need hold none of them. */
function lostWithout(
  t: Check,
  reading: Reading,
  exchanges: readonly Exchange[],
  items: readonly Item[],
  words: string,
): readonly Finding[] | null {
  const found = mustHold(reading, items);
  if (found.length === 0) return null;
  t.saw("items", found.length);
  const held = new Set(idsOf(reading));
  const lost = idsOf({ items: found }).filter((id) => !held.has(id));
  if (lost.length === 0) return [];
  return [
    t.finding(
      exchanges,
      `${reading.list.name} with ${words} are also in the unfiltered list`,
      `missing there: ${renderIds(lost)}`,
    ),
  ];
}

/** Those of some items that the known part of a list must hold: not those beyond its end. */
function mustHold({ items, whole, dir }: Reading, some: readonly Item[]): readonly Item[] {
  if (whole) return some;
  const times = items.flatMap((item) => item.createdAt ?? []).toSorted(compareInstants);
  const last = dir === "asc" ? times.at(-1) : times[0];
  if (last === undefined) return [];
  const before = (at: Instant) =>
    dir === "asc" ? compareInstants(at, last) < 0 : compareInstants(at, last) > 0;
  return some.filter(({ createdAt }) => createdAt !== null && before(createdAt));
}
