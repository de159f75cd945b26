import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Compliance, RuleResult } from "../../../reports/results.js";
import { emptyFolder, plimsoll, whileAnswering } from "../testing.js";

const KEY = "the-secret-key-of-this-test-4712";
const REPORTS = [
  "allure-results",
  "badge.svg",
  "compliance.json",
  "exchanges.har",
  "index.html",
  "junit.xml",
  "results.sarif",
  "shard-1.har",
  "shard-2.har",
  "shard-3.har",
  "summary.md",
];
const COUNT = 3;
/** Rules of which each shard has some. */
const FEW = "labels.*,shipments.*,request-id.*,batches.*";
/** Several whole runs, on a machine that may be busy. */
const SLOW = 600_000;

function compliance(folder: string): Compliance {
  return JSON.parse(readFileSync(join(folder, "compliance.json"), "utf8"));
}

function verdicts({ rules }: Pick<Compliance, "rules">): Record<string, RuleResult["verdict"]> {
  return Object.fromEntries(rules.map(({ id, verdict }) => [id, verdict]));
}

function violated(result: Compliance): string[] {
  return result.rules.filter(({ verdict }) => verdict === "violates").map(({ id }) => id);
}

/** Names and ends of the checks that Allure shows. */
function allureEnds(folder: string): Record<string, string> {
  const results = join(folder, "allure-results");
  const files = readdirSync(results).filter((name) => name.endsWith("-result.json"));
  return Object.fromEntries(
    files.map((name) => {
      const { fullName, status } = JSON.parse(readFileSync(join(results, name), "utf8"));
      return [fullName, status];
    }),
  );
}

function judge(url: string, out: string, more: readonly string[]) {
  return plimsoll(
    ["run", url, "--effort", "quick", "--writes", "fixtures", "--timeout", "9999", "--out", out, ...more],
    KEY,
  );
}

function shardFolders(): string[] {
  const folder = emptyFolder();
  return Array.from({ length: COUNT }, (_, at) => join(folder, `shard-${at + 1}`));
}

function expectRefusal(ended: { code: number | null; stdout: string; stderr: string }, words: RegExp): void {
  expect(ended.stderr).toMatch(words);
  expect(ended.stderr.trim().split("\n")).toHaveLength(1);
  expect(ended.stdout).toBe("");
  expect(ended.code).toBe(2);
}

describe("shards one after the other", () => {
  const single = emptyFolder();
  const merged = emptyFolder();
  const shards = shardFolders();

  beforeAll(async () => {
    await whileAnswering([], KEY, (url) => judge(url, single, []).then(() => {}));
    await whileAnswering([], KEY, async (url) => {
      for (const [at, out] of shards.entries()) {
        expect((await judge(url, out, ["--shard", `${at + 1}/${COUNT}`])).code).toBe(0);
      }
    });
    expect((await plimsoll(["merge", ...shards.toReversed(), "--out", merged])).code).toBe(0);
  }, SLOW);

  it("come to the verdicts of a single run, rule by rule, and to its reports", () => {
    const [one, joined] = [compliance(single), compliance(merged)];
    expect(verdicts(joined)).toEqual(verdicts(one));
    expect(joined.verdict).toBe(one.verdict);
    expect(joined.run.shard).toBeNull();
    expect(joined.run.options).toEqual(one.run.options);
    expect(readdirSync(merged).sort()).toEqual(REPORTS);
    expect(allureEnds(merged)).toEqual(allureEnds(single));
    const { log } = JSON.parse(readFileSync(join(merged, "exchanges.har"), "utf8"));
    const answers = joined.operations.flatMap(({ statuses }) => Object.values(statuses));
    expect(log.entries.length).toBeGreaterThanOrEqual(answers.reduce((sum, count) => sum + count, 0));
  });

  it("say each of themselves that they are a part, and judge each a part of the rules", () => {
    const parts = shards.map(compliance);
    for (const [at, { verdict, certificate, run, rules }] of parts.entries()) {
      expect({ verdict, granted: certificate.granted }).toEqual({ verdict: "incomplete", granted: false });
      expect(run.shard).toEqual({ parts: [at + 1], of: COUNT });
      expect(rules.some(({ reason }) => reason === `nothing in shard ${at + 1} of 3 shows it`)).toBe(true);
    }
    const requests = parts.map(({ run }) => run.requests);
    expect(Math.max(...requests)).toBeLessThan(0.8 * compliance(single).run.requests);
  });

  it("are not a run where one is missing; what is there can be joined, and is incomplete", async () => {
    const [first = "", , third = ""] = shards;
    expectRefusal(await plimsoll(["merge", third, first]), /^plimsoll: shard 2 of 3 missing/);
    const out = emptyFolder();
    expect((await plimsoll(["merge", third, first, "--partial", "--out", out])).code).toBe(0);
    const { verdict, run } = compliance(out);
    expect({ verdict, shard: run.shard }).toEqual({ verdict: "incomplete", shard: { parts: [1, 3], of: 3 } });
  }, 60_000);

  it("are refused where one did not end, or another version wrote it", async () => {
    const [first = "", second = "", third = ""] = shards;
    expectRefusal(await plimsoll(["merge", first, second, merged]), /holds no shard\.json/);
    const other = emptyFolder();
    cpSync(third, other, { recursive: true });
    const file = join(other, "shard.json");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), version: "0.0.1" }));
    expectRefusal(await plimsoll(["merge", first, second, other]), /written by plimsoll 0\.0\.1/);
    expectRefusal(await plimsoll(["merge", first, second, third, "--out", second]), /is one of the shards/);
  }, 60_000);

  it("end as the one of them ended that gave its target up", async () => {
    const [first = "", second = "", third = ""] = shards;
    const copies = [first, second, third].map((folder, at) => {
      const copy = emptyFolder();
      cpSync(folder, copy, { recursive: true });
      const file = join(copy, "shard.json");
      const given = { ...JSON.parse(readFileSync(file, "utf8")) };
      writeFileSync(
        file,
        JSON.stringify(at === 1 ? { ...given, givenUp: "did not answer any more" } : given),
      );
      return copy;
    });
    const out = emptyFolder();
    const { code, stdout } = await plimsoll(["merge", ...copies, "--out", out]);
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^Given up before its end: /m)]);
    expect(compliance(out).failure).toBe("the target did not answer any more");
  }, 60_000);

  it("leave a recording that is not taken for that of one run, nor for the traffic of others", async () => {
    const har = join(merged, "exchanges.har");
    expectRefusal(
      await plimsoll(["judge", har]),
      /joined from shards .* judge the exchanges\.har of each shard/,
    );
    const own = await plimsoll(["judge", join(shards[0] ?? "", "exchanges.har")]);
    expect(own.stdout).toMatch(/^(INCOMPLETE|PARTIAL): .*/m);
  }, 60_000);

  it("come to the same when each is judged again, which a certificate would rest on", async () => {
    const { code, stdout } = await plimsoll(["certify", merged, "--product", "mock", "--version", "1"]);
    // Quick effort earns none; reports that differ from the recordings would end with 2.
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^NO CERTIFICATE: /)]);
  }, 60_000);

  it("leave the key in none of their files", () => {
    for (const folder of [single, ...shards, merged]) {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.\w+$/.test(name)) continue;
        expect(readFileSync(join(folder, name), "utf8").includes(KEY), name).toBe(false);
      }
    }
  });
});

