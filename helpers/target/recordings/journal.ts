import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { memo } from "../../contract/memo.js";
import type { Exchange } from "../../wire/exchange.js";
import { textOf } from "../../wire/raw.js";
import type { Settings } from "../settings/settings.js";
import { wroteUnlessFull } from "./disk.js";
import { HAR_FILE } from "./har.js";
import { HarWriter } from "./har-writer.js";
import { exchangeIn } from "./journal-reader.js";
import type { Preamble, SideNote } from "./recording.js";

/** An exchange without its index in the journal. */
export type Unnumbered = Omit<Exchange, "index">;

/** Name of the journal below `outDir`. */
export const JOURNAL_FILE = "journal.ndjson";

/**
 * Characters of an answer's body that stay in memory: error bodies and single records. Pages of lists are only on disk;
 * checks keep what they need of them.
 */
export const MAX_BODY_IN_MEMORY = 2 * 1024;
/** Characters kept of a longer body. */
const BEGINNING = 64;

const FLUSH_BYTES = 64 * 1024;
const FLUSH_MS = 100;

/**
 * All exchanges of a run in order: in memory without the long bodies, on disk in full, one JSON text a line. The
 * preamble and the side notes are in the file too, so that the run can be judged again from it alone. Buffered lines
 * reach the disk within a tenth of a second, so that a killed run can still be judged.
 */
export class Journal {
  readonly #file: JournalFile | null;
  readonly #har: HarWriter | null;
  readonly #kept: Exchange[] = [];
  readonly #byOperation = new Map<string, Exchange[]>();
  readonly #elided = new Set<number>();

  /**
   * @param place its folder gets `journal.ndjson` and `exchanges.har`, replacing older ones; null: everything in memory
   * only
   * @param har false: without `exchanges.har`
   */
  constructor(place: Pick<Settings, "outDir"> | null, { har = true }: { readonly har?: boolean } = {}) {
    this.#file = place === null ? null : new JournalFile(join(place.outDir, JOURNAL_FILE));
    this.#har = place === null || !har ? null : new HarWriter(join(place.outDir, HAR_FILE));
  }

  /** The exchanges so far. Long bodies are cut here: read them with `load`. */
  get exchanges(): readonly Exchange[] {
    return this.#kept;
  }

  /** The exchanges of an operation, in full. */
  exchangesOf(operation: string): readonly Exchange[] {
    return this.outlinesOf(operation).map(({ index }) => this.load(index));
  }

  /** The same for requests and statuses alone, of lists above all: long bodies are cut here. */
  outlinesOf(operation: string): readonly Exchange[] {
    return this.#byOperation.get(operation) ?? [];
  }

  /** True if the disk had no room for everything that was appended. */
  get isFull(): boolean {
    return this.#file?.isFull ?? false;
  }

  /** Writes what the run was told; call it before anything is appended. Must contain no secret. */
  begin(preamble: Preamble): void {
    this.#file?.write(JSON.stringify({ preamble }));
    this.#har?.begin(preamble);
  }

  /** Adds something that the run learnt without an exchange. Must contain no secret. */
  addSideNote(sideNote: SideNote): void {
    this.#file?.write(JSON.stringify({ sideNote }));
    this.#har?.addSideNote(sideNote);
  }

