import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyFolder, plimsoll, start, whileServing } from "./testing.js";

const KEY = "the-secret-key-of-this-test-0815";
const EVENTS = ["--writes", "own", "--only", "events.report-complete.*"];

function verdictOf(out: string, id: string): string {
  const { rules } = JSON.parse(readFileSync(join(out, "compliance.json"), "utf8"));
  return rules.find((rule: { readonly id: string }) => rule.id === id).verdict;
}

describe("run --listen", () => {
  it("waits for a report that completes by itself, and no longer", { timeout: 120_000 }, async () => {
    const out = emptyFolder();
    const startedAt = Date.now();
    await whileServing(["--report-every", "4000"], KEY, async (url) => {
      await plimsoll(["run", url, ...EVENTS, "--listen", "2m", "--out", out], KEY);
    });
    expect(verdictOf(out, "events.report-complete.emitted")).toBe("conforms");
    expect(verdictOf(out, "events.report-complete.leads-to-report")).toBe("conforms");
    expect(Date.now() - startedAt).toBeLessThan(60_000);
  });

  it("counts down until Ctrl-C, which ends the wait and not the run", { timeout: 120_000 }, async () => {
    const out = emptyFolder();
    await whileServing([], KEY, async (url) => {
      const child = start(["run", url, ...EVENTS, "--listen", "10m", "--out", out], KEY);
      let told = "";
      child.stderr?.on("data", (chunk) => {
        const before = told;
        told += chunk;
        if (!before.includes("listening for") && told.includes("listening for")) child.kill("SIGINT");
      });
      const [code] = await once(child, "close");
      expect(told).toContain("left; Ctrl-C goes on without");
      expect(code).toBe(0);
    });
    expect(verdictOf(out, "events.report-complete.emitted")).toBe("inconclusive");
  });

  it("takes a time with its unit", async () => {
    const { code, stderr } = await plimsoll(["run", "--listen", "10"], KEY);
    expect(code).toBe(2);
    expect(stderr).toContain("such as 90s, 10m or 2h");
  });
});
