import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleAnswered } from "../testing.js";
import { answeredIds, idOfCreated, newIdsIn, showsCreated } from "./created.js";

interface Shown {
  readonly id: string;
  readonly url?: string;
}

const listOf = (...raws: readonly Shown[]) => ({
  items: raws.map(({ id, ...raw }) => ({ id, createdAt: null, raw: { webhook_id: id, ...raw } })),
  whole: true,
});
const OURS = "https://ours.invalid/";
const before = listOf({ id: "1", url: "https://other.invalid/" });
const created = (...ids: readonly string[]) => ({
  sent: { url: OURS },
  created: sampleAnswered({ status: 201, json: ids.map((id) => ({ webhook_id: id })) }),
});

describe("ids in an answer", () => {
  it("are those under webhook_id, and new if no webhook had them", () => {
    expect(answeredIds(created("1", "2").created)).toEqual(["1", "2"]);
    expect(newIdsIn(created("1", "2").created, before)).toEqual(["2"]);
    expect(newIdsIn(created("1").created, null)).toEqual(["1"]);
  });
});

describe("showsCreated", () => {
  it("recognises a new item by its address or the answered id", () => {
    const shows = (ids: readonly string[], ...more: readonly Shown[]) =>
      showsCreated(created(...ids), before, listOf({ id: "1" }, ...more));
    expect(shows([], { id: "2", url: OURS })).toBe(true);
    expect(shows(["2"], { id: "2", url: "https://x.invalid/" })).toBe(true);
    expect(shows([], { id: "2", url: "https://x.invalid/" })).toBe(false);
    expect(shows(["1"])).toBe(false);
  });

  it("takes any new item without an address, if the answer names none", () => {
    const after = listOf({ id: "1" }, { id: "2" });
    expect(showsCreated(created(), before, after)).toBe(true);
    expect(showsCreated(created("3"), before, after)).toBe(false);
  });
});

describe("idOfCreated", () => {
  const idOf = (version: "v1" | "v2", ids: readonly string[], ...more: readonly Shown[]) =>
    idOfCreated(version, created(...ids), before, listOf({ id: "1" }, ...more));

  it("is the answered one in v2, unless it is old", () => {
    expect(idOf("v2", ["2"], { id: "3", url: OURS })).toBe("2");
    expect(idOf("v2", ["1"], { id: "3", url: OURS })).toBe("3");
  });

  it("is the listed one at our address in v1, otherwise the answered one, otherwise the only nameless one", () => {
    expect(idOf("v1", ["2"], { id: "2" }, { id: "3", url: OURS })).toBe("3");
    expect(idOf("v1", ["2"], { id: "2" }, { id: "3" })).toBe("2");
    expect(idOf("v1", [], { id: "3" })).toBe("3");
    expect(idOf("v1", [], { id: "3" }, { id: "4" })).toBeNull();
    expect(idOf("v1", ["2"])).toBe("2");
  });

  it("is in v1 the one at our address, whatever else is new", () => {
    const others = fc.uniqueArray(fc.record({ id: fc.nat().map((id) => `o${id}`) }), {
      selector: ({ id }) => id,
    });
    fc.assert(
      fc.property(others, fc.boolean(), (items, isNamed) => {
        expect(idOf("v1", isNamed ? ["2"] : [], ...items, { id: "2", url: OURS })).toBe("2");
      }),
    );
  });

  it("is the answered one where no list can be read", () => {
    expect(idOfCreated("v1", created("2"), null, null)).toBe("2");
    expect(idOfCreated("v2", created(), before, null)).toBeNull();
  });
});
