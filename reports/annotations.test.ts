import { describe, expect, it } from "vitest";
import { annotations } from "./annotations.js";
import { complianceOf } from "./compliance.js";
import { failedRun, hostileRun, realRun, runWithBroken, sparseRun } from "./testing/scenes.js";

const told = (run: Parameters<typeof complianceOf>[0]) => annotations(complianceOf(run));

describe("annotations of a job", () => {
  it("are an error for each of the first causes, with all of its rules", () => {
    const result = complianceOf(runWithBroken(18));
    const lines = annotations(result).trimEnd().split("\n");
    expect(lines).toHaveLength(Math.min(10, result.causes.length));
    for (const [at, line] of lines.entries()) {
      expect(line).toMatch(/^::error title=[^:,\n]+::./);
      for (const rule of result.causes[at]?.rules ?? []) expect(line).toContain(`${rule}: `);
    }
  });

  it("say what is in the way where nothing is broken, and nothing where all is well", () => {
    expect(told(realRun())).toBe("");
    expect(told(sparseRun())).toMatch(/^::warning title=Incomplete%3A \d+ required rules not judged/);
    expect(told(failedRun())).toMatch(/^::error title=Could not be run%3A /);
  });

  it("let no target write a command", () => {
    for (const line of told(hostileRun()).trimEnd().split("\n")) {
      expect(line).toMatch(/^::(error|warning) title=[^:,]+::/);
    }
  });
});
