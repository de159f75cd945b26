import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { listHabits } from "../reference/catalogue.js";
import { plimsoll } from "./testing.js";

/** One in thirty; all, and random sets of them, with PLIMSOLL_ALL_HABITS set, which takes some minutes. */
const sample = process.env.PLIMSOLL_ALL_HABITS
  ? []
  : listHabits()
      .map(({ id }) => id)
      .filter((_, index) => index % 30 === 0);

it("raise no false alarm but those that are known", { timeout: 1_800_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/habits.mjs", ...sample]);
  expect(stdout).toMatch(/ 0 to look at\n$/);
});

it("are listed by the command line", async () => {
  const { code, stdout } = await plimsoll(["habits"]);
  expect(code).toBe(0);
  expect(stdout).toContain("links-opaque\n  The links of lists show nothing but a cursor. (Conventions)\n");
});
