import { existsSync } from "node:fs";
import { join } from "node:path";
import { END_UNKNOWN, type RunFacts, SeenExchanges, samplesOf } from "../../engine/vitest/facts.js";
import { HAR_FILE } from "../../target/recordings/har.js";
import { writeHar } from "../../target/recordings/har-writer.js";
import { JOURNAL_FILE } from "../../target/recordings/journal.js";
import { readJournalRecording } from "../../target/recordings/journal-reader.js";
import { EFFECT_NOTE } from "../../target/recordings/note-names.js";
import type { Recording } from "../../target/recordings/recording.js";
import type { Findings } from "../../wire/exchange.js";

/** What is known of a run that did not reach its end: its journal shows it. Writes its recording too. */
export function salvage(outDir: string, findings: Findings): RunFacts {
  const recording = journalOf(outDir);
  writeHar(join(outDir, HAR_FILE), recording);
  const { exchanges, sideNotes } = recording;
  const seen = new SeenExchanges();
  for (const exchange of exchanges) seen.look(exchange);
  return {
    ...seen.facts,
    ...END_UNKNOWN,
    samples: samplesOf(exchanges, findings),
    effects: sideNotes.filter(({ name }) => name === EFFECT_NOTE).map(({ value }) => String(value)),
  };
}

/** Empty if the run ended before the first request. */
function journalOf(outDir: string): Recording {
  const journal = join(outDir, JOURNAL_FILE);
  return existsSync(journal)
    ? readJournalRecording(journal)
    : { preamble: null, sideNotes: [], exchanges: [] };
}
