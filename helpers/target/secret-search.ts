import { type Decoding, decodingsFor, type Layer, plainLayer } from "./decodings.js";

/** Secrets of fewer characters are not looked for: one such as "test" would be cut out of honest data. */
export const MIN_SEARCHED = 6;
/** One of fewer characters is found as a whole word only: "123456" must not be cut out of se-123456. */
export const MIN_ANYWHERE = 16;
/** The same for one of letters and digits, which hardly any honest word holds by chance. */
const MIN_MIXED = 8;
/** The same for one of digits alone, of which honest records hold many. */
const MIN_DIGITS = 12;

/** A text that must not be seen, of at least MIN_SEARCHED characters. */
export interface Sought {
  readonly text: string;
  readonly placeholder: string;
}

/** Where something was found in a text, in bytes of its UTF-8 form. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

interface Needle {
  /** Folded. */
  readonly bytes: Buffer;
  readonly placeholder: string;
  /** True where an honest word may hold it by chance. */
  readonly wholeWord: boolean;
}

/** Decodings one after another: how the search got to a layer. */
type Path = readonly Decoding[];

/** Decodings after each other that are tried. */
const MOST_DECODINGS = 6;
/**
 * Bytes that are searched in all, for each byte of the text and beyond that: a text that decodes to ever more texts
 * must not cost more than a second.
 */
const MOST_BYTES = { perByte: 3, beyond: 512 * 1024 };

/** Finds secrets in texts, however they are encoded. */
export class SecretSearch {
  readonly #needles: Needles;
  readonly #decodings: readonly Decoding[];
  readonly #shortest: number;

  constructor(sought: readonly Sought[]) {
    const needles = sought.flatMap(({ text, placeholder }) =>
      formsOf(text).map((form) => ({ bytes: folded(form), placeholder, wholeWord: !isUnmistakable(form) })),
    );
    this.#needles = indexOf(needles);
    this.#shortest = needles.reduce(
      (least, { bytes }) => Math.min(least, bytes.length),
      Number.POSITIVE_INFINITY,
    );
    this.#decodings = decodingsFor(this.#shortest);
  }

  /** The places of all secrets, in no order; they may overlap. */
  find(text: string): Hit[] {
    return this.#pathsTo(text).flatMap((path) => this.#hitsAlong(path, text));
  }

  /** The ways by which a text is decoded to something that holds a secret: breadth first, the likeliest first. */
  #pathsTo(text: string): Path[] {
    const paths: Path[] = [];
    if (this.#shortest > text.length) return paths;
    const plain = plainLayer(text, false);
    const queue: { layer: Layer; path: Path }[] = [{ layer: plain, path: [] }];
    let left = plain.bytes.length * MOST_BYTES.perByte + MOST_BYTES.beyond;
    for (let next = queue.shift(); next !== undefined && left > 0; next = queue.shift()) {
      const { layer, path } = next;
      left -= layer.bytes.length;
      if (layer.bytes.length < this.#shortest) continue;
      if (hitsIn(layer, this.#needles).length > 0) paths.push(path);
      if (path.length === MOST_DECODINGS) continue;
      for (const decoding of this.#decodings) {
        const decoded = decoding(layer);
        if (decoded !== null) queue.push({ layer: decoded, path: [...path, decoding] });
      }
    }
    return paths;
  }

  /** Goes a way again, this time with an eye to where everything stands. */
  #hitsAlong(path: Path, text: string): Hit[] {
    let layer: Layer = plainLayer(text, true);
    for (const decoding of path) layer = decoding(layer) ?? layer;
    const { places } = layer;
    return hitsIn(layer, this.#needles).map(({ start, end, placeholder }) => ({
      start: places?.starts[start] ?? 0,
      end: places?.ends[end - 1] ?? 0,
      placeholder,
    }));
  }
}

function hitsIn({ bytes }: Layer, { pairs, byBeginning }: Needles): Hit[] {
  const hits: Hit[] = [];
  const { length } = bytes;
  let pair = 0;
  for (let at = 0; at < length; at++) {
    pair = ((pair << 8) | (FOLDED[bytes[at] ?? 0] ?? 0)) & 0xffff;
    if (pairs[pair] === 0 || at === 0) continue;
    const start = at - 1;
    for (const needle of byBeginning.get(pair) ?? []) {
      if (!standsAt(bytes, start, needle)) continue;
      hits.push({ start, end: start + needle.bytes.length, placeholder: needle.placeholder });
    }
  }
  return hits;
}

