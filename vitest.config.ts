import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { defaultSettings } from "./helpers/target/settings.js";

const { PLIMSOLL_URL: url, PLIMSOLL_API_KEY: apiKey = null } = process.env;

const unit: TestProjectInlineConfiguration = {
  test: {
    name: "unit",
    include: ["{helpers,reports,schemas,suites,scripts}/**/*.test.ts"],
    testTimeout: 20_000,
  },
};

/** The checks, for those who live in vitest: judges PLIMSOLL_URL. `plimsoll run` does the same and reports. */
function conformance(target: string): TestProjectInlineConfiguration {
  return {
    test: {
      name: "conformance",
      include: ["suites/plimsoll.suite.ts"],
      provide: { plimsoll: { ...defaultSettings(target), apiKey }, allure: true },
      pool: "threads",
      isolate: false,
      fileParallelism: false,
      sequence: { concurrent: true },
      testTimeout: 0,
    },
  };
}

export default defineConfig({
  test: {
    // The client holds requests back; a check that waits for its turn must not keep others from starting.
    maxConcurrency: 10_000,
    passWithNoTests: true,
    // Tests of whole commands mostly wait; vitest would leave one core free of tests.
    maxWorkers: "100%",
    projects: url === undefined ? [unit] : [unit, conformance(url)],
  },
});
