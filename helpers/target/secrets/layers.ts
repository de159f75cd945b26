/** The bytes of a text, plain or decoded, with their places in the original text. */
export interface Layer {
  readonly bytes: Buffer;
  /** Null if not needed: a search that finds nothing needs no places. */
  readonly places: Places | null;
  /** The runs of digits found so far, by the kind of digits: several decodings start from the same ones. */
  readonly runs: Map<object, readonly Run[]>;
}

/** A run of digits in a layer: its start and end (exclusive). */
export type Run = readonly [start: number, end: number];

/** For each byte of a layer, the start and end of its spelling in the original text, in bytes. */
interface Places {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The bytes of a text, in UTF-8, without their places. */
export function plainLayer(text: string): Layer {
  return { bytes: Buffer.from(text), places: null, runs: new Map() };
}

/** The bytes of a text, in UTF-8, with their places. */
export function placedLayer(text: string): Layer {
  const bytes = Buffer.from(text);
  const starts = new Uint32Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) starts[at] = at;
  return { bytes, places: { starts, ends: starts.map((at) => at + 1) }, runs: new Map() };
}

/** Collects the bytes of a decoded layer, which never has more bytes than its source. */
export class Collected {
  readonly #from: Layer;
  #bytes = Buffer.alloc(0);
  #places: Places | null = null;
  #length = 0;

  constructor(from: Layer) {
    this.#from = from;
  }

  /** Adds a byte that takes `start` to `end` (exclusive) in the source layer. */
  put(byte: number, start: number, end: number): void {
    if (this.#length === 0) this.#begin();
    this.#bytes[this.#length] = byte;
    if (this.#places !== null && this.#from.places !== null) {
      this.#places.starts[this.#length] = this.#from.places.starts[start] ?? 0;
      this.#places.ends[this.#length] = this.#from.places.ends[end - 1] ?? 0;
    }
    this.#length++;
  }

  get layer(): Layer | null {
    if (this.#length === 0) return null;
    return { bytes: this.#bytes.subarray(0, this.#length), places: this.#places, runs: new Map() };
  }

  /** Allocates lazily: most texts have nothing to decode. */
  #begin(): void {
    const { length } = this.#from.bytes;
    this.#bytes = Buffer.allocUnsafe(length);
    if (this.#from.places !== null)
      this.#places = { starts: new Uint32Array(length), ends: new Uint32Array(length) };
  }
}
