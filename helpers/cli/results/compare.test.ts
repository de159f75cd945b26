import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readFaults } from "../../reference/faults/list.js";
import type { ReferenceOptions } from "../../reference/service.js";
import { emptyFolder, plimsoll, whileAnswering } from "../testing.js";

const KEY = "the-secret-key-of-this-test-4713";
const OTHER_KEY = "the-other-secret-key-of-this-test-4714";
/** Milliseconds for whole runs, on a machine that has other things to do. */
const LONG = 600_000;

/** Habits that may be taken together, and the difference by which each shows. */
const HABITS = {
  "conflict-400": /^ {2}Status POST \/v2\/purchase_orders\/\S*\s+409 → 400 /m,
  "extra-null-members": /^ {2}Member x_remark\s+not there → there \([^)]* and\s+\d\d+\s+more\)$/m,
  "timestamps-with-offset": /^ {2}Form created_at\s+a timestamp with Z → a timestamp with an offset\s/m,
  "page-size-at-most-100": /^ {2}Limit items of a page\s+.* → .*at most 100\s/m,
  "more-headers": /^ {2}Header \S+\s+not there → there \(any answer\)$/m,
  "webhook-updated-204": /^ {2}Status PUT \/v2\/\S*webhooks\S*\s+200 → 204 /m,
  "error-source-named": /^ {2}Form error_source\s+"shipping" → "shipping-service" /m,
} as const;
const FAULTS = ["labels-desc-reverses-page", "shipments-total-ignores-filter", "request-id-repeats"] as const;

let plain = "";
let habitual = "";
let faulty = "";

/** Rules that meet what the habits and faults above do. */
const FEW = "purchase-orders.*,labels.*,shipments.total,paging.*,webhooks.*,request-id.*,limits.*,error.*";

/** The folder of a run against the reference service. */
async function runWith({ faults = [], ...options }: ReferenceOptions = {}): Promise<string> {
  const out = emptyFolder();
  const judge = async (url: string) => {
    await plimsoll(["run", url, "--writes", "fixtures", "--only", FEW, "--out", out], KEY);
  };
  await whileAnswering(faults, KEY, judge, options);
  return out;
}

/** A copy of a result without its recording. */
function bare(name: string, folder: string): string {
  const place = join(emptyFolder(), name);
  mkdirSync(place);
  writeFileSync(join(place, "compliance.json"), readFileSync(join(folder, "compliance.json")));
  return place;
}

beforeAll(async () => {
  plain = await runWith();
  habitual = await runWith({ habits: Object.keys(HABITS) });
  faulty = await runWith({ faults: FAULTS });
}, LONG);

