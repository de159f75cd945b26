import { describe, expect, it } from "vitest";
import { LISTS } from "../../contract/lists.js";
import { decodePage } from "../../wire/decode.js";
import { type Instant, parseInstant } from "../../wire/instant.js";
import { sampleExchange } from "../testing.js";
import { byWindow, heedsFilters } from "./window-filter.js";

function instant(text: string): Instant {
  const read = parseInstant(text);
  if (read === null) throw new Error(`${text} is not a timestamp`);
  return read;
}

describe("byWindow", () => {
  const start = instant("2025-03-01T10:00:00Z");
  const end = instant("2025-03-02T10:00:00Z");
  const filter = byWindow("created_at", { start, end });
  const at = (created_at: unknown) => filter.meets({ created_at });

  it("takes what lies between the bounds and nothing a second outside of them", () => {
    expect(at("2025-03-01T10:00:01Z")).toBe(true);
    expect(at("2025-03-02T09:59:58Z")).toBe(true);
    expect(at("2025-03-01T09:59:59Z")).toBe(false);
    expect(at("2025-03-02T10:00:01Z")).toBe(false);
  });

  it("compares instants, not texts", () => {
    expect(at("2025-03-01T23:30:00+13:00")).toBe(true);
    expect(at("2025-03-01T21:30:00+13:00")).toBe(false);
  });

  it("does not judge items on a bound, nor those without a time", () => {
    expect(at("2025-03-01T10:00:00Z")).toBeNull();
    expect(at("2025-03-02T10:00:00.000Z")).toBeNull();
    expect(at("yesterday")).toBeNull();
    expect(at(undefined)).toBeNull();
  });

  it("reads the member that it is about, and leaves a missing bound open", () => {
    const open = byWindow("modified_at", { end });
    expect(open.meets({ created_at: "2030-01-01T00:00:00Z", modified_at: "1999-01-01T00:00:00Z" })).toBe(
      true,
    );
    expect(open.words).toBe("modified_at_end=2025-03-02T10:00:00Z");
    expect(filter.words).toBe("created_at_start=2025-03-01T10:00:00Z&created_at_end=2025-03-02T10:00:00Z");
  });
});

describe("heedsFilters", () => {
  const heeds = (query: string, ...labels: readonly object[]) => {
    const named = labels.map((label, at) => ({ label_id: `se-${at}`, ...label }));
    const exchange = sampleExchange({ path: `/v1/labels?${query}`, json: { labels: named, total: 9 } });
    const page = decodePage(exchange, "labels");
    if (page.kind !== "page") throw new Error(page.why);
    return heedsFilters(LISTS.labels, page);
  };

  it("is false if an item fails one of them, bounds included", () => {
    expect(
      heeds("page=1&label_status=voided&carrier_id=se-1", { status: "voided", carrier_id: "se-1" }),
    ).toBe(true);
    expect(heeds("label_status=voided&carrier_id=se-1", { status: "voided", carrier_id: "se-2" })).toBe(
      false,
    );
    const bound = "created_at_start=2025-01-02T00:00:00Z";
    expect(heeds(bound, { created_at: "2025-01-03T00:00:00Z" })).toBe(true);
    expect(heeds(bound, { created_at: "2025-01-01T00:00:00Z" })).toBe(false);
  });

  it("is true where items do not show what a filter needs, and without items or filters", () => {
    expect(heeds("label_status=voided&warehouse_id=se-1", {})).toBe(true);
    expect(heeds("label_status=voided")).toBe(true);
    expect(heeds("page=2", { status: "voided" })).toBe(true);
  });
});
