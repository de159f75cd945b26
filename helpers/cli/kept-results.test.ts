import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyFolder, plimsoll, whileAnswering } from "./testing.js";

// No command destroys the results that it was given, nor earlier ones in place of which it has none.

const KEY = "the-secret-key-of-this-test-4722";
const FEW = ["--only", "auth.key.empty"];

/** A link to a folder. */
function linkTo(folder: string): string {
  const link = join(emptyFolder(), "link");
  symlinkSync(folder, link);
  return link;
}

describe("results that are still needed", { timeout: 60_000 }, () => {
  const made = emptyFolder();
  const shards = [emptyFolder(), emptyFolder()];
  const [first = "", second = ""] = shards;

  beforeAll(async () => {
    await whileAnswering([], KEY, async (url) => {
      await plimsoll(["run", url, ...FEW, "--out", made], KEY);
      for (const [at, out] of shards.entries())
        await plimsoll(["run", url, ...FEW, "--shard", `${at + 1}/2`, "--out", out], KEY);
    });
  }, 120_000);

  it("outlive judging them by way of a link", async () => {
    const recording = join(linkTo(made), "exchanges.har");
    const before = readFileSync(recording, "utf8");
    expect((await plimsoll(["judge", recording, "--out", made])).code).toBe(0);
    expect(readFileSync(recording, "utf8")).toBe(before);
  });

  it("outlive being joined by way of a link", async () => {
    const { code, stderr } = await plimsoll(["merge", first, second, "--out", linkTo(first)]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("is one of the shards")]);
    expect(readdirSync(first)).toContain("shard.json");
  });

  it("outlive a recording that cannot be judged", async () => {
    const traffic = join(emptyFolder(), "traffic.har");
    writeFileSync(traffic, '{"log":{"entries":[]}}');
    const before = readdirSync(made);
    for (const more of [[], ["--base-url", "nowhere"]])
      expect((await plimsoll(["judge", traffic, ...more, "--out", made])).code).toBe(2);
    expect(readdirSync(made)).toEqual(before);
  });

  it("are not compared with what is written over them", async () => {
    const out = emptyFolder();
    await whileAnswering([], KEY, async (url) => {
      await plimsoll(["run", url, ...FEW, "--out", join(out, "after")], KEY);
      for (const side of [join(out, "after"), join(linkTo(out), "after", "exchanges.har")]) {
        const { code, stderr } = await plimsoll(["compare", side, url, ...FEW, "--out", out], KEY);
        expect([code, stderr]).toEqual([2, expect.stringContaining("would be overwritten by the run of")]);
      }
    });
  });

  it("are joined although an Allure result is damaged", async () => {
    const name = readdirSync(join(first, "allure-results")).find((each) => each.endsWith("-result.json"));
    writeFileSync(join(first, "allure-results", name ?? ""), "{");
    const { code, stdout } = await plimsoll(["merge", first, second, "--out", emptyFolder()]);
    expect([code, stdout.replace(/\s+/g, " ")]).toEqual([
      0,
      expect.stringMatching(/Allure results could not .* is damaged/),
    ]);
  });
});
