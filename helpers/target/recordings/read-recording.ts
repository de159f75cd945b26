import { readFileSync } from "node:fs";
import type { Exchange } from "../../wire/exchange.js";
import { recordingIn } from "./har.js";
import { readJournalRecording } from "./journal-reader.js";
import type { Recording } from "./recording.js";

/**
 * Reads a recording: the journal of a run if the name ends in .ndjson, otherwise a HAR file, whoever wrote it.
 * @throws the error of the file system; SyntaxError or TypeError if it is neither
 */
export function readRecording(file: string): Recording<readonly Exchange[]> {
  return file.endsWith(".ndjson")
    ? readJournalRecording(file)
    : recordingIn(JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, "")));
}
