import { defineConfig } from "vitest/config";

/** The tests of the mutated code: an oracle's own tests must detect its mutants. */
export default defineConfig({
  test: { include: ["helpers/oracles/{lists/{slices,sets,walk-laws,windows,envelope},reports/csv}.test.ts"] },
});
