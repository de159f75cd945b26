import { distance } from "fastest-levenshtein";

/** Share of a text's letters that may differ from the name that it meant. */
const NEAR = 0.5;

/**
 * The name that a misspelt one most likely meant: the one to which the fewest letters change, or that the text is a
 * part of. Null where none is near.
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

/** "; did you mean tote?", or nothing where no name is near. */
export function nearWords(text: string, names: Iterable<string>): string {
  const guess = nearest(text, names);
  return guess === null ? "" : `; did you mean ${guess}?`;
}
