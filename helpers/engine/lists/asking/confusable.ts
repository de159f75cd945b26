/**
 * Values in another order: first one that a target takes for another if it ignores letter case, then one that it takes
 * for another if it compares only the start, then the rest as they were.
 */
export function confusableFirst(values: readonly string[]): readonly string[] {
  const sorted = values.map((value) => value.toLowerCase()).sort();
  const isNext = (fits: (one: string, next: string) => boolean) =>
    new Set(sorted.filter((one, nth) => fits(one, sorted[nth + 1] ?? "")));
  const twins = isNext((one, next) => one === next);
  const starts = isNext((one, next) => one !== "" && one !== next && next.startsWith(one));
  const firstOf = (kin: ReadonlySet<string>) => values.find((value) => kin.has(value.toLowerCase()));
  const first = [firstOf(twins), firstOf(starts)].filter((value) => value !== undefined);
  return [...new Set([...first, ...values])];
}
