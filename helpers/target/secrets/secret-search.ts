import { type Decoding, decodingsFor } from "./decodings.js";
import { type Layer, placedLayer, plainLayer } from "./layers.js";

/** Shorter secrets are not searched for: one such as "test" would be removed from honest data. */
export const MIN_SEARCHED = 6;
/** Shorter secrets are only found as whole words: "123456" must not be removed from se-123456. */
export const MIN_ANYWHERE = 16;
/** The same for secrets of letters and digits, which hardly any honest word contains by chance. */
const MIN_MIXED = 8;
/** The same for secrets of digits only, which honest records often contain. */
const MIN_DIGITS = 12;

/** A text that must not appear, of at least MIN_SEARCHED characters. */
interface Sought {
  readonly text: string;
  readonly placeholder: string;
}

/** A place in a text where something was found, in bytes of its UTF-8 form. */
interface Hit {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

interface Needle {
  /** Folded. */
  readonly bytes: Buffer;
  readonly placeholder: string;
  /** True if an honest word may contain it by chance. */
  readonly wholeWord: boolean;
}

/** The decodings, one after another, by which the search reached a layer. */
type Path = readonly Decoding[];

/** Most decodings to apply one after another. */
const MOST_DECODINGS = 6;
/**
 * Most bytes to search in all: for each byte of the text, and in addition. A text that decodes to ever more texts must
 * not take more than a second.
 */
const MOST_BYTES = { perByte: 3, beyond: 512 * 1024 };

/** Finds secrets in texts, however they are encoded. */
export class SecretSearch {
  readonly #needles: readonly Needle[];
  /** Whether a text in bytes may contain a needle; quick, because most contain none. */
  readonly #anyNeedle: RegExp;
  readonly #decodings: readonly Decoding[];
  readonly #shortest: number;

  constructor(sought: readonly Sought[]) {
    this.#needles = sought.flatMap(({ text, placeholder }) =>
      formsOf(text).map((form) => ({ bytes: folded(form), placeholder, wholeWord: !isUnmistakable(form) })),
    );
    this.#anyNeedle = new RegExp(this.#needles.map(patternOf).join("|") || "(?!)", "i");
    this.#shortest = this.#needles.reduce(
      (least, { bytes }) => Math.min(least, bytes.length),
      Number.POSITIVE_INFINITY,
    );
    this.#decodings = decodingsFor(this.#shortest);
  }

  /** The places of all secrets, in no order; they may overlap. */
  find(text: string): Hit[] {
    return this.#pathsTo(text).flatMap((path) => this.#hitsAlong(path, text));
  }

  /** The ways to decode a text into something that contains a secret, breadth first, likeliest first. */
  #pathsTo(text: string): Path[] {
    const paths: Path[] = [];
    if (this.#shortest > text.length) return paths;
    const plain = plainLayer(text);
    const queue: { layer: Layer; path: Path }[] = [{ layer: plain, path: [] }];
    let left = plain.bytes.length * MOST_BYTES.perByte + MOST_BYTES.beyond;
    for (let next = queue.shift(); next !== undefined && left > 0; next = queue.shift()) {
      const { layer, path } = next;
      left -= layer.bytes.length;
      if (layer.bytes.length < this.#shortest) continue;
      if (this.#hitsIn(layer).length > 0) paths.push(path);
      if (path.length === MOST_DECODINGS) continue;
      for (const decoding of this.#decodings) {
        const decoded = decoding(layer);
        if (decoded !== null) queue.push({ layer: decoded, path: [...path, decoding] });
      }
    }
    return paths;
  }

  /** Decodes along a path again, now keeping track of places. */
  #hitsAlong(path: Path, text: string): Hit[] {
    let layer: Layer = placedLayer(text);
    for (const decoding of path) layer = decoding(layer) ?? layer;
    const { places } = layer;
    return this.#hitsIn(layer).map(({ start, end, placeholder }) => ({
      start: places?.starts[start] ?? 0,
      end: places?.ends[end - 1] ?? 0,
      placeholder,
    }));
  }

  #hitsIn({ bytes }: Layer): Hit[] {
    if (!this.#anyNeedle.test(bytes.toString("latin1"))) return [];
    const text = folded(bytes);
    return this.#needles.flatMap((needle) => hitsOf(needle, text));
  }
}

/** The places of one needle in a folded text. */
function hitsOf({ bytes, placeholder, wholeWord }: Needle, text: Buffer): Hit[] {
  const hits: Hit[] = [];
  for (let start = text.indexOf(bytes); start >= 0; start = text.indexOf(bytes, start + 1)) {
    const end = start + bytes.length;
    const isPart = inWord(text[start - 1]) || inWord(text[end]);
    if (!(wholeWord && isPart)) hits.push({ start, end, placeholder });
  }
  return hits;
}

/** A pattern for everything that folds to a needle. */
function patternOf({ bytes }: Needle): string {
  return [...bytes].map((byte) => (byte === SPACE ? "[ +]" : `\\x${hex(byte)}`)).join("");
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

/** A text with its hits replaced; of overlapping ones, the longest gives the placeholder. */
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

const SPACE = 0x20;

/** Folds what does not distinguish texts: letter case, and a plus sign for a space in forms. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0x2b ? SPACE : byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte,
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

/** Letters, digits and the hyphen: 123456 must not be removed from se-123456. */
function inWord(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return /[a-z\d-]/i.test(String.fromCharCode(byte));
}

const GUID = /^\{?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})\}?$/i;

/** The unencoded forms of a secret; each is searched for in every decoded text. */
function formsOf(text: string): Buffer[] {
  const bare = text.replace(/=+$/, "");
  // URLs use another base64 alphabet.
  const inUrls = /[+/]/.test(text)
    ? [text, bare].map((form) => form.replace(/\+/g, "-").replace(/\//g, "_"))
    : [];
  const guid = GUID.exec(text)?.slice(1) ?? [];
  const written = [text, bare, ...inUrls, ...(guid.length === 0 ? [] : [guid.join("-"), guid.join("")])];
  // Decoded texts contain no NUL.
  const raw = guid.length === 0 ? [] : [Buffer.from(guid.join(""), "hex"), mixedEndian(guid)];
  const forms = [
    ...written.flatMap((form) => [Buffer.from(form), undone(form)]),
    ...raw.map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0))),
  ].filter((form) => form.length >= MIN_SEARCHED);
  return [...new Map(forms.map((form) => [form.toString("latin1"), form])).values()];
}

/** A secret as it looks after decoding. A final character that starts escapes may merge with what follows it. */
function undone(text: string): Buffer {
  const [escapes] = decodingsFor(1);
  let layer = plainLayer(text.replace(/[\\%&]+$/, ""));
  for (let count = 0; count < MOST_DECODINGS; count++) layer = escapes?.(layer) ?? layer;
  return layer.bytes;
}

/** The bytes of a GUID as some platforms store them: the first three groups reversed. */
function mixedEndian(groups: readonly string[]): Buffer {
  const parts = groups.map((group, at) => {
    const bytes = Buffer.from(group, "hex");
    return at < 3 ? bytes.reverse() : bytes;
  });
  return Buffer.concat(parts);
}
