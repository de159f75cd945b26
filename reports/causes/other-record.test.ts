import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

const other = { rule: "batches.archive.only-that-one", received: "no longer open: se-2" };
const still = { rule: "batches.archive.by-id", received: '"open"', pointer: "/status" };
const inV2 = { rule: "batches.archive.put.v2", received: "open in GET /v1/batches", pointer: "/status" };

describe("a cause: another record is changed", () => {
  it("takes in what stayed as it was, and begins with what changed", () => {
    const [cause, ...more] = causes([still, other, inV2]);
    expect(more).toEqual([]);
    expect(cause?.rules).toEqual([other.rule, still.rule, inV2.rule]);
    expect(cause?.title).toMatch(/^Another record is changed in place of the one that is named/);
  });

  it("is none where only another record changes, or none does", () => {
    const titles = [...causes([other]), ...causes([still, inV2])].map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith("Another record"))).toEqual([]);
  });
});
