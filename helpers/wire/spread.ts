/**
 * Some items, the first and the last among them, at equal distances: exposes what always gives the same one.
 * @param skew how far each further item is moved on, since odd items may be evenly spaced
 */
export function spread<T>(items: readonly T[], most: number, skew = 0): readonly T[] {
  if (items.length <= most) return items;
  const last = items.length - 1;
  const step = last / Math.max(1, most - 1);
  const places = Array.from({ length: most }, (_, at) => Math.min(last, Math.round(at * step) + at * skew));
  return places.flatMap((place) => items.slice(place, place + 1));
}
