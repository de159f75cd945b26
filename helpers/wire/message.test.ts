import { describe, expect, it } from "vitest";
import { shorten } from "../contract/text.js";
import { sampleExchange } from "../oracles/testing.js";
import { plural, renderIds, renderValue, requestLine } from "./message.js";

describe("messages", () => {
  it("stay on one line and short", () => {
    expect(renderValue({ a: "x\ny" })).toBe('{"a":"x\\ny"}');
    expect(renderValue(undefined)).toBe("nothing");
    expect(renderValue(12n)).toBe("12");
    expect(renderValue(JSON.parse("1e999"))).toBe("Infinity");
    expect(renderValue(JSON.parse('{"total":-1e999}'))).toBe('{"total":"-Infinity"}');
    expect(renderValue("x".repeat(500))).toHaveLength(120);
    expect(shorten("abcdef", 4)).toBe("abc…");
  });

  it("list ids and count the rest", () => {
    const ids = ["41", "40", "39", "38", "37", "36", "35"].map((digits) => `se-${digits}`);
    expect(renderIds(ids)).toBe("se-41, se-40, se-39, se-38, se-37, se-36 … (7 in all)");
    expect(renderIds(ids.slice(0, 2))).toBe("se-41, se-40");
    expect(renderIds([])).toBe("none");
  });

  it("count in words", () => {
    expect([plural(1, "item"), plural(2, "item"), plural(0, "item")]).toEqual([
      "1 item",
      "2 items",
      "0 items",
    ]);
  });

  it("name a request without its host", () => {
    expect(requestLine(sampleExchange({ path: "/v1/labels?page=2", method: "GET" }))).toBe(
      "GET /v1/labels?page=2",
    );
  });

  it("leave out parameters in the middle of a long request", () => {
    const query = Array.from({ length: 30 }, (_, n) => `name_${n}=${n}${n}`).join("&");
    const line = requestLine(sampleExchange({ path: `/v1/labels?${query}`, method: "GET" }));
    expect(line).toMatch(/^GET \/v1\/labels\?name_0=00&name_1=11&.*&name_\d+=\d+&…&name_29=2929$/);
    expect(line.length).toBeLessThanOrEqual(200);
    expect(line.length).toBeGreaterThan(180);
    const endless = requestLine(
      sampleExchange({ path: `/v1/labels?a=1&b=${"x".repeat(400)}`, method: "GET" }),
    );
    expect(endless).toBe(`GET /v1/labels?a=1&b=${"x".repeat(178)}…`);
  });
});
