import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{helpers,reports,schemas,suites,scripts}/**/*.test.ts"],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
