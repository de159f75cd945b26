import { codeOf, HEX, NONE } from "./digits.js";
import { Collected, type Layer } from "./layers.js";

const PERCENT = codeOf("%");
const BACKSLASH = codeOf("\\");
const AMPERSAND = codeOf("&");
const SEMICOLON = codeOf(";");

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
export function undoEscapes(layer: Layer): Layer | null {
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

function hexAt(bytes: Buffer, start: number, digits: number): number | null {
  let value = 0;
  for (let at = start; at < start + digits; at++) {
    const digit = HEX[bytes[at] ?? 0] ?? NONE;
    if (digit === NONE) return null;
    value = value * 16 + digit;
  }
  return value;
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
