/** The name that a misspelt one most likely meant: the one to which the fewest letters change. Null without names. */
export function nearest<T extends string>(text: string, names: Iterable<T>): T | null {
  let best: T | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const away = distance(text.toLowerCase(), name.toLowerCase());
    if (away < least) {
      least = away;
      best = name;
    }
  }
  return best;
}

/** Levenshtein distance: the least number of letters to insert, drop or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const letter of a) {
    const next = [(row[0] ?? 0) + 1];
    for (let column = 1; column <= b.length; column++) {
      const above = (row[column] ?? 0) + 1;
      const left = (next[column - 1] ?? 0) + 1;
      const diagonal = (row[column - 1] ?? 0) + (letter === b[column - 1] ? 0 : 1);
      next.push(Math.min(above, left, diagonal));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