  /** Adds an exchange and returns it. Gives it an index unless it comes from a recording and has one. */
  append(exchange: Unnumbered & { readonly index?: number }): Exchange {
    const whole: Exchange = { index: this.#kept.length, ...exchange };
    this.#file?.writeExchange(whole.index, serialise(whole));
    this.#har?.add(whole);
    this.#keep(this.#file === null ? whole : this.#withoutLongBody(whole));
    return whole;
  }

  /** The exchange in full. @throws RangeError if there is no such index */
  load(index: number): Exchange {
    const kept = this.#at(index);
    if (kept === undefined) throw new RangeError(`The journal has no exchange ${index}.`);
    if (this.#file === null || !this.#elided.has(index)) return kept;
    const line = this.#file.read(index);
    return line === null ? kept : exchangeIn(line);
  }

  /** Writes everything to disk. */
  flush(): void {
    this.#file?.flush();
  }

  /** Closes the files. */
  close(): void {
    this.#file?.close();
    this.#har?.end();
  }

  /** If a recording was not played whole or in order, an exchange's place may differ from its index. */
  #at(index: number): Exchange | undefined {
    const kept = this.#kept[index];
    return kept?.index === index ? kept : this.#kept.find((exchange) => exchange.index === index);
  }

  #keep(exchange: Exchange): void {
    this.#kept.push(exchange);
    if (exchange.operation === null) return;
    memo(this.#byOperation, exchange.operation, () => []).push(exchange);
  }

  #withoutLongBody(exchange: Exchange): Exchange {
    const { answer } = exchange;
    const text = answer === null ? "" : textOf(answer.body);
    if (answer === null || text.length <= MAX_BODY_IN_MEMORY) return exchange;
    this.#elided.add(exchange.index);
    // A slice would keep the whole string in memory; a copy does not.
    const beginning = Buffer.from(text.slice(0, BEGINNING)).toString();
    return { ...exchange, answer: { ...answer, body: { kind: "text", text: beginning } } };
  }
}

/**
 * Adds a side note to the file of a closed journal, in place of a last line that was cut off; not if the disk is full.
 */
export function appendSideNote(file: string, sideNote: SideNote): void {
  truncateSync(file, endOfLines(file));
  wroteUnlessFull(() => appendFileSync(file, `${JSON.stringify({ sideNote })}\n`));
}

/** Where the last whole line of a file ends. */
function endOfLines(file: string): number {
  const descriptor = openSync(file, "r");
  const chunk = Buffer.alloc(FLUSH_BYTES);
  try {
    for (let end = fstatSync(descriptor).size; end > 0; ) {
      const start = Math.max(0, end - chunk.length);
      readSync(descriptor, chunk, 0, end - start, start);
      const at = chunk.lastIndexOf("\n", end - start - 1);
      if (at !== -1) return start + at + 1;
      end = start;
    }
    return 0;
  } finally {
    closeSync(descriptor);
  }
}

class JournalFile {
  readonly #descriptor: number;
  /** The place of each exchange's line, by its index: a recording may be played in part, and in another order. */
  readonly #places = new Map<number, { readonly start: number; readonly length: number }>();
  #end = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #timer: NodeJS.Timeout | null = null;
  #open = true;
  isFull = false;
  readonly #onExit = () => this.flush();

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.#descriptor = openSync(file, "w+");
    process.once("exit", this.#onExit);
  }

  writeExchange(index: number, line: string): void {
    const start = this.#end;
    this.write(line);
    this.#places.set(index, { start, length: this.#end - start });
  }

  write(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    this.#end += bytes.length;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= FLUSH_BYTES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Null if the disk had no room for it. */
  read(index: number): string | null {
    this.flush();
    const place = this.#places.get(index);
    if (this.isFull || place === undefined) return null;
    const line = Buffer.alloc(place.length);
    readSync(this.#descriptor, line, 0, line.length, place.start);
    return line.toString("utf8");
  }

  /** Written at once: a write of some 64 KiB to the page cache is cheaper than tracking an open one. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#open || this.#pendingBytes === 0) return;
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (this.isFull) return;
    this.isFull = !wroteUnlessFull(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    });
  }

  close(): void {
    if (!this.#open) return;
    this.flush();
    this.#open = false;
    process.removeListener("exit", this.#onExit);
    closeSync(this.#descriptor);
  }
}

/** One line; leaves the parsed value out if the text says it all. */
function serialise(exchange: Exchange): string {
  const { answer } = exchange;
  if (answer?.body.kind !== "json") return JSON.stringify(exchange);
  return JSON.stringify({
    ...exchange,
    answer: { ...answer, body: { kind: "json", text: answer.body.text } },
  });
}
