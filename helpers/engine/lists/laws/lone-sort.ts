import type { SortKey } from "../../../contract/generated/types.js";
import type { ListDeclaration, SortDir } from "../../../contract/lists.js";
import { explaining, sliceServed } from "../../../oracles/lists/slices.js";
import { datedBy } from "../../../wire/dated.js";
import type { Page } from "../../../wire/decode.js";
import type { Findings } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { rotated } from "../../check/seed.js";
import { cutQuery, queryWords, refusal } from "../asking/pages.js";
import { judgeList } from "../reading/judge-list.js";
import { WHICH_AND_WHEN } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { DIRECTIONS, sharedSizes } from "../reading/walkable.js";

// Of a list whose default order is open, a page with one sort parameter alone follows that one, whatever stands in for
// the other. Lists with documented defaults are judged by the rules of those.

/** One sort parameter, and all orders that a page with it alone may have. */
interface Lone {
  readonly rule: (list: ListDeclaration) => string;
  readonly query: { readonly sort_dir?: SortDir; readonly sort_by?: SortKey };
  readonly orders: readonly { readonly dir: SortDir; readonly by: SortKey }[];
}

const ofDirection = (dir: SortDir): Lone => ({
  rule: ({ rules }) => rules.slice[dir],
  query: { sort_dir: dir },
  orders: (["created_at", "modified_at"] as const).map((by) => ({ dir, by })),
});

const BY_CHANGE: Lone = {
  rule: ({ name }) => `${name}.sort-by.modified_at`,
  query: { sort_by: "modified_at" },
  orders: DIRECTIONS.map((dir) => ({ dir, by: "modified_at" })),
};

const ALL: readonly Lone[] = [ofDirection("asc"), BY_CHANGE, ofDirection("desc")];
const ORDERS = ALL.flatMap(({ orders }) => orders);

/**
 * Judges a page with sort_dir or sort_by alone, without page too, with each seed another one, if it belongs to the
 * check's rule.
 */
export async function judgeLoneSort(t: Check, list: ListDeclaration): Promise<void> {
  if (list.rules.default.sort_by !== undefined || !t.affords("lists.sorts")) return;
  const [lone] = rotated(ALL, t.settings.seed);
  if (lone === undefined || lone.rule(list) !== t.rule) return;
  t.find(await judgeList(t, list, WHICH_AND_WHEN, (reading) => judgeLone(t, reading, lone)));
}

/**
 * Whether the list is sorted by either time without parameters; one that has an order of its own breaks the rule on the
 * default, which judges the same page.
 */
export async function isByTime(t: Check, reading: Reading): Promise<boolean> {
  const place = { page: 1, size: sharedSizes(reading).desc };
  const plain = await reading.ask(t, { page: place.page, page_size: place.size });
  const orders = { ...place, orders: ORDERS };
  return plain.kind !== "refused" && explaining(t.rule, plain, reading.items, orders).length > 0;
}

async function judgeLone(t: Check, reading: Reading, { query, orders }: Lone): Promise<Findings> {
  if (!reading.whole) return [];
  const place = { page: 1, size: sharedSizes(reading).desc };
  const asked = { page_size: place.size, ...query };
  const read = await reading.ask(t, asked);
  const words = queryWords(query);
  if (read.kind === "refused") return [refusal(t, read, `page 1 under ${words} alone`)];
  const isExplained = (shown: Page, by = orders) =>
    explaining(t.rule, shown, reading.items, { ...place, orders: by }).length > 0;
  if (isExplained(read)) {
    t.saw("pages");
    return [];
  }
  if (!(await isByTime(t, reading))) return [];
  for (const order of orders) {
    const given = await reading.ask(t, cutQuery({ ...place, ...order }));
    // Another rule judges a page that is wrong with both parameters too.
    if (given.kind === "refused" || !isExplained(given, [order])) return [];
  }
  const [first] = orders;
  const dated = first === undefined ? null : datedBy(reading.items, first.by);
  if (first === undefined || dated === null) return [];
  const paged = await reading.ask(t, { page: place.page, ...asked });
  const isOmission = paged.kind === "page" && isExplained(paged);
  const rule = isOmission ? reading.list.rules.default.page : t.rule;
  const documented = `page 1 of size ${place.size} under ${words} alone, as with ${isOmission ? "page=1 given" : "either value of the other sort parameter"}`;
  return sliceServed(rule, read, { ...place, ...first }, dated).map((found) => ({ ...found, documented }));
}
