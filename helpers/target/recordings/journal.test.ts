import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import type { Exchange } from "../../wire/exchange.js";
import { exchanges, withCookie } from "../arbitraries.js";
import { fromText } from "../messages/body.js";
import { defaultSettings } from "../settings/settings.js";
import { appendSideNote, JOURNAL_FILE, Journal, MAX_BODY_IN_MEMORY } from "./journal.js";
import { readJournal, readJournalRecording } from "./journal-reader.js";
import { preambleOf } from "./recording.js";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "plimsoll-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

function labels(text: string): Omit<Exchange, "index"> {
  return {
    check: "census",
    ordinal: 0,
    operation: "v1ListLabels",
    request: { method: "GET", url: "http://t.test/v1/labels", headers: {}, body: null, key: "right" },
    answer: { status: 200, headers: {}, body: fromText(JSON.stringify({ text }), "application/json") },
    trouble: null,
    startedAt: "2026-01-01T00:00:00.000Z",
    ms: 1,
  };
}

it("gives back from disk what was appended", () => {
  const outDir = folder();
  fc.assert(
    fc.property(exchanges, (all) => {
      const journal = new Journal({ outDir });
      for (const { index: _, ...exchange } of all) journal.append(exchange);
      journal.close();
      expect(journal.exchanges).toEqual(all);
      expect(readJournal(join(outDir, JOURNAL_FILE))).toEqual(all);
    }),
  );
});

it("of a version that kept cookies is read without them", () => {
  const outDir = folder();
  fc.assert(
    fc.property(exchanges, (all) => {
      const journal = new Journal({ outDir });
      for (const exchange of all) journal.append(withCookie(exchange));
      journal.close();
      expect(readJournal(join(outDir, JOURNAL_FILE))).toEqual(all);
    }),
  );
});

it("finds long bodies again of a recording that is played in part and in another order", () => {
  const journal = new Journal({ outDir: folder() });
  onTestFinished(() => journal.close());
  for (const index of [4, 1, 7])
    journal.append({ ...labels(String(index).repeat(MAX_BODY_IN_MEMORY)), index });
  for (const index of [1, 4, 7])
    expect(journal.load(index)).toMatchObject({ index, ...labels(String(index).repeat(MAX_BODY_IN_MEMORY)) });
});

it("keeps long bodies on disk only and finds them again", () => {
  const journal = new Journal({ outDir: folder() });
  onTestFinished(() => journal.close());
  const long = "ü".repeat(MAX_BODY_IN_MEMORY);
  const appended = ["short", long, "after"].map((text) => journal.append(labels(text)));
  expect(JSON.stringify(journal.exchanges).length).toBeLessThan(10_000);
  expect([0, 1, 2].map((index) => journal.load(index))).toEqual(appended);
  expect(journal.load(1).answer?.body).toMatchObject({ kind: "json", value: { text: long } });
  expect(() => journal.load(3)).toThrow(RangeError);
});

it("has its last exchanges on disk soon, and at once when the process exits", async () => {
  const outDir = folder();
  const onDisk = () => readJournal(join(outDir, JOURNAL_FILE)).length;
  const before = new Set(process.listeners("exit"));
  const journal = new Journal({ outDir });
  onTestFinished(() => journal.close());
  const [onExit, ...more] = process.listeners("exit").filter((listener) => !before.has(listener));
  expect(more).toEqual([]);

  journal.append(labels("first"));
  expect(onDisk()).toBe(0);
  await expect.poll(onDisk, { timeout: 1000, interval: 20 }).toBe(1);
  journal.append(labels("second"));
  onExit?.call(process, 0);
  expect(onDisk()).toBe(2);
});

it("can be read although its last line was cut", () => {
  const outDir = folder();
  const journal = new Journal({ outDir });
  journal.append(labels("whole"));
  journal.close();
  appendFileSync(join(outDir, JOURNAL_FILE), '{"index":1,"che');
  expect(readJournal(join(outDir, JOURNAL_FILE))).toHaveLength(1);
});

it.each([0, 10, 200_000])("takes a note where its last line was cut after %i bytes", (length) => {
  const file = join(folder(), JOURNAL_FILE);
  for (const cut of ["x".repeat(length), ""]) {
    const whole = '{"sideNote":{"name":"a","value":1}}\n';
    writeFileSync(file, cut === "" ? "" : whole + cut);
    appendSideNote(file, { name: "b", value: 2 });
    const names = readJournalRecording(file).sideNotes.map(({ name }) => name);
    expect(names).toEqual(cut === "" ? ["b"] : ["a", "b"]);
  }
});

it("keeps what was told and learnt between the exchanges, on disk", () => {
  const outDir = folder();
  const journal = new Journal({ outDir });
  const preamble = preambleOf(defaultSettings("http://t.test"), null);
  const long = labels("x".repeat(MAX_BODY_IN_MEMORY));
  journal.begin(preamble);
  journal.append(long);
  journal.addSideNote({ name: "look", value: ["a delivery"] });
  journal.append(labels("short"));
  expect(journal.load(0)).toEqual({ index: 0, ...long });
  const whole = [0, 1].map((index) => journal.load(index));
  journal.close();
  appendSideNote(join(outDir, JOURNAL_FILE), { name: "later", value: 1 });
  const read = readJournalRecording(join(outDir, JOURNAL_FILE));
  expect([...read.exchanges]).toEqual(whole);
  expect(read.sideNotes).toEqual([
    { name: "look", value: ["a delivery"] },
    { name: "later", value: 1 },
  ]);
  expect(read.preamble).toEqual(preamble);
});
