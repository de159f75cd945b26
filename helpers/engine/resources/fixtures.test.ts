import { expect, it } from "vitest";
import type { Settings } from "../../target/settings/settings.js";
import { Inconclusive } from "../../wire/outcome.js";
import { fixtureIds, neededFixtures } from "./fixtures.js";

const VOIDABLE = { "label:voidable": ["se-9", "se-2"] };
const check = (fixturesAll: boolean, mayWrite = true, fixtures: Settings["fixtures"] = VOIDABLE) => ({
  settings: { fixtures, fixturesAll, url: "http://127.0.0.1:3000" },
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

it("names the options that settle it", async () => {
  const inconclusive = (...why: ConstructorParameters<typeof Inconclusive>): never => {
    throw new Inconclusive(...why);
  };
  const needed = (mayWrite: boolean, fixtures?: Settings["fixtures"]) =>
    neededFixtures(
      { ...check(false, mayWrite, fixtures), inconclusive },
      "warehouse",
      "renames a warehouse",
      listed,
    );
  await expect(needed(false, {})).rejects.toMatchObject({
    message: "renames a warehouse; --writes fixtures allows it: the target is on this machine",
    options: ["--writes fixtures"],
  });
  await expect(needed(false)).rejects.toMatchObject({
    message: "renames a warehouse; needs --writes fixtures with a fixture warehouse",
    options: ["--writes fixtures", "--fixture warehouse=ID"],
  });
  await expect(needed(true)).rejects.toMatchObject({
    message: expect.stringMatching(/; name one as fixture warehouse$/),
    options: ["--fixture warehouse=ID"],
  });
});
