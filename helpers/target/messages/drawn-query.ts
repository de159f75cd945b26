import { LIST_PARAMETERS } from "../../contract/lists.js";
import { seedFor } from "../../contract/seed-for.js";

type Pair = readonly [name: string, value: string];

/**
 * The parameters of a query in an order drawn from the run's seed and from what they say of the page. A target must heed
 * a parameter wherever it stands, and a run asks the same question always in the same words. Queries that differ in
 * filters alone have the others in one order: a target that keeps answers and forgets a filter takes them for the same.
 */
export function drawnQuery(pairs: readonly Pair[], runSeed: number): readonly Pair[] {
  const ofPage = pairs.filter(([name]) => LIST_PARAMETERS.includes(name));
  const page = JSON.stringify(ofPage.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const rank = ([name]: Pair) => seedFor(runSeed, `${name} ${page}`);
  return pairs.toSorted((one, other) => rank(one) - rank(other));
}
