import { describe, expect, it } from "vitest";
import { rules } from "../../contract/rules.js";
import { plimsoll } from "../testing.js";

/** Milliseconds for several commands, on a machine that has other things to do. */
const LONG = 200_000;

describe("plimsoll explain", () => {
  it("says what a rule is, how it is checked, what breaks it and how to see that", {
    timeout: LONG,
  }, async () => {
    const { code, stdout, stderr } = await plimsoll(["explain", "labels.slice.desc"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^labels\.slice\.desc\n\S/);
    expect(stdout).toMatch(/^Level +required\. The document says it plainly/m);
    expect(stdout).toMatch(/^Checks +\S+\.suite · /m);
    expect(stdout).toMatch(/^(?:Checks)? +lists\/labels\.suite · /m);
    expect(stdout).toMatch(/^Needs +\S/m);
    expect(stdout).toMatch(/^Breaks it +labels-/m);
    expect(stdout).toMatch(/^Fix .*\n +npx plimsoll run URL .*--only labels\.slice\.desc\n/m);
    expect(stdout).toMatch(/^ +npx plimsoll serve --fault labels-\S+$/m);
    const [, broken = "", kept = ""] = stdout.split(/^(?:Broken|Kept), as .*\n/m);
    expect(broken).toMatch(/^ {2}GET \/v1\/labels\?.*sort_dir=desc.*\n {2}200\n/);
    expect(broken).toMatch(/^ {2}Documented: page \d+ of size \d+ under desc holds ranks /m);
    // The same request, and another answer.
    expect(kept.split("\n")[0]).toBe(broken.split("\n")[0]);
    expect(kept.split("\n").slice(0, 8)).not.toEqual(broken.split("\n").slice(0, 8));
    expect(stdout).toMatch(/^Asks +GET \/v1\/labels \(v1ListLabels\)$/m);
    for (const line of stdout.split("\n")) if (!line.includes("npx ")) expect(line.length).toBeLessThan(81);
  });

  it("says why a rule is not judged", { timeout: LONG }, async () => {
    const unjudged = rules.find(({ by, whyUnjudged }) => by === "none" && whyUnjudged !== null);
    const { stdout } = await plimsoll(["explain", unjudged?.id ?? ""]);
    expect(stdout.replace(/\s+/g, " ")).toContain(`Checks none: ${unjudged?.whyUnjudged}`);
  });

  it("names the nearest rule for one that is none", { timeout: LONG }, async () => {
    const { code, stderr } = await plimsoll(["explain", "labels.slice.descc"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("did you mean labels.slice.desc?")]);
    expect((await plimsoll(["explain", "labels.slice.*"])).stderr).toMatch(/names \d+ rules; plimsoll rules/);
  });
});

describe("plimsoll rules", () => {
  const ids = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await plimsoll(["rules", "--json", ...args]);
    return JSON.parse(stdout).map(({ id }: { id: string }) => id);
  };

  it("filters by id, section, level and operation", { timeout: LONG }, async () => {
    const slices = await ids("labels.slice.*");
    expect(slices).toContain("labels.slice.desc");
    expect(slices.every((id) => id.startsWith("labels.slice."))).toBe(true);
    const of = await ids("--operation", "GET /v1/labels", "--level", "must", "--section", "get /v1/LABELS");
    expect(of).toContain("labels.slice.desc");
    expect(of.some((id) => id.startsWith("shipments."))).toBe(false);
    const shoulds = rules.filter(({ level }) => level === "should").map(({ id }) => id);
    expect(await ids("--level", "should")).toEqual(shoulds);
  });

  it("says what fits nothing", { timeout: LONG }, async () => {
    expect((await plimsoll(["rules", "labels.slise.desc"])).stderr).toContain(
      "did you mean labels.slice.desc?",
    );
    expect((await plimsoll(["rules", "--section", "no such heading"])).code).toBe(2);
    expect((await plimsoll(["rules", "--verdict", "violates"])).stderr).toMatch(/no such file/);
  });
});
