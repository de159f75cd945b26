import { seedFor } from "../../contract/seed-for.js";

/** Things in an order drawn from the run's seed, whichever others there are. */
export function inDrawnOrder<T extends { readonly id: string }>(things: readonly T[], runSeed: number): T[] {
  const rank = ({ id }: T) => seedFor(runSeed, id);
  return things.toSorted((one, other) => rank(one) - rank(other));
}

/** Values in their order, but beginning at another one with each seed: at the first with seed 1. */
export function rotated<T>(values: readonly T[], seed: number): readonly T[] {
  const from = values.length === 0 ? 0 : (seed - 1) % values.length;
  return [...values.slice(from), ...values.slice(0, from)];
}
