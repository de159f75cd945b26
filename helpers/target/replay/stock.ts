import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journal } from "../recordings/journal.js";
import type { Recording, SideNote } from "../recordings/recording.js";

/** A recording from which exchanges can be taken in any order, however long it is. */
export interface Stock {
  readonly sideNotes: readonly SideNote[];
  readonly journal: Journal;
}

/** Copies a recording into a temporary journal. */
export function stockOf({ sideNotes, exchanges }: Recording): Stock {
  const journal = temporaryJournal();
  for (const exchange of exchanges) journal.append(exchange);
  return { sideNotes, journal };
}

/** A journal whose long bodies are in a temporary file, of which nothing stays behind however this process ends. */
export function temporaryJournal(): Journal {
  const outDir = mkdtempSync(join(tmpdir(), "plimsoll-journal-"));
  const journal = new Journal({ outDir }, { har: false });
  // The open file can still be written and read.
  rmSync(outDir, { recursive: true });
  return journal;
}
