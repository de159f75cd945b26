import { isOwnEntry, readHarRecording } from "./har.js";
import { harEntries } from "./har-stream.js";
import { readJournalRecording } from "./journal-reader.js";
import type { Recording } from "./recording.js";

/**
 * The recording of a run: its journal if the name ends in .ndjson, otherwise its HAR file. All of it has been
 * read once; its exchanges are read from the file each time, one in memory at a time.
 * @throws the error of the file system; SyntaxError or TypeError if it is neither
 */
export function readRecording(file: string): Recording {
  return isJournal(file) ? readJournalRecording(file) : readHarRecording(file);
}

/**
 * Whether a run made the recording: a foreign one may be too long to be read at once.
 * @throws as `readRecording`
 */
export function isOwnRecording(file: string): boolean {
  if (isJournal(file)) return true;
  for (const entry of harEntries(file)) return isOwnEntry(entry);
  // The run may have ended before its first entry.
  return readRecording(file).preamble !== null;
}

function isJournal(file: string): boolean {
  return file.endsWith(".ndjson");
}
