import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleItem } from "../testing.js";
import { allOf, byMember, byTag, meetsFilter, missedByFilter } from "./filters.js";

const blame = { rule: "r", exchanges: [] };
const statuses = fc.constantFrom("completed", "voided");
const worlds = fc
  .array(statuses, { maxLength: 12 })
  .map((all) => all.map((status, at) => sampleItem(`se-${at}`, at, { status })));
const voided = byMember("status", "voided", "label_status");

describe("filters", () => {
  it("hold where the filtered list is the part that meets them", () => {
    fc.assert(
      fc.property(worlds, (known) => {
        const items = known.filter((item) => item.raw.status === "voided");
        expect(meetsFilter({ ...blame, filter: voided, items })).toEqual([]);
        expect(missedByFilter({ ...blame, filter: voided, items, known })).toEqual([]);
      }),
    );
  });

  it("find a filter without effect, and one that loses an item", () => {
    fc.assert(
      fc.property(worlds, (known) => {
        const items = known.filter((item) => item.raw.status === "voided");
        const odd = items.length < known.length ? 1 : 0;
        expect(meetsFilter({ ...blame, filter: voided, items: known })).toHaveLength(odd);
        const lost = { ...blame, filter: voided, items: items.slice(1), known };
        expect(missedByFilter(lost)).toHaveLength(items.length > 0 ? 1 : 0);
      }),
    );
  });

  it("show the odd item", () => {
    const items = [sampleItem("se-1", 1, { status: "voided" }), sampleItem("se-2", 2, { status: "error" })];
    expect(meetsFilter({ ...blame, filter: voided, items })[0]).toMatchObject({
      documented: "only items with label_status=voided",
      received: 'se-2; se-2 has {"status":"error"}',
    });
  });

  it("do not judge an item that does not show the member", () => {
    const items = [sampleItem("se-1", 1)];
    for (const filter of [voided, byTag("x")]) {
      expect(meetsFilter({ ...blame, filter, items })).toEqual([]);
      expect(missedByFilter({ ...blame, filter, items: [], known: items })).toEqual([]);
    }
  });

  it("look a tag up by its name; one in other letter case, or with the name as a part, stays open", () => {
    const meets = (...names: string[]) => byTag("red").meets({ tags: names.map((name) => ({ name })) });
    expect(meets("blue", "red")).toBe(true);
    expect(meets("blue")).toBe(false);
    expect(meets("blue", "Red")).toBeNull();
    expect(meets("infrared")).toBeNull();
  });

  it("combine: one that fails decides, one unknown leaves it open", () => {
    const both = allOf([voided, byMember("carrier_id", "se-9")]);
    expect(both.words).toBe("label_status=voided&carrier_id=se-9");
    expect(both.meets({ status: "voided", carrier_id: "se-9" })).toBe(true);
    expect(both.meets({ status: "voided" })).toBeNull();
    expect(both.meets({ status: "error" })).toBe(false);
  });
});
