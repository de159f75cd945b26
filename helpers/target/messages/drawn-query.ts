import { seedFor } from "../../contract/seed-for.js";

type Pair = readonly [name: string, value: string];

/**
 * The parameters of a query in an order drawn from the run's seed and from what they say. A target must heed a parameter
 * wherever it stands, and a run asks the same question always in the same words.
 */
export function drawnQuery(pairs: readonly Pair[], runSeed: number): readonly Pair[] {
  const all = JSON.stringify(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const rank = ([name]: Pair) => seedFor(runSeed, `${name} ${all}`);
  return pairs.toSorted((one, other) => rank(one) - rank(other));
}