function standsAt(bytes: Buffer, start: number, { bytes: needle, wholeWord }: Needle): boolean {
  const end = start + needle.length;
  if (end > bytes.length) return false;
  for (let at = 0; at < needle.length; at++) if (FOLDED[bytes[start + at] ?? 0] !== needle[at]) return false;
  return !wholeWord || !(inWord(bytes[start - 1]) || inWord(bytes[end]));
}

/** Needles by their beginnings: a text is gone through once, however many there are. */
interface Needles {
  /** 1 for each two bytes with which a needle begins. */
  readonly pairs: Uint8Array;
  /** By these two bytes. */
  readonly byBeginning: ReadonlyMap<number, readonly Needle[]>;
}

function indexOf(needles: readonly Needle[]): Needles {
  const pairs = new Uint8Array(0x10000);
  const byBeginning = new Map<number, Needle[]>();
  for (const needle of needles) {
    const beginning = needle.bytes.readUInt16BE(0);
    pairs[beginning] = 1;
    byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), needle]);
  }
  return { pairs, byBeginning };
}

/** A text with what was found in it replaced; of what overlaps, the longest gives its placeholder. */
export function replaced(text: string, hits: readonly Hit[]): string {
  if (hits.length === 0) return text;
  const bytes = Buffer.from(text);
  const pieces: (Buffer | string)[] = [];
  let at = 0;
  for (const { start, end, placeholder } of joined(hits)) {
    pieces.push(bytes.subarray(at, start).toString(), placeholder);
    at = end;
  }
  return [...pieces, bytes.subarray(at).toString()].join("");
}

function joined(hits: readonly Hit[]): Hit[] {
  const all: (Hit & { longest: number })[] = [];
  for (const hit of hits.toSorted((one, other) => one.start - other.start)) {
    const length = hit.end - hit.start;
    const last = all.at(-1);
    if (last === undefined || hit.start >= last.end) {
      all.push({ ...hit, longest: length });
      continue;
    }
    const longer = length > last.longest;
    all[all.length - 1] = {
      start: last.start,
      end: Math.max(last.end, hit.end),
      placeholder: longer ? hit.placeholder : last.placeholder,
      longest: Math.max(length, last.longest),
    };
  }
  return all;
}

/** Folds what does not tell texts apart: letter case, and a plus sign that stands for a space in forms. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0x2b ? 0x20 : byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte,
);

function folded(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => FOLDED[byte] ?? 0));
}

function isUnmistakable(form: Buffer): boolean {
  if (form.length >= MIN_ANYWHERE) return true;
  const text = form.toString("latin1");
  if (!/\d/.test(text)) return false;
  return text.length >= (/[a-z]/i.test(text) ? MIN_MIXED : MIN_DIGITS);
}

/** Letters, digits and the hyphen: 123456 must not be cut out of se-123456. */
function inWord(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return /[a-z\d-]/i.test(String.fromCharCode(byte));
}

const GUID = /^\{?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})\}?$/i;

/** The forms in which a secret is written when nothing is encoded; each is sought in every decoded text. */
function formsOf(text: string): Buffer[] {
  const bare = text.replace(/=+$/, "");
  // In URLs base64 has another alphabet.
  const inUrls = /[+/]/.test(text)
    ? [text, bare].map((form) => form.replace(/\+/g, "-").replace(/\//g, "_"))
    : [];
  const guid = GUID.exec(text)?.slice(1) ?? [];
  const written = [text, bare, ...inUrls, ...(guid.length === 0 ? [] : [guid.join("-"), guid.join("")])];
  // Decoded texts hold no NUL.
  const raw = guid.length === 0 ? [] : [Buffer.from(guid.join(""), "hex"), mixedEndian(guid)];
  const forms = [
    ...written.flatMap((form) => [Buffer.from(form), undone(form)]),
    ...raw.map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0))),
  ].filter((form) => form.length >= MIN_SEARCHED);
  return [...new Map(forms.map((form) => [form.toString("latin1"), form])).values()];
}

/**
 * A secret as it comes out where all texts are decoded. A sign at its end that begins escapes goes together with
 * whatever follows it there.
 */
function undone(text: string): Buffer {
  const [escapes] = decodingsFor(1);
  let layer = plainLayer(text.replace(/[\\%&]+$/, ""), false);
  for (let count = 0; count < MOST_DECODINGS; count++) layer = escapes?.(layer) ?? layer;
  return layer.bytes;
}

/** The bytes of a GUID as some platforms keep them: its first three groups back to front. */
function mixedEndian(groups: readonly string[]): Buffer {
  const parts = groups.map((group, at) => {
    const bytes = Buffer.from(group, "hex");
    return at < 3 ? bytes.reverse() : bytes;
  });
  return Buffer.concat(parts);
}
