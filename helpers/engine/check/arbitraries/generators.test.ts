import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operation } from "../../../contract/operations.js";
import { exceedsOffset } from "../../../oracles/lists/offset.js";
import { brokenJson, webhooksV2 } from "./bodies.js";
import { oddParameters, oddValues } from "./odd-values.js";
import { beyondLimit } from "./offsets.js";

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
      fc.property(webhooksV2(3), webhooksV2(null), (v2, storeless) => {
        expect(new URL(v2.url ?? "").hostname).toMatch(/\.invalid$/);
        expect(Object.keys(v2).toSorted()).toEqual(["event", "headers", "name", "store_id", "url"]);
        expect(storeless).not.toHaveProperty("store_id");
        const keys = v2.headers?.map(({ key }) => key);
        expect(keys).toEqual([...new Set(keys)]);
      }),
    );
  });

  it("are not JSON where they must not be", () => {
    fc.assert(
      fc.property(brokenJson, (text) => {
        expect(() => JSON.parse(text)).toThrow();
      }),
    );
  });
});

describe("pages beyond the offset limit", () => {
  it("exceed it", () => {
    fc.assert(
      fc.property(beyondLimit, ({ page, size }) => {
        expect(exceedsOffset(BigInt(page), BigInt(size))).toBe(true);
      }),
    );
  });
});
