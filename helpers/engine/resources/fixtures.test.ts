import { expect, it } from "vitest";
import { fixtureIds } from "./fixtures.js";

const check = (fixturesAll: boolean, mayWrite = true) => ({
  settings: { fixtures: { "label:voidable": ["se-9", "se-2"] }, fixturesAll },
  mayWrite: () => mayWrite,
});
const listed = async () => ["se-1", "se-2"];

it("takes the named ones, then listed ones if everything is a fixture", async () => {
  expect(await fixtureIds(check(true), "label:voidable", listed)).toEqual(["se-9", "se-2", "se-1"]);
  expect(await fixtureIds(check(true), "warehouse", listed)).toEqual(["se-1", "se-2"]);
});

it("lists nothing unless everything is a fixture, and takes none if the run may change none", async () => {
  const unasked = () => Promise.reject(new Error("listed"));
  expect(await fixtureIds(check(false), "label:voidable", unasked)).toEqual(["se-9", "se-2"]);
  expect(await fixtureIds(check(false), "warehouse", unasked)).toEqual([]);
  expect(await fixtureIds(check(true, false), "label:voidable", unasked)).toEqual([]);
});
