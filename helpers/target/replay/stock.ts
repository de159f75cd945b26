import { mkdtempSync } from "node:fs";
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

/** A journal whose long bodies are in a temporary file. */
export function temporaryJournal(): Journal {
  return new Journal({ outDir: mkdtempSync(join(tmpdir(), "plimsoll-journal-")) }, false);
}
