import { describe } from "vitest";
import { DEFAULT_PAGE_SIZE } from "../../helpers/contract/lists.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { queryOf } from "../../helpers/engine/lists/known.js";
import { judgeLongTotal } from "../../helpers/engine/lists/long-lists.js";
import { askPage, idsOf, type ListQuery, refusal } from "../../helpers/engine/lists/pages.js";
import { judgeEachList, LISTS, ODD, type Reading, sharedSizes } from "../../helpers/engine/lists/reading.js";
import type { Stretch } from "../../helpers/engine/lists/walking.js";
import { WHICH_ITEMS } from "../../helpers/engine/lists/watching.js";
import { pageLength } from "../../helpers/oracles/envelope.js";
import { finding } from "../../helpers/oracles/finding.js";
import { Uncounted } from "../../helpers/target/census.js";
import type { ListName, Page } from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { count } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

describe("Paging: sizes and totals", () => {
  rule(
    "paging.page_size.respected",
    "takes first and last pages of several sizes from each list",
    async (t) => {
      await judgeEachList(
        t,
        async (reading) => {
          const counted = await heldOrUncounted(t, reading);
          if (counted instanceof Uncounted) return lookAtSmallPages(t, reading.list, counted);
          const { filters, count: held } = counted;
          const sort = { sort_dir: "asc", sort_by: "created_at" };
          const cuts = (await cutsOf(t, reading, held)).map(
            (cut): ListQuery => ({ ...filters, ...cut, ...sort }),
          );
          const judged = await Promise.all(cuts.map((query) => judgeLength(t, reading, query, held)));
          return judged.flat().slice(0, 1);
        },
        WHICH_ITEMS,
      );
    },
  );

  rule(
    "paging.total.matches-items",
    "counts the items of a walk over each list and compares every page's total",
    async (t) => {
      await judgeEachList(
        t,
        async (reading) => {
          const held = await heldBy(t, reading);
          // A list that counts items and shows none is walked all the same.
          if (held.count === 0) t.inconclusive("needs a list that holds an item");
          const pages = await walkOf(t, reading, held);
          const entries = pages.flatMap((page) => idsOf(page));
          const union = new Set([...idsOf(held), ...entries]);
          const counted = [...pages, ...(await byChange(t, reading, held))].filter(
            (page) => page.total !== null,
          );
          t.saw("pages", counted.length);
          t.saw("items", union.size);
          // Items that come twice are the business of the partition.
          const wrong = counted.find(({ total }) => total !== union.size && total !== entries.length);
          // Where smaller pages lose items too, that is the business of the partition.
          const isComplete = new Set(entries).size === union.size;
          if (wrong === undefined) return isComplete ? judgeLargePages(t, reading, union.size) : [];
          return [
            finding(
              { rule: t.rule, exchanges: [...new Set([wrong, ...pages])].map((page) => page.exchange) },
              {
                documented: `total is ${union.size}, the number of ${reading.list} that a walk over all pages collects`,
                received: `total ${wrong.total}`,
                pointer: "/total",
              },
            ),
          ];
        },
        WHICH_ITEMS,
      );
      for (const list of LISTS) await judgeLongTotal(t, list);
    },
  );
});

function heldOrUncounted(t: Check, reading: Reading): Promise<Held | Uncounted> {
  return heldBy(t, reading).catch((error: unknown) => {
    if (error instanceof Uncounted) return error;
    throw error;
  });
}

/**
 * Of a list that does not say how long it is: more items than were asked for are found on every page of the run, so it
 * is enough to have pages that can be too long.
 * @throws Inconclusive where none of them is full
 */
async function lookAtSmallPages(t: Check, list: ListName, why: Uncounted): Promise<readonly Finding[]> {
  const sort = { sort_dir: "asc", sort_by: "created_at", page: 2 };
  const reads = await Promise.all(
    [1, ODD].map(async (page_size) => ({
      page_size,
      read: await askPage(t, list, { ...sort, page_size }),
    })),
  );
  const full = reads.filter(({ page_size, read }) => read.kind === "page" && read.items.length >= page_size);
  t.saw("pages", full.length);
  if (full.length === 0) throw why;
  return [];
}

