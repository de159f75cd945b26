import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder } from "../testing.js";
import { clearEarlier } from "./clear-earlier.js";

const RESULTS = [
  "certificate.json",
  "compliance.json",
  "exchanges.har",
  "index.html",
  "journal.ndjson",
  "shard-12.har",
  "shard.json",
];
const OTHERS = ["ledger.ndjson", "mine.har", "notes"];

/** A folder with results and other things. */
function full(): string {
  const folder = emptyFolder();
  for (const name of [...RESULTS, "ledger.ndjson", "mine.har"]) writeFileSync(join(folder, name), "");
  mkdirSync(join(folder, "notes"));
  return folder;
}

it("removes the results of an earlier run, and nothing else", async () => {
  const folder = full();
  await clearEarlier(folder, join(folder, "mine.har"));
  expect(readdirSync(folder).sort()).toEqual(OTHERS);
});

it("leaves all of them where one is still to be read", async () => {
  const folder = full();
  const link = join(emptyFolder(), "link");
  symlinkSync(folder, link);
  for (const kept of [join(folder, "notes", "..", "journal.ndjson"), join(link, "exchanges.har")]) {
    await clearEarlier(folder, kept);
    expect(readdirSync(folder)).toHaveLength(RESULTS.length + OTHERS.length);
  }
});
