import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operation } from "../contract/operations.js";
import { type Instant, parseInstant } from "../oracles/instant.js";
import { brokenJson, notJson, webhooksV1, webhooksV2 } from "./bodies.js";
import { filterCombinations, filterNames } from "./filters.js";
import { improbableIds, improbableReportIds, improbableWebhookIds } from "./ids.js";
import { oddParameters, oddValues } from "./odd-values.js";
import { pagesWithin } from "./pages.js";
import { windowsOver } from "./windows.js";

/** The smallest value for which the statement does not hold. */
function smallest<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => boolean): T | undefined {
  return fc.check(fc.property(arbitrary, holds), { seed: 7, numRuns: 1000 }).counterexample?.[0];
}

describe("pagesWithin", () => {
  it("draws pages that exist", () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 300 })
          .chain((total) => pagesWithin(total).map((query) => ({ total, ...query }))),
        ({ total, page, page_size }) => {
          expect((page - 1) * page_size).toBeLessThan(total);
          expect(page_size).toBeLessThanOrEqual(25);
        },
      ),
    );
  });

  it("shrinks to the smallest page that shows it", () => {
    expect(smallest(pagesWithin(100), ({ page }) => page < 2)).toEqual({ page: 2, page_size: 1 });
    expect(smallest(pagesWithin(100), () => false)).toEqual({ page: 1, page_size: 1 });
  });
});

describe("filterCombinations", () => {
  const labels = operation("v1ListLabels");
  const known = { carrier_id: ["se-1", "se-2"], service_code: ["usps"], tracking_number: [] };

  it("draws documented filters with known or enumerated values", () => {
    fc.assert(
      fc.property(filterCombinations(labels, known, 2), (query) => {
        const names = Object.keys(query);
        expect(names.length).toBeGreaterThanOrEqual(2);
        for (const name of names) expect(["carrier_id", "service_code", "label_status"]).toContain(name);
        if (query.carrier_id !== undefined) expect(known.carrier_id).toContain(query.carrier_id);
      }),
    );
    expect(filterNames(labels)).not.toContain("page");
  });

  it("shrinks to one filter", () => {
    expect(Object.keys(smallest(filterCombinations(labels, known), () => false) ?? {})).toHaveLength(1);
  });
});

describe("windowsOver", () => {
  const times = ["2024-01-01T00:00:00Z", "2024-01-02T00:00:00.5Z"].flatMap((text): Instant[] => {
    const at = parseInstant(text);
    return at === null ? [] : [at];
  });

  it("never ends before it starts and often stands on a known time as printed", () => {
    let printed = 0;
    fc.assert(
      fc.property(windowsOver(times), ({ start, end }) => {
        if (start !== undefined && end !== undefined) expect(start.epochNs <= end.epochNs).toBe(true);
        expect(start ?? end).toBeDefined();
        if (times.some((at) => at === start || at === end)) printed += 1;
      }),
    );
    expect(printed).toBeGreaterThan(5);
  });
});

describe("ids", () => {
  it("are well-formed, not taken, and fit into 64 bits", () => {
    fc.assert(fc.property(improbableIds(["se-1"]), (id) => /^se-[1-9]\d{14,17}$/.test(id) && id !== "se-1"));
    fc.assert(fc.property(improbableReportIds, (id) => /^rpt_[0-9a-z]{24,32}$/.test(id)));
    fc.assert(fc.property(improbableWebhookIds, (id) => /^[1-9]\d{14,17}$/.test(id)));
  });
});

describe("odd values", () => {
  it("never fit their parameter", () => {
    const { query } = operation("v1ListShipments");
    for (const parameter of query) {
      fc.assert(
        fc.property(oddValues(parameter), (value) => {
          expect(parameter.enum ?? []).not.toContain(value);
          if (parameter.type === "integer") expect(value).not.toMatch(/^[1-9][0-9]{0,9}$/);
          expect(encodeURIComponent(value).length).toBeLessThan(4_000);
        }),
      );
    }
    const names = query.map(({ name }) => name);
    fc.assert(fc.property(oddParameters(query), ({ name }) => names.includes(name)));
  });
});

describe("bodies", () => {
  it("hold what the contract names and reach nobody", () => {
    fc.assert(
      fc.property(webhooksV1, webhooksV2(3), webhooksV2(null), (v1, v2, storeless) => {
        expect(new URL(v1.url).hostname).toMatch(/\.invalid$/);
        expect(Object.keys(v2).toSorted()).toEqual(["event", "headers", "name", "store_id", "url"]);
        expect(storeless).not.toHaveProperty("store_id");
        expect(new Set(v2.headers.map(({ key }) => key)).size).toBe(v2.headers.length);
      }),
    );
  });

  it("are no JSON where they must not be", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          brokenJson,
          notJson({ url: "u" }).map(({ body }) => body),
        ),
        (text) => {
          expect(() => JSON.parse(text)).toThrow();
        },
      ),
    );
  });
});
