import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { exchanges } from "../arbitraries.js";
import { defaultSettings } from "../settings/settings.js";
import { HAR_FILE, readHarRecording } from "./har.js";
import { writeHar } from "./har-writer.js";
import { JOURNAL_FILE, Journal } from "./journal.js";
import { readJournalRecording } from "./journal-reader.js";
import { preambleOf } from "./recording.js";

const preamble = preambleOf(defaultSettings("http://t.test"), null);
const sideNote = { name: "a look", value: { seen: [1, null] } };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "plimsoll-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

it("makes the same file of the journal that grows and of the one that is read", () => {
  const outDir = folder();
  const again = join(outDir, "again.har");
  fc.assert(
    fc.property(exchanges, (all) => {
      const journal = new Journal({ outDir });
      journal.begin(preamble);
      for (const { index: _, ...exchange } of all) journal.append(exchange);
      journal.addSideNote(sideNote);
      journal.close();
      const text = readFileSync(join(outDir, HAR_FILE), "utf8");
      writeHar(again, readJournalRecording(join(outDir, JOURNAL_FILE)));
      expect(readFileSync(again, "utf8")).toBe(text);
      const read = readHarRecording(again);
      expect(read).toMatchObject({ preamble, sideNotes: [sideNote] });
      // More than once.
      for (const _ of [1, 2]) expect([...read.exchanges]).toEqual(all);
    }),
    { numRuns: 50 },
  );
});
