import { BaseSequencer, type TestSpecification } from "vitest/node";
import { seedFor } from "../../contract/seed-for.js";

/** Files that look at the answers to all other checks: last in any order. */
const LAST = [
  "status/safe-reads",
  "status/lists",
  "v2/looking-back",
  "errors/looking-back",
  "status/failed-calls",
  "status/repeated",
  "exchanges/every-exchange",
];

/** The order of suite files if vitest is started by hand: by name, or shuffled by `--sequence.shuffle`. */
export class SuiteOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle: isShuffled, seed } = this.ctx.config.sequence;
    const byName = files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
    const rank = ({ moduleId }: TestSpecification) => seedFor(seed, moduleId);
    const sorted = isShuffled ? byName.toSorted((one, other) => rank(one) - rank(other)) : byName;
    return sorted.toSorted((one, other) => lastness(one) - lastness(other));
  }
}

/** -1 for most files, then in the order of `LAST`. */
function lastness({ moduleId }: TestSpecification): number {
  return LAST.findIndex((file) => moduleId.includes(`/suites/${file}.suite.`));
}
