import { memo } from "../contract/memo.js";
/** The bytes of a text, plain or decoded, with their places in the original text. */
export interface Layer {
  readonly bytes: Buffer;
  /** Null if not needed: a search that finds nothing needs no places. */
  readonly places: Places | null;
  /** The runs of digits found so far: several decodings start from the same ones. */
  readonly runs: Map<Digits, readonly Run[]>;
}

/** A run of digits in a layer: its start and end (exclusive). */
type Run = readonly [start: number, end: number];

/** For each byte of a layer, the start and end of its spelling in the original text, in bytes. */
interface Places {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Undoes one kind of encoding throughout a text, in one pass; null if the text does not contain it. */
export type Decoding = (layer: Layer) => Layer | null;

/** The bytes of a text, in UTF-8. */
export function plainLayer(text: string, placed: boolean): Layer {
  const bytes = Buffer.from(text);
  if (!placed) return { bytes, places: null, runs: new Map() };
  const starts = new Uint32Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) starts[at] = at;
  return { bytes, places: { starts, ends: starts.map((at) => at + 1) }, runs: new Map() };
}

/**
 * The encodings that texts are searched in.
 * @param shortest bytes of the shortest text searched for; anything too short for it is not decoded
 */
export function decodingsFor(shortest: number): readonly Decoding[] {
  const characters = Math.ceil((shortest * 4) / 3);
  return [
    undoEscapes,
    // Base64 may start after other characters of its alphabet, as in a path.
    ...[0, 1, 2, 3].map((skipped) => (layer: Layer) => undoDigits(layer, BASE64, skipped, characters)),
    ...[0, 1].map((skipped) => (layer: Layer) => undoDigits(layer, HEXADECIMAL, skipped, shortest * 2)),
  ];
}

/** Collects the bytes of a decoded layer, which never has more bytes than its source. */
class Collected {
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

const codeOf = (char: string) => char.charCodeAt(0);
const PERCENT = codeOf("%");
const BACKSLASH = codeOf("\\");
const AMPERSAND = codeOf("&");
const SEMICOLON = codeOf(";");
const NEWLINE = codeOf("\n");
/** 1 for each byte that starts an escape. */
const BEGINS = new Uint8Array(256);
for (const sign of [PERCENT, BACKSLASH, AMPERSAND]) BEGINS[sign] = 1;

/** An escape: its character, and how many bytes it takes. */
interface Escape {
  readonly code: number;
  readonly length: number;
}

/**
 * Undoes percent-encoding, JSON and JavaScript escapes, and HTML character references. Repeated escapes of the same
 * kind ("%252525", "\\\\", "&amp;amp;") are undone at once: each level would need another pass.
 */
function undoEscapes(layer: Layer): Layer | null {
  const { bytes } = layer;
  const first = nextEscape(bytes, 0);
  // Most texts contain none.
  if (first === bytes.length) return null;
  const collected = new Collected(layer);
  for (let at = 0, next = first; at < bytes.length; next = nextEscape(bytes, at)) {
    while (at < next) collected.put(bytes[at] ?? 0, at, ++at);
    const found = escapeAt(bytes, at);
    if (found === null) break;
    const { code, length } = found;
    // Percent-encoding stands for a byte, every other escape for a character.
    const one = code < 0x80 || bytes[at] === PERCENT;
    for (const part of one ? [code] : Buffer.from(String.fromCodePoint(code)))
      collected.put(part, at, at + length);
    at += length;
  }
  return collected.layer;
}

/** The index of the next escape; the end if there is none. */
function nextEscape(bytes: Buffer, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length && (BEGINS[bytes[at] ?? 0] !== 1 || escapeAt(bytes, at) === null)) at++;
  return at;
}

function escapeAt(bytes: Buffer, at: number): Escape | null {
  switch (bytes[at]) {
    case PERCENT:
      return percentEscape(bytes, at);
    case BACKSLASH:
      return backslashEscape(bytes, at);
    case AMPERSAND:
      return reference(bytes, at);
    default:
      return null;
  }
}

