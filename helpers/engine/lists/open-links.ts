import type { OpenListDeclaration } from "../../contract/lists.js";
import { linksKeepFilters, linksKeepPageSize } from "../../oracles/links.js";
import { decodeOpenPage, MALFORMED, type Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { count, renderIds } from "../../wire/message.js";
import type { Check } from "../check/check.js";
import { hasId, NO_LINKS, sizeOf, walkOfOne } from "./open-pages.js";
import type { OpenReading } from "./open-reading.js";
import { idsOf } from "./pages.js";

/**
 * The next link leads to the next page of the same size, from a small page and from each page of a walk. Links may
 * have any form: only what they lead to counts.
 */
export async function openLinks(t: Check, reading: OpenReading): Promise<readonly Finding[]> {
  const { list, sample } = reading;
  const { pages } = sample.total !== null && sample.total > 1 ? await reading.walk(t) : walkOfOne(sample);
  for (const [at, page] of [sample, ...pages].entries()) {
    // That page may have another size than the walk, so the page after it is not known.
    const wrong = await wrongNext(t, list, page, at === 0 ? undefined : pages[at]);
    if (wrong !== null) return [wrong];
  }
  return [];
}

/**
 * What is wrong with the page behind a next link. A link that keeps page_size and filters as asked for is not followed.
 * @param due the next page, if the run has read it
 */
async function wrongNext(
  t: Check,
  list: OpenListDeclaration,
  page: Page,
  due: Page | undefined,
): Promise<Finding | null> {
  const { next } = page.links;
  if (typeof next !== "string" || next === MALFORMED) return null;
  const claim = { rule: t.rule, page: { ...page, links: { ...NO_LINKS, next } } };
  if (linksKeepPageSize(claim).length === 0 && linksKeepFilters(claim).length === 0) return null;
  const size = page.items.length;
  // Another rule judges a target that gives more than asked for.
  if (size > sizeOf(page)) return null;
  t.saw("links followed");
  const decoded = decodeOpenPage(await t.ask({ href: next, samePath: true }), list.id);
  if (decoded.kind !== "page") return null;
  const exchanges = [decoded.exchange, page.exchange];
  if (decoded.items.length > size)
    return t.finding(
      exchanges,
      `next of a page of size ${size} leads to the next page of that size`,
      `${count(decoded.items.length, "item")} at ${next}`,
    );
  if (due === undefined || keysOf(due).join() === keysOf(decoded).join()) return null;
  return t.finding(
    [...exchanges, due.exchange],
    `next leads to the next page: ${renderIds(idsOf(due))}`,
    `${renderIds(idsOf(decoded))} at ${next}`,
  );
}

/** What distinguishes the items of an open list; null for an item without an id. */
function keysOf(page: Page): readonly (string | null)[] {
  return page.items.map((item) => (hasId(item) ? item.id : null));
}
