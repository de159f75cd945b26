import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counted, oneLine, visible, wrap } from "./text.js";

const anything = fc.string({ unit: "binary", maxLength: 60 });

describe("visible", () => {
  it.each([
    ["\u001b[31m", "\\u{1b}[31m"],
    ["a\u202eb", "a\\u{202e}b"],
    ["\u0000\ufffe\ud800", "\\u{0}\\u{fffe}\\u{d800}"],
    ["Zürich 東京 🚢\tx\n", "Zürich 東京 🚢\tx\n"],
  ])("%j", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("leaves nothing unseen in any text", () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(visible(text)).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      }),
    );
  });
});

describe("counted", () => {
  it.each([
    [1, "batches", "1 batch"],
    [1, "bodies", "1 body"],
    [1, "pairs of pages", "1 pair of pages"],
    [1, "archive by v1ArchiveBatch commands", "1 archive by v1ArchiveBatch command"],
    [1, "evidence", "1 evidence"],
    [2, "values that no item has", "2 values that no item has"],
  ])("%i %s", (count, phrase, said) => {
    expect(counted(count, phrase)).toBe(said);
  });
});

describe("wrap", () => {
  it("keeps every line within the width and loses nothing", () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 30 }), (text, width) => {
        const lines = wrap(text, width);
        for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(oneLine(text).replaceAll(" ", ""));
      }),
    );
  });
});

describe("wrap of an address", () => {
  it.each([
    [
      "GET /v1/labels?carrier_id=se-11&service_code=dockline&page_size=100&page=1 fails",
      ["GET /v1/labels?carrier_id=se-11", "&service_code=dockline&page_size=100", "&page=1 fails"],
    ],
    [
      "see GET /v1/shipments/se-1234567890/and/so/on/and/on/and/on",
      ["see GET", "/v1/shipments/se-1234567890/and/so/on", "/and/on/and/on"],
    ],
    [`one ${"x".repeat(50)}`, ["one", "x".repeat(40), "x".repeat(10)]],
  ])("ends its lines between parameters: %s", (text, lines) => {
    expect(wrap(text, 40)).toEqual(lines);
  });
});

it("oneLine cuts by characters and says so", () => {
  expect(oneLine("a\n b\t c")).toBe("a b c");
  expect(oneLine("🚢🚢🚢🚢", 3)).toBe("🚢🚢…");
});
