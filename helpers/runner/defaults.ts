import type { ListName } from "../oracles/decode.js";
import { finding } from "../oracles/finding.js";
import { count } from "../oracles/message.js";
import { sameSet } from "../oracles/sets.js";
import type { SortDir } from "../oracles/slices.js";
import type { Check } from "./check.js";
import { judgeKnown, knownItems } from "./known.js";
import { idsOf, readPage } from "./pages.js";
import { datedOf, judgePage } from "./slicing.js";

const DEFAULT_SIZE = 25;
const DIRECTIONS = ["asc", "desc"] as const satisfies readonly SortDir[];

/**
 * Judges that a page without page_size holds 25 items: page 1 without any parameter, and a middle page.
 * @throws Inconclusive where the list has no more than 25 items
 */
export async function judgeDefaultSize(t: Check, list: ListName): Promise<void> {
  t.find(
    await judgeKnown(t, list, async ({ total }) => {
      if (total <= DEFAULT_SIZE)
        t.inconclusive(`needs more than ${DEFAULT_SIZE} ${list}; the list holds ${total}`);
      const full = Math.floor(total / DEFAULT_SIZE);
      const queries = [{}, { page: full, sort_dir: "asc", sort_by: "created_at" }];
      const pages = await Promise.all(queries.map((query) => readPage(t, list, query)));
      t.saw("pages", pages.length);
      return pages
        .filter((page) => page.items.length !== DEFAULT_SIZE)
        .map((page) =>
          finding(
            { rule: t.rule, exchanges: [page.exchange] },
            {
              documented: `${DEFAULT_SIZE} ${list} on a page`,
              received: count(page.items.length, "item"),
              pointer: `/${list}`,
            },
          ),
        );
    }),
  );
}

/**
 * Judges that a request without page gives page 1, under both directions. Where several items of one time
 * stand at the end of the page any of them may come.
 */
export async function judgeDefaultPage(t: Check, list: ListName): Promise<void> {
  const { items } = await knownItems(t, list);
  if (items.length < 2)
    t.inconclusive(`needs a list with two pages; it holds ${count(items.length, "item")}`);
  const size = Math.min(7, Math.floor(items.length / 2));
  t.find(
    await judgeKnown(t, list, async (known) => {
      const findings = DIRECTIONS.map(async (dir) => {
        const query = { page_size: size, sort_dir: dir, sort_by: "created_at" };
        const [without, first] = await Promise.all([
          readPage(t, list, query),
          readPage(t, list, { ...query, page: 1 }),
        ]);
        t.saw("pairs of pages");
        const claim = { rule: t.rule, exchanges: [without.exchange, first.exchange] };
        const unequal = sameSet({
          ...claim,
          documented: "the items of page 1",
          expected: idsOf(first),
          actual: idsOf(without),
        });
        if (unequal.length === 0 || !known.whole) return unequal;
        const tied =
          judgePage(t, without, { page: 1, size, dir }, datedOf(t, list, known, "created_at")).length === 0;
        return tied ? [] : unequal;
      });
      return (await Promise.all(findings)).flat();
    }),
  );
}