describe("shards side by side", () => {
  it(
    "find what a single run finds, in the shard that has the check or only in the whole",
    async () => {
      const shards = shardFolders();
      const out = emptyFolder();
      const faults = ["labels-desc-reverses-page", "request-id-repeats"];
      await whileAnswering(faults, KEY, async (url) => {
        const ended = await Promise.all(
          shards.map((shard, at) => judge(url, shard, ["--shard", `${at + 1}/${COUNT}`, "--only", FEW])),
        );
        expect(ended.map(({ code }) => code)).toContain(1);
      });
      // As a configuration file names it.
      for (const shard of shards) {
        const file = join(shard, "shard.json");
        writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), keyEnv: "MY_KEY" }));
      }
      const { code, stdout } = await plimsoll(["merge", ...shards, "--out", out]);
      expect(code).toBe(1);
      expect(readFileSync(join(out, "compliance.json"), "utf8")).toContain("$MY_KEY");
      expect(stdout).toMatch(/^VIOLATES THE CONTRACT/m);
      expect(violated(compliance(out))).toEqual(
        expect.arrayContaining(["labels.order.inside", "request-id.unique"]),
      );
    },
    SLOW,
  );
});

describe("shards that spoke of two sellers", () => {
  it("are not joined, and tell neither", async () => {
    const folder = emptyFolder();
    const shards = ["seller-4711-a", "seller-4711-b"].map((seller, at) => ({
      seller,
      out: join(folder, `${at}`),
    }));
    await whileAnswering([], KEY, async (url) => {
      for (const [at, { seller, out }] of shards.entries()) {
        const few = ["--only", "auth.key.empty", "--shard", `${at + 1}/2`, "--seller-id", seller];
        expect((await judge(url, out, few)).code).toBe(0);
      }
    });
    const ended = await plimsoll(["merge", ...shards.map(({ out }) => out)]);
    expectRefusal(ended, /was given another value of sellerId than/);
    for (const { out } of shards) {
      expect(readFileSync(join(out, "shard.json"), "utf8")).not.toContain("seller-4711");
    }
  }, 60_000);
});

describe("plimsoll run --shard", () => {
  it("wants a part that exists, and a target that the other shards reach", async () => {
    expect((await plimsoll(["run", "--shard", "4/3"])).code).toBe(2);
    expect((await plimsoll(["run", "--shard", "one"])).code).toBe(2);
    expectRefusal(await plimsoll(["run", "--shard", "1/3"]), /a target that all shards reach/);
  }, 60_000);
});
