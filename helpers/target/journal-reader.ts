import { closeSync, openSync, readSync } from "node:fs";
import type { Answer, Exchange } from "../wire/exchange.js";
import { fromText } from "./body.js";
import { type Aside, type Preamble, preambleFrom, type Recording } from "./recording.js";

const READ_BYTES = 256 * 1024;

/** One line of a journal. */
type Entry = { readonly preamble: Preamble } | { readonly aside: Aside } | { readonly exchange: Exchange };

/** Exchanges of a journal file. A last line that was cut by a kill is left out. */
export function readJournal(file: string): Exchange[] {
  return [...exchangesIn(file)];
}

/** The same, one at a time in memory. */
export function* exchangesIn(file: string): Generator<Exchange> {
  for (const entry of entriesIn(file)) if ("exchange" in entry) yield entry.exchange;
}

/** All that a journal file holds. A last line that was cut by a kill is left out. */
export function readJournalRecording(file: string): Recording<readonly Exchange[]> {
  let preamble: Preamble | null = null;
  const asides: Aside[] = [];
  const exchanges: Exchange[] = [];
  for (const entry of entriesIn(file)) {
    if ("preamble" in entry) preamble = entry.preamble;
    else if ("aside" in entry) asides.push(entry.aside);
    else exchanges.push(entry.exchange);
  }
  return { preamble, asides, exchanges };
}

function* entriesIn(file: string): Generator<Entry> {
  for (const line of finishedLines(file)) {
    if (line.startsWith('{"preamble":')) yield { preamble: preambleFrom(JSON.parse(line).preamble) };
    else if (line.startsWith('{"aside":')) yield { aside: JSON.parse(line).aside };
    else yield { exchange: exchangeIn(line) };
  }
}

/** Lines that end with a line break. */
function* finishedLines(file: string): Generator<string> {
  const descriptor = openSync(file, "r");
  const chunk = Buffer.allocUnsafe(READ_BYTES);
  // Bytes, since a chunk may end in the middle of a character.
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
  const exchange: Exchange = JSON.parse(line);
  return exchange.answer === null ? exchange : { ...exchange, answer: withValue(exchange.answer) };
}

function withValue(answer: Answer): Answer {
  return answer.body.kind === "json"
    ? { ...answer, body: fromText(answer.body.text, "application/json") }
    : answer;
}
