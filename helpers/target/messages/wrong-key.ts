import { type Settings, SPENT } from "../settings/settings.js";

/**
 * Ways to be wrong, in the order in which they are tried: made up from the seed; or the right key with a character
 * appended, with the last one removed, in the other letter case, with a character prepended, or with the last one
 * changed.
 */
export const WRONG_KEYS = [
  "made-up",
  "suffix",
  "truncated",
  "letter-case",
  "prefix",
  "last-character",
] as const;
type Bent = (typeof WRONG_KEYS)[number];

/** One of these, a made-up key that is far too short or far too long, or a key that was valid once. */
export type WrongKey = Bent | "short" | "long" | (typeof SPENT)[number];
type Known = Pick<Settings, "apiKey" | "seed" | "spentKeys">;

/** The base64 alphabet: at the end of a key, neighbours may mean the same, but its two halves never do. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** A key whose start may be an honest word or number, which would be removed from everything stored. */
const PLAIN = /^(.{1,8}|\p{L}{9,12}|\P{L}{9,12})$/u;
/** Characters of a key that is never plain. */
const ENOUGH = 13;
/** Characters of a long key: more than a key has, fewer than what a gateway refuses in a header. */
const LONG = 300;
/** Letter case means nothing in hexadecimal. */
const HEXADECIMAL = /^[\da-f-]+$/i;

/**
 * A key that no account has, or no longer has.
 * @returns null if the right key cannot be altered in this way, or no such key was named
 */
export function wrongKey(kind: WrongKey, { apiKey, seed, spentKeys }: Known): string | null {
  if (kind === "expired" || kind === "deactivated") return spentKeys[kind] ?? null;
  const madeUp = `plimsoll-wrong-key-${(seed >>> 0).toString(16).padStart(8, "0")}`;
  if (kind === "made-up") return madeUp;
  if (kind === "short") return madeUp.slice(-4) === apiKey ? madeUp : madeUp.slice(-4);
  if (kind === "long") return madeUp.padEnd(LONG, madeUp);
  const bent = apiKey === null ? "" : bend(kind, apiKey);
  return bent === "" || bent === apiKey ? null : bent;
}

/** Whether such a key is not a secret. */
export function isMadeUp(kind: WrongKey): boolean {
  return kind === "made-up" || kind === "short" || kind === "long";
}

/** The wrong keys derived from the right one, and those that were valid once: all as secret as the key. */
export function derivedKeys(settings: Known): readonly string[] {
  return [...WRONG_KEYS.filter((kind) => kind !== "made-up"), ...SPENT]
    .map((kind) => wrongKey(kind, settings))
    .filter((key) => key !== null);
}

/**
 * A made-up key that can be altered in exactly these ways. It stands in for the right key, which was removed, when a
 * recording is judged. No request may contain it: it would be redacted like the key, and recorded exchanges would no
 * longer be found.
 */
export function standInKey(kinds: readonly Bent[]): string {
  const can = (kind: Bent) => kinds.includes(kind);
  const word = can("letter-case")
    ? can("last-character")
      ? "Zx8qWv5k"
      : "é"
    : can("last-character")
      ? "5ca1ab1e"
      : "-";
  return can("truncated") ? word.padEnd(ENOUGH, `-${word}`) : word;
}

function bend(kind: Exclude<Bent, "made-up">, key: string): string {
  switch (kind) {
    case "last-character":
      return key.replace(/[A-Za-z\d](?=[^A-Za-z\d]*$)/, (char) =>
        ALPHABET.indexOf(char) < ALPHABET.length / 2 ? "9" : "A",
      );
    case "suffix":
      return `${key}0`;
    case "prefix":
      return `0${key}`;
    case "truncated":
      return PLAIN.test(key) ? "" : key.slice(0, -1);
    case "letter-case":
      return HEXADECIMAL.test(key) ? "" : otherCase(key);
  }
}

function otherCase(key: string): string {
  return Array.from(key, (char) =>
    char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase(),
  ).join("");
}
