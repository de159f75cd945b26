import { describe, expect, it } from "vitest";
import { operation } from "../../contract/operations.js";
import type { Exchange } from "../../wire/exchange.js";
import { newMemory } from "./context.js";
import { judgeFilteredItems } from "./filtered-items.js";

const LINK = "/v1/shipments?page=1&page_size=2";

/** A page of shipments under this query. */
function page(
  query: string,
  shipments: readonly object[],
  link = `${LINK}&${query}`,
  total = shipments.length,
): Exchange {
  const value = {
    shipments,
    total,
    page: 1,
    pages: 1,
    links: { first: { href: link }, last: { href: link }, prev: {}, next: {} },
  };
  return {
    index: 0,
    check: "test",
    ordinal: 0,
    operation: "v1ListShipments",
    request: {
      method: "GET",
      url: `http://host/v1/shipments?page=1&page_size=2&${query}`,
      headers: {},
      body: null,
      key: "right",
    },
    answer: { status: 200, headers: {}, body: { kind: "json", value, text: JSON.stringify(value) } },
    trouble: null,
    startedAt: "2026-01-01T00:00:00Z",
    ms: 1,
  };
}

function rulesBroken(exchange: Exchange, changed: readonly string[] = []): string[] {
  const { answer } = exchange;
  if (answer === null) throw new Error("no answer");
  const options = { requestIdHeader: "X-Request-ID", serviceName: null };
  const context = { options, memory: { ...newMemory(), changed: new Set(changed) } };
  const place = { exchange, answer, operation: operation("v1ListShipments") };
  return judgeFilteredItems(place, context).findings.map(({ rule }) => rule);
}

const PENDING = {
  shipment_id: "se-1",
  shipment_status: "pending",
  created_at: "2026-01-02T00:00:00Z",
  tags: [{ name: "red" }],
};
const CANCELLED = { ...PENDING, shipment_id: "se-2", shipment_status: "cancelled" };

describe("every page of a filtered list", () => {
  it("may show for a while what the run itself has changed since", () => {
    expect(rulesBroken(page("shipment_status=pending", [PENDING, CANCELLED]), ["se-2"])).toEqual([]);
  });

  it("holds only items that meet the filter", () => {
    expect(rulesBroken(page("shipment_status=pending", [PENDING]))).toEqual([]);
    expect(rulesBroken(page("shipment_status=pending", [PENDING, CANCELLED]))).toEqual([
      "shipments.filter.shipment_status",
    ]);
    expect(rulesBroken(page("tag=blue", [PENDING]))).toEqual(["shipments.filter.tag"]);
    expect(rulesBroken(page("created_at_start=2026-01-03T00%3A00%3A00Z", [PENDING]))).toEqual([
      "shipments.filter.created_at_start",
    ]);
  });

  it("is not judged by one filter where several were asked for, nor where the value is not a valid one", () => {
    expect(rulesBroken(page("shipment_status=pending&tag=red", [CANCELLED]))).toEqual([]);
    expect(rulesBroken(page("shipment_status=unheard-of", [CANCELLED]))).toEqual([]);
  });

  it("counts in its total what it holds, when it is the whole list", () => {
    expect(rulesBroken(page("tag=red", [PENDING], undefined, 7))).toEqual(["shipments.total"]);
    expect(rulesBroken(page("tag=red", [], undefined, 7))).toEqual(["shipments.total"]);
    expect(
      rulesBroken(page("tag=red", [PENDING, { ...PENDING, shipment_id: "se-3" }], undefined, 7)),
    ).toEqual([]);
  });

  it("holds no more than its total counts, whether or not it is the whole list", () => {
    const full = [PENDING, { ...PENDING, shipment_id: "se-3" }];
    expect(rulesBroken(page("tag=red", full, undefined, 1))).toEqual(["shipments.total"]);
    expect(rulesBroken(page("tag=red", full))).toEqual([]);
  });

  it("is not judged by what the text of its links keeps: that shows only where they lead", () => {
    const query = "shipment_status=pending&tag=red";
    expect(rulesBroken(page(query, [PENDING], `${LINK}&shipment_status=pending`))).toEqual([]);
  });
});
