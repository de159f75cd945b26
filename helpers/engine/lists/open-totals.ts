import type { Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { count, renderIds } from "../../wire/message.js";
import type { Check } from "../check/check.js";
import { hasId, walkOfOne } from "./open-pages.js";
import type { OpenReading } from "./open-reading.js";
import { exchangesOf } from "./pages.js";

/** A walk collects as many items as the list counts, each of them once. */
export async function openTotals(t: Check, reading: OpenReading): Promise<readonly Finding[]> {
  const { list, sample } = reading;
  if (sample.total === null)
    return t.inconclusive(`needs a list that carries total; ${list.operation} carries none`);
  const walk = sample.total > 1 ? await reading.walk(t) : walkOfOne(sample);
  if (!walk.whole)
    t.inconclusive(
      `${list.operation} counts ${sample.total} items, too many for a walk at effort ${t.settings.effort}`,
    );
  const collected = distinct(walk.pages);
  t.saw("pages", walk.pages.length);
  const twice = repeated(walk.pages);
  if (twice.length > 0)
    return [
      t.finding(
        exchangesOf(walk),
        `each item of the list on one of its ${count(walk.pages.length, "page")}`,
        `on two pages: ${renderIds(twice)}`,
      ),
    ];
  const wrong = [sample, ...walk.pages].find((page) => page.total !== null && page.total !== collected);
  if (wrong === undefined) return [];
  return [
    t.finding(
      [wrong.exchange, ...exchangesOf(walk)],
      `total is ${collected}: a walk over ${count(walk.pages.length, "page")} collects ${count(collected, "item")}`,
      `total ${wrong.total}`,
      "/total",
    ),
  ];
}

/**
 * Ids on a page that stood on one before it, of pages that bring others too: a page behind the last may be the last
 * once more.
 */
function repeated(pages: readonly Page[]): readonly string[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => {
    const ids = items.filter(hasId).map(({ id }) => id);
    const again = ids.filter((id) => seen.has(id));
    for (const id of ids) seen.add(id);
    return again.length < ids.length ? again : [];
  });
}

/** Distinct entries of a walk: an identical item with the same id on another page is not counted again. */
function distinct(pages: readonly Page[]): number {
  const texts = pages.map(({ items }) =>
    items.map((item) => (hasId(item) ? JSON.stringify(item.raw) : null)),
  );
  const seen = new Set<string>();
  let count = 0;
  for (const page of texts) {
    count += page.filter((text) => text === null || !seen.has(text)).length;
    for (const text of page) if (text !== null) seen.add(text);
  }
  return count;
}
