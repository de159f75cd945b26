import { describe } from "vitest";
import { type LinkName, OFFSET_LIMIT, shipments } from "../../helpers/contract/lists.js";
import { urlOf } from "../../helpers/contract/url.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { known } from "../../helpers/engine/lists/reading/readings.js";
import { sharedSize } from "../../helpers/engine/lists/reading/walkable.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { toldBy } from "../../helpers/oracles/answers/refusal.js";
import { MALFORMED, type Page } from "../../helpers/wire/decode.js";

async function judgeAny(t: Check): Promise<void> {
  const reading = await known(t, shipments);
  const page_size = sharedSize(reading);
  // Other checks read these pages too. paging.links also follows links of the second kind.
  const links = t.budget("shipments.links-with-any");
  const asked = [{}, { page: 2, page_size }].slice(0, links);
  const pages = await Promise.all(asked.map((query) => reading.page(t, query)));
  const queries = pages.flatMap((page) => queriesWithAny(page).slice(0, links));
  if (queries.length === 0) t.notApplicable("no link of the shipment list shows shipment_status any");
  for (const query of queries) {
    // Other rules judge path and host of a link; here only whether the service accepts its own query.
    const exchange = await t.ask({ operation: "v1ListShipments", query });
    t.saw("links");
    if (exchange.answer.status !== 200)
      t.breach(exchange, "status 200 for the query of a link", toldBy(exchange.answer));
  }
}

/** Links of a long list may exceed the offset limit, where a refusal is due. */
function isWithinOffset({ searchParams }: URL): boolean {
  const [page, size] = [searchParams.get("page") ?? 1, searchParams.get("page_size") ?? 25].map(Number);
  return page !== undefined && size !== undefined && page * size <= OFFSET_LIMIT;
}

/** In the order in which clients need them. */
const FOLLOWED: readonly LinkName[] = ["next", "last", "prev", "first"];

/** Distinct queries of the page's links with shipment_status any. */
function queriesWithAny(page: Page): readonly (readonly (readonly [string, string])[])[] {
  const urls = FOLLOWED.flatMap((name) => {
    const href = page.links[name];
    const url = href === null || href === MALFORMED ? null : urlOf(href, page.exchange.request.url);
    return url?.searchParams.get("shipment_status") === "any" && isWithinOffset(url) ? [url] : [];
  });
  const distinct = new Map(urls.map((url) => [url.search, [...url.searchParams]] as const));
  return [...distinct.values()];
}

// biome-ignore format: one rule a line
describe("GET /v1/shipments: links", () => {
  rule.fromStandard("shipments.links.any.follow", "follows links that contain shipment_status any", judgeAny);
});