/** "%41", however often its percent sign was encoded itself. */
function percentEscape(bytes: Buffer, start: number): Escape | null {
  let at = start + 1;
  while (bytes[at] === 0x32 && bytes[at + 1] === 0x35) at += 2;
  const code = hexAt(bytes, at, 2);
  if (code !== null) return { code, length: at + 2 - start };
  return at === start + 1 ? null : { code: PERCENT, length: at - start };
}

const CONTROLS = new Map([..."bfnrt"].map((char, at) => [codeOf(char), codeOf("\b\f\n\r\t"[at] ?? "")]));
const QUOTED = new Set([..."\"'/`"].map(codeOf));

/** A character after one or more backslashes: each level of JSON within JSON doubles them. */
function backslashEscape(bytes: Buffer, start: number): Escape | null {
  let at = start + 1;
  while (bytes[at] === BACKSLASH) at++;
  const next = bytes[at] ?? 0;
  const ended = (code: number, length: number) => ({ code, length: at + length - start });
  const digits = next === codeOf("u") ? 4 : next === codeOf("x") ? 2 : 0;
  const code = digits === 0 ? null : hexAt(bytes, at + 1, digits);
  if (code !== null) return ended(code, 1 + digits);
  if (QUOTED.has(next)) return ended(next, 1);
  const control = CONTROLS.get(next);
  if (control !== undefined) return ended(control, 1);
  return at === start + 1 ? null : ended(BACKSLASH, 0);
}

/** HTML's names of ASCII characters. */
const NAMES = new Map(
  Object.entries({
    ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", plus: "+", equals: "=", sol: "/" },
    ...{ bsol: "\\", lowbar: "_", num: "#", percnt: "%", colon: ":", semi: ";", period: ".", comma: "," },
    ...{ excl: "!", quest: "?", commat: "@", dollar: "$", ast: "*", lpar: "(", rpar: ")", lsqb: "[" },
    ...{ lbrack: "[", rsqb: "]", rbrack: "]", lcub: "{", lbrace: "{", rcub: "}", rbrace: "}", verbar: "|" },
    ...{ vert: "|", grave: "`", hat: "^", tab: "\t", newline: "\n" },
  }),
);
/** Length in bytes of the longest name, and of the longest number. */
const LONGEST_NAME = 8;
const LONGEST_NUMBER = 8;

/** An HTML character reference, however often its ampersand was escaped itself. */
function reference(bytes: Buffer, start: number): Escape | null {
  let at = start + 1;
  while (isAmpersand(bytes, at)) at += 4;
  const found = bytes[at] === codeOf("#") ? numbered(bytes, at + 1) : named(bytes, at);
  if (found !== null) return { code: found.code, length: found.end - start };
  return at === start + 1 ? null : { code: AMPERSAND, length: at - start };
}

/** Whether "amp;" is here. */
function isAmpersand(bytes: Buffer, at: number): boolean {
  return (
    lowerAt(bytes, at) === 0x61 &&
    lowerAt(bytes, at + 1) === 0x6d &&
    lowerAt(bytes, at + 2) === 0x70 &&
    bytes[at + 3] === SEMICOLON
  );
}

function lowerAt(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) | 0x20;
}

interface Found {
  readonly code: number;
  readonly end: number;
}

function named(bytes: Buffer, start: number): Found | null {
  let end = start;
  while (end - start < LONGEST_NAME && lowerAt(bytes, end) >= 0x61 && lowerAt(bytes, end) <= 0x7a) end++;
  if (end === start || bytes[end] !== SEMICOLON) return null;
  const char = NAMES.get(bytes.toString("latin1", start, end).toLowerCase());
  return char === undefined ? null : { code: codeOf(char), end: end + 1 };
}

