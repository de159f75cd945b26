import { describe } from "vitest";
import type { Finding } from "../../helpers/contract/exchange.js";
import { Inconclusive } from "../../helpers/contract/outcome.js";
import type { Page } from "../../helpers/oracles/decode.js";
import { pageLength } from "../../helpers/oracles/envelope.js";
import { finding } from "../../helpers/oracles/finding.js";
import { count } from "../../helpers/oracles/message.js";
import type { Check } from "../../helpers/runner/check.js";
import { idsOf, type ListQuery, refusal } from "../../helpers/runner/pages.js";
import { DEFAULT_SIZE, judgeEachList, type Reading, walkSize } from "../../helpers/runner/reading.js";
import { rule } from "../../helpers/runner/rule.js";
import type { Stretch } from "../../helpers/runner/walking.js";

/** A size that no list is likely to be cut by evenly. */
const ODD = 7;
/** Most pages of the walk over shipments and reports; the walk over labels is shared with their own checks. */
const FEW_PAGES = { quick: 2, standard: 5, thorough: 40 } as const;

describe("Paging: sizes and totals", () => {
  rule(
    "paging.page_size.respected",
    "takes first and last pages of several sizes from each list",
    async (t) => {
      await judgeEachList(t, async (reading) => {
        const { filters, count: held } = await heldBy(t, reading);
        const sort = { sort_dir: "asc", sort_by: "created_at" };
        const cuts = cutsOf(t, held).map((cut): ListQuery => ({ ...filters, ...cut, ...sort }));
        const judged = await Promise.all(cuts.map((query) => judgeLength(t, reading, query, held)));
        return judged.flat().slice(0, 1);
      });
    },
  );

  rule(
    "paging.total.matches-items",
    "counts the items of a walk over each list and compares every page's total",
    async (t) => {
      await judgeEachList(t, async (reading) => {
        const held = await heldBy(t, reading);
        if (held.items.length === 0) t.inconclusive("needs a list that holds an item");
        const pages = await walkOf(t, reading, held);
        const entries = pages.flatMap((page) => idsOf(page));
        const union = new Set([...idsOf(held), ...entries]);
        const counted = pages.filter((page) => page.total !== null);
        t.saw("pages", counted.length);
        t.saw("items", union.size);
        // Items that come twice are the business of the partition.
        const wrong = counted.find(({ total }) => total !== union.size && total !== entries.length);
        if (wrong === undefined) return [];
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
      });
    },
  );
});

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

/** First and last page of size 1, of an odd size and of the default size given outright. */
function cutsOf(t: Check, held: number): readonly ListQuery[] {
  if (held < 2)
    return t.inconclusive(
      `needs a list with more items than the page size asked for; it holds ${count(held, "item")}`,
    );
  const quick = t.settings.effort === "quick";
  const sizes = quick ? [ODD] : [1, ODD, DEFAULT_SIZE];
  const wanted = sizes.filter((size) => size < held || size === 1);
  return (wanted.length > 0 ? wanted : [1]).flatMap((page_size) => {
    const last = Math.ceil(held / page_size);
    const pages = quick ? [last] : [1, last];
    return [...new Set(pages)].map((page) => ({ page_size, page }));
  });
}

interface Held extends Stretch {
  readonly count: number;
}

/** The walk that the labels' own checks make too; over the other lists one of few pages. */
async function walkOf(t: Check, reading: Reading, { filters, count: held }: Held): Promise<readonly Page[]> {
  const census = await t.census.list(reading.list);
  if (t.settings.effort === "quick" && census.whole) return census.pages;
  const most = reading.list === "labels" ? undefined : FEW_PAGES[t.settings.effort];
  const page_size = walkSize(t, held, most);
  return reading.walk(t, { ...filters, page_size, sort_dir: "desc", sort_by: "created_at" });
}

/**
 * What the list holds. Where walks double or lose items nobody knows it for sure: then it is what the census
 * has collected, and counted by its total.
 */
async function heldBy(t: Check, reading: Reading): Promise<Held> {
  try {
    const stretch = await reading.stretch(t);
    return { ...stretch, count: stretch.items.length };
  } catch (error) {
    const { whole, oldest, total } = await t.census.list(reading.list);
    if (!(error instanceof Inconclusive) || !whole) throw error;
    return { filters: {}, items: oldest, count: total };
  }
}
