import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Exchange } from "../../wire/exchange.js";
import { exchanges, withCookie } from "../arbitraries.js";
import { readHarRecording, toEntry } from "./har.js";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(har: unknown): string {
  const file = join(folder, "some.har");
  writeFileSync(file, JSON.stringify(har));
  return file;
}

function readBack(journal: readonly Exchange[]): readonly Exchange[] {
  return [...readHarRecording(fileOf({ log: { entries: journal.map(toEntry) } })).exchanges];
}

describe("a HAR file of ours", () => {
  it("comes back as it was", () => {
    fc.assert(fc.property(exchanges, (journal) => void expect(readBack(journal)).toEqual(journal)));
  });

  it("of a version that kept cookies comes without them", () => {
    fc.assert(
      fc.property(exchanges, (journal) => void expect(readBack(journal.map(withCookie))).toEqual(journal)),
    );
  });

  it("is told from anything else", () => {
    expect(() => readHarRecording(fileOf({}))).toThrow("it is not a HAR file: log.entries is missing.");
    fc.assert(
      fc.property(fc.jsonValue(), (entry) => {
        expect(() => readHarRecording(fileOf({ log: { entries: [entry] } }))).toThrow(
          "entry 1 was not recorded by plimsoll.",
        );
      }),
    );
  });
});
