import { type Settings, SPENT } from "./settings.js";

/**
 * Ways to be wrong: made up from the seed, or the right key with its last character changed, with one more,
 * with one before, with one less, or in the other letter case.
 */
export const WRONG_KEYS = [
  "made-up",
  "last-character",
  "suffix",
  "prefix",
  "truncated",
  "letter-case",
] as const;
type Bent = (typeof WRONG_KEYS)[number];
/** One of these, a made-up one that is shorter than keys are, or a key that was right once. */
export type WrongKey = Bent | "short" | (typeof SPENT)[number];
type Known = Pick<Settings, "apiKey" | "seed" | "spentKeys">;

/** The alphabet of base64: neighbours in it may mean the same at the end of a key, its two halves never do. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** The beginning of a key as short as this may be an honest word, and it is cut out of all that is kept. */
const SHORT = 16;
/** Letter case says nothing in hexadecimal. */
const HEXADECIMAL = /^[\da-f-]+$/i;

/**
 * A key that no account has, or has any more.
 * @returns null where the right key cannot be bent in this way, or no such key was named
 */
export function wrongKey(kind: WrongKey, { apiKey, seed, spentKeys }: Known): string | null {
  if (kind === "expired" || kind === "deactivated") return spentKeys[kind] ?? null;
  const madeUp = `plimsoll-wrong-key-${(seed >>> 0).toString(16).padStart(8, "0")}`;
  if (kind === "made-up") return madeUp;
  if (kind === "short") return madeUp.slice(-4) === apiKey ? madeUp : madeUp.slice(-4);
  const bent = apiKey === null ? "" : bend(kind, apiKey);
  return bent === "" || bent === apiKey ? null : bent;
}

/** Whether such a key is no secret. */
export function isMadeUp(kind: WrongKey): boolean {
  return kind === "made-up" || kind === "short";
}

/** The wrong keys that are made from the right one or were right once: as secret as that. */
export function derivedKeys(settings: Known): readonly string[] {
  return [...WRONG_KEYS.filter((kind) => kind !== "made-up"), ...SPENT]
    .map((kind) => wrongKey(kind, settings))
    .filter((key) => key !== null);
}

/**
 * A key that was never anyone's and can be bent in just these ways: stands for the right one where a recording is
 * judged, from which that was removed. Nothing that a run sends holds it: it would be cut out as the key is, and what was
 * recorded would no longer be found.
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
  return can("truncated") ? word.padEnd(SHORT + 1, `-${word}`) : word;
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
      return key.length <= SHORT ? "" : key.slice(0, -1);
    case "letter-case":
      return HEXADECIMAL.test(key) ? "" : otherCase(key);
  }
}

function otherCase(key: string): string {
  return Array.from(key, (char) =>
    char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase(),
  ).join("");
}
