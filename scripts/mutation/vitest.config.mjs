import { defineConfig } from "vitest/config";

/** The tests of what is mutated: an oracle has to be known by its own tests. */
export default defineConfig({
  test: { include: ["helpers/oracles/{slices,sets,partition,windows,envelope,csv}.test.ts"] },
});
