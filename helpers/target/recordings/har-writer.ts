import { closeSync, openSync, writeFileSync } from "node:fs";
import type { Exchange } from "../../wire/exchange.js";
import { wroteUnlessFull } from "./disk.js";
import { CREATOR, toEntry } from "./har.js";
import type { Preamble, Recording, SideNote } from "./recording.js";

/** Characters to write at once. */
const WRITE_LENGTH = 256 * 1024;

/** Writes a HAR 1.2 file, an entry at a time. */
export class HarWriter {
  readonly #descriptor: number;
  readonly #sideNotes: SideNote[] = [];
  #preamble: Preamble | null = null;
  #text = `{"log":{"version":"1.2","creator":${JSON.stringify(CREATOR)},"entries":[`;
  #separator = "\n";
  #open = true;
  #full = false;

  /** @param file is overwritten; it is a valid HAR file only after `end` */
  constructor(file: string) {
    this.#descriptor = openSync(file, "w");
  }

  begin(preamble: Preamble | null): void {
    this.#preamble = preamble;
  }

  addSideNote(sideNote: SideNote): void {
    this.#sideNotes.push(sideNote);
  }

  add(exchange: Exchange): void {
    this.#text += this.#separator + JSON.stringify(toEntry(exchange));
    this.#separator = ",\n";
    if (this.#text.length >= WRITE_LENGTH) this.#write();
  }

  /** Writes the rest and closes the file. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    const own = { preamble: this.#preamble, sideNotes: this.#sideNotes };
    this.#text += `\n],"_plimsoll":${JSON.stringify(own)}}}\n`;
    this.#write();
    closeSync(this.#descriptor);
  }

  #write(): void {
    const text = this.#text;
    this.#text = "";
    if (!this.#full) this.#full = !wroteUnlessFull(() => writeFileSync(this.#descriptor, text));
  }
}

/** Writes the recording as a HAR file, one exchange in memory at a time. */
export function writeHar(file: string, { preamble, sideNotes, exchanges }: Recording): void {
  const writer = new HarWriter(file);
  writer.begin(preamble);
  for (const sideNote of sideNotes) writer.addSideNote(sideNote);
  for (const exchange of exchanges) writer.add(exchange);
  writer.end();
}
