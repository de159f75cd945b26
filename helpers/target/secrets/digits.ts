import { memo } from "../../contract/memo.js";
import { Collected, type Layer, type Run } from "./layers.js";

/** The code of an ASCII character. */
export const codeOf = (char: string) => char.charCodeAt(0);
const NEWLINE = codeOf("\n");
/** In place of a value: the byte is not a digit. */
export const NONE = 255;

/** The value of each byte in one of the alphabets; NONE if it is in none. */
function valuesOf(...alphabets: readonly string[]): Uint8Array {
  const values = new Uint8Array(256).fill(NONE);
  for (const alphabet of alphabets)
    for (const [at, char] of [...alphabet].entries()) values[codeOf(char)] = at;
  return values;
}

/** The values of hexadecimal digits. */
export const HEX = valuesOf("0123456789abcdef", "0123456789ABCDEF");
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
export const BASE64 = digits(valuesOf(`${LETTERS}+/`, `${LETTERS}-_`), 6, "\r\n");
/** Pairs may be separated. */
export const HEXADECIMAL = digits(HEX, 4, " :-,\r\n");

/**
 * Decodes each run of digits that is long enough; separates the decoded runs by a line break.
 * @param skipped digits to skip at the start of each run
 * @param least digits of the shortest run to decode
 */
export function undoDigits(layer: Layer, digits: Digits, skipped: number, least: number): Layer | null {
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
