import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, inject, it } from "vitest";
import { runRepeatedly } from "./repeated-runs.js";

it("tells of every round, also of those whose worker died", { timeout: 60_000 }, async () => {
  const file = join(inject("testFolder"), "dies.mjs");
  writeFileSync(file, "export const begin = () => process.kill(process.pid, 'SIGKILL');");
  const told = new Map<number, readonly string[]>();
  const opening = { module: pathToFileURL(file).href, inputs: [1, 2, 3] };
  await runRepeatedly(opening, 1, (index, { defects }) => told.set(index, defects));
  expect([...told.keys()].sort()).toEqual([0, 1, 2]);
  for (const defects of told.values()) expect(defects).not.toEqual([]);
});