describe("plimsoll compare", () => {
  it("names what a service does otherwise that keeps the contract too", { timeout: LONG }, async () => {
    const { code, stdout } = await plimsoll(["compare", plain, habitual]);
    for (const pattern of Object.values(HABITS)) expect(stdout).toMatch(pattern);
    expect(stdout).toMatch(/\n0 newly broken, 0 fixed, \d+ no longer judged; \d+ differences besides/);
    expect(code).toBe(0);
  });

  it("names what is broken, fixed, and what others are told", { timeout: LONG }, async () => {
    const rules = readFaults(FAULTS).map(({ rule }) => rule);
    const worse = await plimsoll(["compare", plain, faulty, "--json"]);
    const { broken, fixed } = JSON.parse(worse.stdout);
    expect(broken.map(({ rule }: { rule: string }) => rule)).toEqual(expect.arrayContaining([...rules]));
    expect([worse.code, fixed]).toEqual([1, []]);
    const better = await plimsoll(["compare", bare("b", faulty), bare("a", plain)]);
    for (const rule of rules) expect(`${better.stdout} `).toMatch(new RegExp(`^ {2}${rule}\\s`, "m"));
    expect([better.code, better.stdout]).toEqual([0, expect.stringMatching(/^Fixed\n/)]);
    const markdown = await plimsoll(["compare", bare("a", plain), bare("b", faulty), "--markdown"]);
    expect(markdown.stdout).toMatch(/^\*\*\d+ newly broken, 0 fixed/);
    for (const rule of rules) expect(markdown.stdout).toContain(`- \`${rule}\`: `);
  });

  it("finds nothing between a result and its own recording", { timeout: LONG }, async () => {
    const { code, stdout } = await plimsoll(["compare", plain, join(plain, "exchanges.har")]);
    expect([code, stdout]).toEqual([
      0,
      "0 newly broken, 0 fixed, 0 no longer judged; nothing else differs\nPage: plimsoll-comparison/index.html\n",
    ]);
  });

  it("compares results without recordings by what the checks observed", async () => {
    const { stdout } = await plimsoll(["compare", bare("a", plain), bare("b", habitual)]);
    expect(stdout).toMatch(/^Seen in .*b only\n {2}\S/m);
  });

  it("judges addresses first, each with its key", { timeout: LONG }, async () => {
    const folder = emptyFolder();
    await whileAnswering([], KEY, async (staging) => {
      await whileAnswering([FAULTS[0]], OTHER_KEY, async (mock) => {
        const few = ["--only", "labels.order.inside", "--key-env-after", "OTHER_KEY"];
        const { code, stdout } = await plimsoll(["compare", staging, mock, ...few], KEY, folder, {
          OTHER_KEY,
        });
        expect([code, stdout]).toEqual([
          1,
          expect.stringMatching(/^Broken\n {2}labels\.order\.inside\s+GET /),
        ]);
      });
    });
    const page = readFileSync(join(folder, "plimsoll-comparison/index.html"), "utf8");
    expect(page).toContain("<h1>1 rule newly broken</h1>");
    for (const name of ["before", "after"]) {
      expect(existsSync(join(folder, "plimsoll-comparison", name, "index.html"))).toBe(true);
    }
  });

  it("compares the last two of a folder of results, and shows the trend of all", async () => {
    const folder = emptyFolder();
    for (const [at, place] of [faulty, habitual, plain].entries()) {
      writeFileSync(join(folder, `${at}.json`), readFileSync(join(place, "compliance.json")));
    }
    const out = emptyFolder();
    const { code, stdout } = await plimsoll(["compare", folder, "--out", out]);
    // They were judged in this order: plain, habitual, faulty.
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^Broken\n/)]);
    const page = readFileSync(join(out, "index.html"), "utf8");
    expect(page).toMatch(/>Trend <small>3 results</);
    for (const { rule } of readFaults(FAULTS)) expect(page).toContain(`<td><code>${rule}</code></td>`);
  });

  it("does not pass a run that did not reach its end, and takes none that could not be made", async () => {
    const file = join(bare("a", plain), "compliance.json");
    const result = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...result, failure: "the target is gone" }));
    const ended = await plimsoll(["compare", bare("b", plain), file]);
    expect([ended.code, ended.stderr]).toEqual([
      2,
      expect.stringContaining("reach its end: the target is gone"),
    ]);
    const out = emptyFolder();
    await plimsoll(["run", "http://127.0.0.1:9", "--out", out], KEY);
    const against = await plimsoll(["run", "--baseline", out], KEY);
    expect([against.code, against.stderr]).toEqual([
      2,
      expect.stringMatching(/^plimsoll: --baseline .*: that run could not be made/),
    ]);
    const { code, stderr } = await plimsoll(["compare", out, bare("b", plain)]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^plimsoll: the run of .* could not be made/)]);
  });

  it("says in one line what cannot be compared", async () => {
    const folder = emptyFolder();
    expect((await plimsoll(["compare", folder])).stderr).toContain("holds no results");
    const { code, stderr } = await plimsoll(["compare", folder, folder]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^plimsoll: .*compliance\.json cannot be read: /),
    ]);
    writeFileSync(join(folder, "compliance.json"), '{"rules":[]}');
    expect((await plimsoll(["compare", folder, folder])).stderr).toContain(
      "is not a compliance.json of this version",
    );
  });
});

describe("plimsoll run --baseline", () => {
  it("fails only for what is newly broken", { timeout: LONG }, async () => {
    await whileAnswering(["labels-desc-reverses-page"], KEY, async (url) => {
      const run = (baseline: string) =>
        plimsoll(
          ["run", url, "--only", "labels.slice.desc", "--baseline", baseline, "--out", emptyFolder()],
          KEY,
        );
      const known = await run(join(faulty, "compliance.json"));
      expect([known.code, known.stdout]).toEqual([
        0,
        expect.stringMatching(/^Against the baseline: 0 rules newly/m),
      ]);
      const fresh = await run(plain);
      expect([fresh.code, fresh.stdout]).toEqual([
        1,
        expect.stringMatching(/^ {2}new: labels\.slice\.desc {2}GET /m),
      ]);
      const { code, stderr } = await run(join(plain, "exchanges.har"));
      expect([code, stderr]).toEqual([2, expect.stringContaining("is not a compliance.json")]);
    });
  });

  it("is not ended by --bail for what was broken before", { timeout: LONG }, async () => {
    await whileAnswering([FAULTS[0], "labels-carrier_id-ignored"], KEY, async (url) => {
      const told = ["--only", "labels.*", "--bail", "1", "--baseline", join(faulty, "compliance.json")];
      const { code, stdout } = await plimsoll(["run", url, ...told, "--out", emptyFolder()], KEY);
      expect([code, stdout]).toEqual([
        1,
        expect.stringMatching(/^ {2}new: labels\.filter\.carrier_id {2}GET /m),
      ]);
    });
  });
});

describe("plimsoll rules", () => {
  it("filters by the verdict of the last run", async () => {
    const { stdout } = await plimsoll(["rules", "--verdict", "violates", "--out", faulty]);
    for (const { rule } of readFaults(FAULTS)) expect(stdout).toContain(`${rule}\n`);
    expect(stdout).not.toContain("auth.");
  });
});
