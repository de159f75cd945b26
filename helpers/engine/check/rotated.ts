/** Values in their order, but beginning at another one with each seed: at the first with seed 1. */
export function rotated<T>(values: readonly T[], seed: number): readonly T[] {
  const from = values.length === 0 ? 0 : (seed - 1) % values.length;
  return [...values.slice(from), ...values.slice(0, from)];
}
