import { describe, expect, it } from "vitest";
import { sampleAnswered } from "../testing.js";
import { isEmptyList, showsInUse } from "./empty-lists.js";

describe("isEmptyList", () => {
  it.each([
    [[], true],
    [{ totes: [] }, true],
    [{ data: [], total: 0, links: { first: {} } }, true],
    [{ totes: [], total: 3 }, false],
    [{ totes: [{ tote_id: "se-1" }] }, false],
    [[{}], false],
    [null, false],
  ])("judges %j: %s", (json, is) => {
    expect(isEmptyList(sampleAnswered({ path: "/v2/totes", json }), "tote_id")).toBe(is);
  });

  it("does not hold for a refusal", () => {
    expect(isEmptyList(sampleAnswered({ path: "/v2/totes", status: 400, json: [] }), "tote_id")).toBe(false);
  });
});

describe("showsInUse", () => {
  it.each([
    [200, { tote_id: "se-1" }, true],
    [200, { batch: { status: "archived" } }, false],
    [200, { tote_id: "se-1", deleted: true }, false],
    [404, {}, false],
  ])("judges %i %j: %s", (status, json, is) => {
    expect(showsInUse(sampleAnswered({ status, json }))).toBe(is);
  });
});