/** The number of a character after "&#". */
function numbered(bytes: Buffer, hash: number): Found | null {
  const hex = lowerAt(bytes, hash) === 0x78;
  const start = hex ? hash + 1 : hash;
  const base = hex ? 16 : 10;
  let code = 0;
  let end = start;
  for (; end - start < LONGEST_NUMBER; end++) {
    const digit = HEX[bytes[end] ?? 0] ?? NONE;
    if (digit >= base) break;
    code = code * base + digit;
  }
  if (end === start || code > 0x10ffff) return null;
  return { code, end: bytes[end] === SEMICOLON ? end + 1 : end };
}

function hexAt(bytes: Buffer, start: number, digits: number): number | null {
  let value = 0;
  for (let at = start; at < start + digits; at++) {
    const digit = HEX[bytes[at] ?? 0] ?? NONE;
    if (digit === NONE) return null;
    value = value * 16 + digit;
  }
  return value;
}

const NONE = 255;

/** The value of each byte in one of the alphabets; NONE if it is in none. */
function valuesOf(...alphabets: readonly string[]): Uint8Array {
  const values = new Uint8Array(256).fill(NONE);
  for (const alphabet of alphabets)
    for (const [at, char] of [...alphabet].entries()) values[codeOf(char)] = at;
  return values;
}

const HEX = valuesOf("0123456789abcdef", "0123456789ABCDEF");
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** A way to write bytes as digits. */
interface Digits {
  /** The value of each byte as a digit. */
  readonly values: Uint8Array;
  /** 1 for each byte that is a digit or may separate two. */
  readonly within: Uint8Array;
  /** Bits in a digit. */
  readonly bits: number;
}

function digits(values: Uint8Array, bits: number, between: string): Digits {
  const within = values.map((value, byte) =>
    value !== NONE || between.includes(String.fromCharCode(byte)) ? 1 : 0,
  );
  return { values, within, bits };
}

/** Either alphabet, padded or not, with or without line breaks. */
const BASE64 = digits(valuesOf(`${LETTERS}+/`, `${LETTERS}-_`), 6, "\r\n");
/** Pairs may be separated. */
const HEXADECIMAL = digits(HEX, 4, " :-,\r\n");

/**
 * Decodes each run of digits that is long enough; separates the decoded runs by a line break.
 * @param skipped digits to skip at the start of each run
 * @param least digits of the shortest run to decode
 */
function undoDigits(layer: Layer, digits: Digits, skipped: number, least: number): Layer | null {
  const runs = memo(layer.runs, digits, () => runsIn(layer.bytes, digits, least));
  const collected = new Collected(layer);
  for (const run of runs) {
    decodeRun(layer.bytes, run, digits, skipped, collected);
    collected.put(NEWLINE, run[0], run[0] + 1);
  }
  return collected.layer;
}

function runsIn(bytes: Buffer, { within }: Digits, least: number): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at + least <= bytes.length; ) {
    // Look ahead first: where no run can start, most bytes can be skipped.
    let last = at + least - 1;
    while (last >= at && within[bytes[last] ?? 0] === 1) last--;
    if (last >= at) {
      at = last + 1;
      continue;
    }
    let end = at + least;
    while (end < bytes.length && within[bytes[end] ?? 0] === 1) end++;
    runs.push([at, end]);
    at = end + 1;
  }
  return runs;
}

function decodeRun(
  bytes: Buffer,
  [start, end]: Run,
  { values, bits }: Digits,
  skipped: number,
  collected: Collected,
): void {
  let left = skipped;
  let pending = 0;
  let held = 0;
  let from = start;
  for (let at = start; at < end; at++) {
    const value = values[bytes[at] ?? 0] ?? NONE;
    if (value === NONE || left-- > 0) continue;
    if (held === 0) from = at;
    pending = ((pending << bits) | value) & 0xffff;
    held += bits;
    if (held < 8) continue;
    held -= 8;
    const byte = (pending >> held) & 0xff;
    // UTF-16 puts a NUL beside each letter.
    if (byte !== 0) collected.put(byte, from, at + 1);
    from = at;
  }
}
