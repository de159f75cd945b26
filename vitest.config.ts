import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import type { TestSpecification } from "vitest/node";
import { SuiteOrder } from "./helpers/engine/vitest/order.js";

/** Tests that wait for minutes: they come first, so that nothing waits for them in the end. */
const WAITING = ["/helpers/cli/trouble.long.test.", "/helpers/cli/flaky.long.test."];

class Order extends SuiteOrder {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const waits = ({ moduleId }: TestSpecification) => WAITING.some((file) => moduleId.includes(file));
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(waits(other)) - Number(waits(one)));
  }
}

const TESTS = "{helpers,reports,schemas,suites,scripts}/**/*.test.ts";
const LONG = TESTS.replace("*.test", "*.long.test");

/** The project's own tests. */
const unit = {
  test: {
    name: "unit",
    include: [TESTS],
    exclude: [LONG],
    globalSetup: "helpers/cli/testing/folder.ts",
    // Files share workers, and with them what is loaded: nothing here has state of its own, and it saves a third.
    isolate: false,
    // Most take far less; a machine may be slow, or have much else to do.
    testTimeout: 60_000,
  },
} satisfies TestProjectInlineConfiguration;

/** Those that take a minute or more each, for CI: many runs, long lists, targets in trouble. */
const long = {
  test: { ...unit.test, name: "long", include: [LONG], exclude: [] },
} satisfies TestProjectInlineConfiguration;

/**
 * The checks, for those who live in vitest: files, `-t`, the UI and watch mode. They judge PLIMSOLL_URL, without it
 * the embedded reference service. `plimsoll run` makes the same checks and reports.
 */
const conformance: TestProjectInlineConfiguration = {
  test: {
    name: "conformance",
    include: ["suites/*/*.suite.ts"],
    globalSetup: "helpers/cli/run/vitest-target.ts",
    // One worker: all files share one session.
    pool: "threads",
    isolate: false,
    fileParallelism: false,
    sequence: { concurrent: true, groupOrder: 1 },
    testTimeout: 0,
    hookTimeout: 0,
  },
};

export default defineConfig({
  test: {
    // The client holds requests back; a check that waits for its turn must not keep others from starting.
    maxConcurrency: 10_000,
    // Tests of whole commands wait half of their time.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: Order },
    // What the checks created is removed when their worker ends.
    teardownTimeout: 120_000,
    projects: [unit, long, conformance],
  },
});
