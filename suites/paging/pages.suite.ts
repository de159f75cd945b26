import { describe } from "vitest";
import type { Finding } from "../../helpers/contract/exchange.js";
import type { Page } from "../../helpers/oracles/decode.js";
import { pageLength } from "../../helpers/oracles/envelope.js";
import { finding } from "../../helpers/oracles/finding.js";
import { count } from "../../helpers/oracles/message.js";
import { Inconclusive } from "../../helpers/contract/outcome.js";
import type { Check } from "../../helpers/runner/check.js";
import { idsOf, type ListQuery, refusal } from "../../helpers/runner/pages.js";
import { DEFAULT_SIZE, judgeEachList, type Reading, walkSize } from "../../helpers/runner/reading.js";
import { rule } from "../../helpers/runner/rule.js";

/** A size that no list is likely to be cut by evenly. */
const ODD = 7;
/** Most pages of the walk over shipments and reports; the walk over labels is shared with their own checks. */
const FEW_PAGES = { quick: 2, standard: 5, thorough: 40 } as const;

describe("Paging: sizes and totals", () => {
  rule("paging.page_size.respected", "takes first and last pages of several sizes from each list", async (t) => {
    await judgeEachList(t, async (reading) => {
      const { filters, items } = await reading.stretch(t);
      const sort = { sort_dir: "desc", sort_by: "created_at" };
      const cuts = cutsOf(t, items.length).map((cut): ListQuery => ({ ...filters, ...cut, ...sort }));
      const judged = await Promise.all(cuts.map((query) => judgeLength(t, reading, query, items.length)));
      return judged.flat().slice(0, 1);
    });
  });

  rule("paging.total.matches-items", "counts the items of a walk over each list and compares every page's total", async (t) => {
    await judgeEachList(t, async (reading) => {
      const pages = await walkOf(t, reading);
      const union = new Set([...pages.flatMap((page) => idsOf(page)), ...(await knownIds(t, reading))]);
      const counted = pages.filter((page) => page.total !== null);
      t.saw("pages", counted.length);
      t.saw("items", union.size);
      const wrong = counted.find((page) => page.total !== union.size);
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
  });
});

async function judgeLength(t: Check, reading: Reading, query: ListQuery, held: number): Promise<readonly Finding[]> {
  const read = await reading.ask(t, query);
  if (read.kind === "refused") {
    return [refusal(t, read, `page ${query["page"]} of size ${query["page_size"]}`)];
  }
  t.saw("pages");
  // What the list holds is known from walks; a total that is wrong is judged elsewhere.
  return pageLength({ rule: t.rule, page: { ...read, total: held } });
}

/** First and last page of size 1, of an odd size and of the default size given outright. */
function cutsOf(t: Check, held: number): readonly ListQuery[] {
  if (held < 2) return t.inconclusive(`needs a list with more items than the page size asked for; it holds ${count(held, "item")}`);
  const quick = t.settings.effort === "quick";
  const sizes = quick ? [ODD] : [1, ODD, DEFAULT_SIZE];
  const wanted = sizes.filter((size) => size < held || size === 1);
  return (wanted.length > 0 ? wanted : [1]).flatMap((page_size) => {
    const last = Math.ceil(held / page_size);
    const pages = quick ? [last] : [1, last];
    return [...new Set(pages)].map((page) => ({ page_size, page }));
  });
}

/** The walk that the labels' own checks make too; over the other lists one of few pages. */
async function walkOf(t: Check, reading: Reading): Promise<readonly Page[]> {
  const census = await t.census.list(reading.list);
  const { filters, items } = await reading.stretch(t).catch((error: unknown) => {
    // Walks that lose items leave open what the list holds; its total still has to fit what they collect.
    if (!(error instanceof Inconclusive) || !census.whole) throw error;
    return { filters: {}, items: census.oldest };
  });
  if (items.length === 0) t.inconclusive("needs a list that holds an item");
  const page_size = walkSize(t, items.length, reading.list === "labels" ? undefined : FEW_PAGES[t.settings.effort]);
  return reading.walk(t, { ...filters, page_size, sort_dir: "desc", sort_by: "created_at" });
}

async function knownIds(t: Check, reading: Reading): Promise<readonly string[]> {
  return reading.stretch(t).then(
    ({ items }) => items.map((item) => item.id),
    () => [],
  );
}
