import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { brokenRun } from "./testing/scenes.js";
import { elementsOf } from "./testing/wellformed.js";
import { writeReports } from "./write.js";

const root = await mkdtemp(join(tmpdir(), "plimsoll-reports-"));
afterAll(() => rm(root, { recursive: true }));

describe("writeReports", () => {
  it("writes every file into a folder that need not exist", async () => {
    const folder = join(root, "deep", "report");
    const result = await writeReports(brokenRun(60), folder);
    expect((await readdir(folder)).sort()).toEqual(
      ["badge.svg", "compliance.json", "index.html", "junit.xml", "results.sarif", "summary.md"].sort(),
    );
    expect(JSON.parse(await readFile(join(folder, "compliance.json"), "utf8"))).toEqual(result);
    const badge = await readFile(join(folder, "badge.svg"), "utf8");
    expect(elementsOf(badge)[0]).toBe("svg");
    expect(badge).toMatch(/>\d+ broken<\/text>/);
  });
});