async function judgeLength(
  t: Check,
  reading: Reading,
  query: ListQuery,
  held: number,
): Promise<readonly Finding[]> {
  const read = await reading.ask(t, query);
  if (read.kind === "refused") {
    return [refusal(t, read, `page ${query.page} of size ${query.page_size}`)];
  }
  t.saw("pages");
  // What the list holds is known from walks; a total that is wrong is judged elsewhere.
  return pageLength({ rule: t.rule, page: { ...read, total: held } });
}

/** Pages that the checks of slices read too: first and last of size 1, and the last of other sizes. */
async function cutsOf(t: Check, reading: Reading, held: number): Promise<readonly ListQuery[]> {
  if (held < 2)
    return t.inconclusive(
      `needs a list with more items than the page size asked for; it holds ${count(held, "item")}`,
    );
  const { pageSize: served } = await t.census.list(reading.list);
  const { asc } = sharedSizes(t, reading.list, held, served);
  const last = (page_size: number): ListQuery => ({ page_size, page: Math.ceil(held / page_size) });
  if (t.settings.effort === "quick") return [last(asc)];
  // No other check asks for the default size by its number; where less than that was served it is what shows.
  const byDefault = t.settings.effort === "thorough" || served < DEFAULT_PAGE_SIZE ? [DEFAULT_PAGE_SIZE] : [];
  const sizes = [1, asc, ...(reading.list === "labels" ? [ODD] : []), ...byDefault].filter(
    (size) => size < held || size === 1,
  );
  const cuts = [{ page_size: 1, page: 1 }, ...sizes.map(last)];
  return cuts.filter(
    ({ page_size }, at) => at < 1 || cuts.slice(1).findIndex((cut) => cut.page_size === page_size) === at - 1,
  );
}

interface Held extends Stretch {
  readonly count: number;
}

/** Pages as large as the target gives them hold what smaller ones hold. Nothing is judged of a list known in part. */
async function judgeLargePages(t: Check, reading: Reading, held: number): Promise<readonly Finding[]> {
  const { list } = reading;
  const census = await t.census.list(list);
  if (!census.whole || census.total !== held) return [];
  const pages = await Promise.all(census.pages.map((page) => reading.page(t, queryOf(page))));
  const entries = pages.flatMap((page) => idsOf(page));
  const found = new Set(entries).size;
  // Items that come twice are the business of the partition here too.
  if (found >= held || entries.length > found) return [];
  return [
    finding(
      { rule: t.rule, exchanges: pages.map(({ exchange }) => exchange) },
      {
        documented: `${count(pages.length, "page")} of this page_size hold ${count(held, "item")}, as total says and smaller pages do`,
        received: count(found, "item"),
        pointer: `/${list}`,
      },
    ),
  ];
}

/** The walk that the lists' own checks make too. */
async function walkOf(t: Check, reading: Reading, { filters, count: held }: Held): Promise<readonly Page[]> {
  const census = await t.census.list(reading.list);
  if (t.settings.effort === "quick" && census.whole) return census.pages;
  const { desc: page_size } = sharedSizes(t, reading.list, held, census.pageSize);
  return reading.walk(t, { ...filters, page_size, sort_dir: "desc", sort_by: "created_at" });
}

/**
 * A page in order of modification, which another check reads too, of the list that nobody walks in that order: it counts
 * the same items.
 */
async function byChange(
  t: Check,
  reading: Reading,
  { filters, count: held }: Held,
): Promise<readonly Page[]> {
  if (reading.list !== "reports" || t.settings.effort === "quick") return [];
  const { pageSize: served } = await t.census.list(reading.list);
  const { desc: page_size } = sharedSizes(t, reading.list, held, served);
  const query = { ...filters, page: 2, page_size, sort_dir: "desc", sort_by: "modified_at" };
  // Whether the list may be sorted so is judged elsewhere.
  const read = await ifReadable(reading.ask(t, query));
  return read?.kind === "page" ? [read] : [];
}

/**
 * What the list holds. Where walks double or lose items nobody knows it for sure: then it is what one of them
 * has collected, and counted by its total.
 */
async function heldBy(t: Check, reading: Reading): Promise<Held> {
  const stretch = await ifReadable(reading.stretch(t));
  if (stretch !== null) return { ...stretch, count: stretch.items.length };
  const collected = await reading.collected(t);
  return { ...collected, count: collected.total };
}
