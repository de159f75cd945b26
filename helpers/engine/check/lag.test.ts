import { describe, expect, it } from "vitest";
import { sampleExchange } from "../../oracles/testing.js";
import { Lag } from "./lag.js";

/** Whether lag is seen in totals told one a second, each by a query of its own. */
function isSeen(...told: readonly (readonly [total: number, query?: string])[]): boolean {
  const lag = new Lag();
  for (const [second, [total, query = ""]] of told.entries()) {
    const startedAt = new Date(second * 1_000).toISOString();
    lag.look({ ...sampleExchange({ path: `/v1/labels${query}`, json: { total } }), startedAt });
  }
  return lag.isSeen;
}

describe("lag", () => {
  it("is seen where a list that can only grow shrinks, however it is cut and sorted", () => {
    expect(isSeen([3], [4], [5])).toBe(false);
    expect(isSeen([3], [4], [3])).toBe(true);
    expect(isSeen([4, "?page=1&page_size=2"], [3, "?page=2&page_size=2&sort_dir=asc"])).toBe(true);
  });

  it("is seen where an item was modified earlier than an answer before said", () => {
    const seen = (...times: readonly string[]) => {
      const lag = new Lag();
      for (const [second, modified_at] of times.entries()) {
        const page = { shipments: [{ shipment_id: "se-1", modified_at }] };
        const exchange = sampleExchange({ operation: "v1ListShipments", path: "/v1/shipments", json: page });
        lag.look({ ...exchange, startedAt: new Date(second * 1_000).toISOString() });
      }
      return lag.isSeen;
    };
    expect(seen("2024-01-01T00:00:00Z", "2024-01-01T00:00:07Z")).toBe(false);
    expect(seen("2024-01-01T00:00:00Z", "2024-01-01T00:00:07Z", "2024-01-01T00:00:00Z")).toBe(true);
  });

  it("is not seen in what filters leave", () => {
    expect(isSeen([4], [3, "?label_status=voided"], [2, "?label_status=voided"])).toBe(false);
  });

  it("is not seen in answers that were under way at the same time", () => {
    const lag = new Lag();
    for (const total of [4, 3]) lag.look(sampleExchange({ json: { total } }));
    expect(lag.isSeen).toBe(false);
  });
});
