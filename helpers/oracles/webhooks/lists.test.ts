import { describe, expect, it } from "vitest";
import { gained, isInUse, lost, touched } from "./lists.js";

const item = (id: string, url = `http://${id}`) => ({ id, createdAt: null, raw: { webhook_id: id, url } });
const listOf = (...items: readonly ReturnType<typeof item>[]) => ({ items, whole: true });
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

const before = listOf(item("a"), item("b"));

describe("two lists of webhooks", () => {
  it("differ by what came and what is gone", () => {
    const after = listOf(item("b"), item("c"));
    expect(ids(gained(before, after))).toEqual(["c"]);
    expect(ids(lost(before, after))).toEqual(["a"]);
    expect(ids(touched(before, after))).toEqual(["a"]);
  });

  it("lose nothing where the second was read in part", () => {
    const after = { ...listOf(item("b", "http://z")), whole: false };
    expect(ids(lost(before, after))).toEqual([]);
    expect(ids(touched(before, after))).toEqual(["b"]);
  });

  it("differ by another value of a documented member, whatever else was added", () => {
    expect(ids(touched(before, listOf(item("a", "http://z"), item("b"))))).toEqual(["a"]);
    const more = { ...item("a"), raw: { ...item("a").raw, seen: 1 } };
    expect(touched(before, listOf(item("b"), more, item("c")))).toEqual([]);
  });
});

describe("isInUse", () => {
  it("is false for a webhook that is not listed, or is listed as inactive", () => {
    const paused = { ...item("c"), raw: { ...item("c").raw, active: false } };
    const list = listOf(item("a"), paused);
    expect(["a", "b", "c"].map((id) => isInUse(list, id))).toEqual([true, false, false]);
  });
});
