import { distance } from "fastest-levenshtein";

/** The share of letters that may differ between a text and the name that it meant. */
const NEAR = 0.5;

/**
 * The name that a misspelt one most likely meant: the one that the fewest changed letters lead to, or that contains the
 * text. Null if none is near.
 */
export function nearest<T extends string>(text: string, names: Iterable<T>): T | null {
  const wanted = text.toLowerCase();
  let best: T | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const other = name.toLowerCase();
    const away = distance(wanted, other);
    const isNear = away <= Math.max(wanted.length, other.length) * NEAR;
    const isPart = wanted.length > 3 && other.includes(wanted);
    if (away < least && (isNear || isPart)) {
      least = away;
      best = name;
    }
  }
  return best;
}

/** Whether a text is a name but for a slip: a letter or two, of at least three times as many. */
export function isSlip(text: string, name: string): boolean {
  const away = distance(text.toLowerCase(), name.toLowerCase());
  return away > 0 && away <= Math.min(2, text.length / 3);
}

/** "; did you mean tote?", or an empty text if no name is near. */
export function nearWords(text: string, names: Iterable<string>): string {
  const guess = nearest(text, names);
  return guess === null ? "" : `; did you mean ${guess}?`;
}
