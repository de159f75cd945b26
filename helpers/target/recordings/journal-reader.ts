import { closeSync, openSync, readSync } from "node:fs";
import { isObject, parsedJson } from "../../contract/json.js";
import type { Exchange } from "../../wire/exchange.js";
import { fromText } from "../messages/body.js";
import { type Preamble, preambleFrom, type Recording, type SideNote } from "./recording.js";
import { vouchedExchange } from "./vouched.js";

const READ_BYTES = 256 * 1024;

/** One line of a journal. */
type Entry =
  | { readonly preamble: Preamble }
  | { readonly sideNote: SideNote }
  | { readonly exchange: Exchange };

/**
 * The exchanges of a journal file. Ignores a last line that was cut off by a kill.
 * @throws TypeError, with one line, if the file is damaged or holds several runs
 */
export function readJournal(file: string): Exchange[] {
  return [...exchangesIn(file)];
}

/** The same, one at a time in memory. */
export function* exchangesIn(file: string): Generator<Exchange> {
  for (const entry of entriesIn(file)) if ("exchange" in entry) yield entry.exchange;
}

/** The recording in a journal file. Ignores a last line that was cut off by a kill. @throws as `readJournal` */
export function readJournalRecording(file: string): Recording {
  let preamble: Preamble | null = null;
  const sideNotes: SideNote[] = [];
  for (const entry of entriesIn(file)) {
    if ("preamble" in entry) preamble = entry.preamble;
    else if ("sideNote" in entry) sideNotes.push(entry.sideNote);
  }
  return { preamble, sideNotes, exchanges: { [Symbol.iterator]: () => exchangesIn(file) } };
}

function* entriesIn(file: string): Generator<Entry> {
  let number = 0;
  let index = 0;
  for (const line of finishedLines(file)) {
    number += 1;
    const entry = entryIn(line, `line ${number}`);
    if ("preamble" in entry && number > 1)
      throw new TypeError(`line ${number} begins another run; name a journal of a single run.`);
    if ("exchange" in entry && entry.exchange.index !== index++)
      throw new TypeError(
        `line ${number} holds exchange ${entry.exchange.index} where ${index - 1} is due: lines are missing, or come twice.`,
      );
    yield entry;
  }
}

/** @throws TypeError if it is not a line of a journal */
function entryIn(line: string, where: string): Entry {
  const value = parsedJson(line);
  // A parser's message might quote the line, and a secret with it.
  if (value === undefined) throw new TypeError(`${where} is not JSON.`);
  if (isObject(value) && "preamble" in value) return { preamble: preambleFrom(value.preamble) };
  if (isObject(value) && "sideNote" in value) return { sideNote: sideNoteFrom(value.sideNote, where) };
  return { exchange: withDecodedBody(vouchedExchange(value, where)) };
}

function sideNoteFrom(value: unknown, where: string): SideNote {
  if (isObject(value) && typeof value.name === "string") return { name: value.name, value: value.value };
  throw new TypeError(`${where} is damaged: a side note without a name.`);
}

/** Lines that end with a line break. */
function* finishedLines(file: string): Generator<string> {
  const descriptor = openSync(file, "r");
  const chunk = Buffer.allocUnsafe(READ_BYTES);
  // Bytes, because a chunk may end in the middle of a character.
  let rest = Buffer.alloc(0);
  try {
    for (;;) {
      const size = readSync(descriptor, chunk, 0, chunk.length, null);
      if (size === 0) return;
      const bytes = Buffer.concat([rest, chunk.subarray(0, size)]);
      let start = 0;
      for (let end = bytes.indexOf("\n"); end !== -1; end = bytes.indexOf("\n", start)) {
        yield bytes.toString("utf8", start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The exchange in one line of a journal. */
export function exchangeIn(line: string): Exchange {
  return withDecodedBody(JSON.parse(line));
}

/** A journal stores JSON only as text. */
function withDecodedBody(exchange: Exchange): Exchange {
  const { answer } = exchange;
  if (answer?.body.kind !== "json") return exchange;
  return { ...exchange, answer: { ...answer, body: fromText(answer.body.text, "application/json") } };
}
