import type { SortKey } from "../../../contract/generated/types.js";
import type { Edge } from "../../../oracles/lists/windows.js";
import { type Dated, datedBy, oldestFirst } from "../../../wire/dated.js";
import type { Item, Page } from "../../../wire/decode.js";
import { DAY, type Instant, shifted } from "../../../wire/instant.js";
import type { Check } from "../../check/check.js";
import { inOffset, withoutZeros } from "../asking/bounds.js";
import { valueChoices } from "../asking/combinations.js";
import type { ListQuery } from "../asking/pages.js";
import { dueUnder, together, windowSieve } from "../asking/sieves.js";
import type { Reading } from "../reading/reading.js";

/** How a date bound at an item's time is sent. */
interface Form {
  /** Whether nothing else is asked for: then the bound in UTC with Z must be accepted. */
  readonly isAlone: boolean;
  readonly query: (edge: Edge, member: SortKey, at: Instant) => ListQuery;
}

/** A date bound at an item's time. */
export interface OnBound {
  readonly member: SortKey;
  readonly edge: Edge;
  readonly form: Form;
}

/** As the item shows its time. */
export const PLAIN: Form = {
  isAlone: true,
  query: (edge, member, at) => ({ [`${member}_${edge}`]: at.text }),
};

/** Without a fraction that is zero: compared as texts, a start at 12:00:00Z would be later than 12:00:00.000Z. */
export const SHORT: Form = {
  isAlone: true,
  query: (edge, member, at) => PLAIN.query(edge, member, withoutZeros(at)),
};

/**
 * An offset in place of Z, the other bound, and the item's values as further filters; also by modification and from the
 * other end, if one page holds what is due. As the other bound, an end is far off, and a start is on the item too: then
 * the window is a single moment, and both bounds are the same text.
 */
export function amongFilters({ list, items, size }: Reading, { id, at: own }: Dated): Form {
  const newest = oldestFirst(datedBy(items) ?? []).at(-1)?.at ?? own;
  const item = items.find((other) => other.id === id);
  const values = item === undefined ? [] : valueChoices(list, items).flatMap((choice) => choice(item) ?? []);
  const query: Form["query"] = (edge, member, at) => {
    const other = edge === "start" ? { end: shifted(newest, DAY).text } : { start: inOffset(own, edge).text };
    const due = dueUnder(items, ...values, windowSieve(member, { [edge]: at }));
    const turned = { sort_by: "modified_at", sort_dir: edge === "start" ? "desc" : "asc" };
    return {
      ...together(values).query,
      ...(due < size ? turned : {}),
      [`${member}_${edge}`]: inOffset(at, edge).text,
      ...Object.fromEntries(Object.entries(other).map(([side, text]) => [`${member}_${side}`, text])),
    };
  };
  return { isAlone: false, query };
}

/**
 * The page that should show an item at the bound: the first one from the bound's side. If a bound that is sent alone is
 * refused, asks in UTC with Z and as many digits as are printed.
 * @throws Inconclusive if the bound is refused
 */
export async function atBound(
  t: Check,
  reading: Reading,
  { member, edge, form }: OnBound,
  at: Instant,
): Promise<Page> {
  const bound = `${member}_${edge}`;
  const sort_dir = edge === "start" ? "asc" : "desc";
  const query = { page: 1, page_size: reading.size, sort_by: member, sort_dir };
  const sent = form.query(edge, member, at);
  const read = await reading.ask(t, { ...query, ...sent });
  if (read.kind === "page") return read;
  const utc = shifted(at, 0n).text;
  if (form.isAlone && utc !== sent[bound]) return reading.page(t, { ...query, [bound]: utc });
  return t.inconclusive(
    `${bound}=${sent[bound]} was refused with ${read.exchange.answer.status}; see content.date-params.date-time`,
  );
}

/** Whether a page shows an item. */
export function holds(page: Page, { id }: Pick<Item, "id">): boolean {
  return page.items.some((item) => item.id === id);
}
