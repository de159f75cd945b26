import { BaseSequencer, type TestSpecification } from "vitest/node";
import { seedFor } from "../check/seed.js";

/** Unit tests that wait for minutes: they come first, so that nothing waits for them in the end. */
const FIRST = ["/helpers/cli/trouble.test.", "/helpers/cli/flaky.test."];
/** Files that look at what the checks of all others were answered: they come last in any order. */
const LAST = ["/suites/status/repeated.suite.", "/suites/exchanges/every-exchange.suite."];

/** The order of files where vitest is started by hand: by name, or by `--sequence.shuffle` any. */
export class SuiteOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle: isShuffled, seed } = this.ctx.config.sequence;
    const byName = files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
    const rank = ({ moduleId }: TestSpecification) => seedFor(seed, moduleId);
    const sorted = isShuffled ? byName.toSorted((one, other) => rank(one) - rank(other)) : byName;
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

/** -2 for those of `FIRST`, -1 for most files, then in the order of `LAST`. */
function place({ moduleId }: TestSpecification): number {
  return FIRST.some((file) => moduleId.includes(file))
    ? -2
    : LAST.findIndex((file) => moduleId.includes(file));
}
