import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Compliance } from "../../../reports/results.js";
import { emptyFolder, plimsoll, shownInAllure, start, whileAnswering } from "../testing.js";

const KEY = "the-secret-key-of-this-test-4711";

function compliance(folder: string) {
  return JSON.parse(readFileSync(join(folder, "compliance.json"), "utf8"));
}

/** What a user sees of an error: one line on standard error, nothing on standard output, exit code 2. */
function expectOneLine(ended: { code: number | null; stdout: string; stderr: string }, words: RegExp): void {
  expect(ended.stderr).toMatch(words);
  expect(ended.stderr.trim().split("\n")).toHaveLength(1);
  expect(ended.stdout).toBe("");
  expect(ended.code).toBe(2);
}

describe("plimsoll run", () => {
  it("names a broken rule at once, ends there if asked to, and judges only that again", {
    timeout: 60_000,
  }, async () => {
    const out = emptyFolder();
    await whileAnswering(["labels-desc-reverses-page"], KEY, async (url) => {
      const told = ["run", url, "--writes", "fixtures", "--out", out];
      const first = await plimsoll([...told, "--bail", "1"], KEY);
      expect(first.stderr).toMatch(/^× labels\.order\.inside · GET \/v1\/labels.*: se-.* comes before /m);
      expect(first.stdout).toMatch(/^Not looked at to the end: .* the first broken rule\s\(--bail 1\)\.$/m);
      expect(first.code).toBe(1);
      const stopped: Compliance = compliance(out);
      expect(stopped.run.requests).toBeLessThan(400);
      expect(stopped.counts.required).toMatchObject({ broken: 1 });
      expect(stopped.counts.required.notLookedAt).toBeGreaterThan(200);
      const broken = stopped.rules.filter(({ verdict }) => verdict === "violates" || verdict === "warns");
      const failed = [...shownInAllure(out)].filter(([, statuses]) => statuses.has("failed"));
      expect(failed.map(([id]) => id).sort()).toEqual(broken.map(({ id }) => id).sort());
      const judged = emptyFolder();
      writeFileSync(join(judged, "shard.json"), "of an earlier run");
      const again = await plimsoll(["judge", join(out, "exchanges.har"), "--out", judged, "--json"]);
      expect(readdirSync(judged)).toContain("exchanges.har");
      expect(readdirSync(judged)).not.toContain("shard.json");
      const verdictsOf = ({ rules }: Compliance) => rules.map(({ id, verdict }) => `${id} ${verdict}`);
      expect(verdictsOf(JSON.parse(again.stdout))).toEqual(verdictsOf(stopped));
      const { code, stdout } = await plimsoll([...told, "--failed", "--skip", "auth.*"], KEY);
      expect([code, stdout]).toEqual([1, expect.stringMatching(/1 broken, \d+ not looked at/)]);
      expect(compliance(out).run).toMatchObject({ only: "labels.order.inside", skip: "auth.*" });
      expect(compliance(out).partial.because).toEqual(["--only labels.order.inside", "--skip auth.*"]);
      const both = await plimsoll([...told, "--failed", "--only", "labels.*"], KEY);
      expectOneLine(both, /choose either --only or --failed/);
    });
  });

  it("keeps the breach that ended it, though nothing could be asked again", { timeout: 60_000 }, async () => {
    await whileAnswering(["labels-carrier_id-ignored"], KEY, async (url) => {
      const asked = ["--only", "labels.*", "--bail", "1", "--out", emptyFolder()];
      const { code, stderr } = await plimsoll(["run", url, ...asked], KEY);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^× labels\.filter\.carrier_id /m)]);
    });
  });

  it("waits for nothing that does not come from the reference service", { timeout: 60_000 }, async () => {
    const out = emptyFolder();
    expect((await plimsoll(["run", "--no-config", "--seed", "1", "--out", out])).code).toBe(0);
    // One wait to its end takes seven seconds.
    expect(compliance(out).timeline.idleMs).toBeLessThan(5_000);
  });

  it("says that the key is missing and where it is looked for", async () => {
    expectOneLine(await plimsoll(["run", "http://127.0.0.1:9"]), /set PLIMSOLL_API_KEY/);
  });

  it("prints as JSON, too, why it could not be made", async () => {
    const { code, stdout, stderr } = await plimsoll(["run", "http://127.0.0.1:9", "--json"], KEY);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^plimsoll: .* nothing listens there/m)]);
    expect(JSON.parse(stdout).failure).toMatch(/nothing listens there/);
  });

  it("says that the key was refused", async () => {
    await whileAnswering([], KEY, async (url) => {
      expectOneLine(await plimsoll(["run", url], "another-key"), /refused the API key in PLIMSOLL_API_KEY/);
    });
  });

  it("says how much it looked at, and in every report why a later one could not be made", {
    timeout: 60_000,
  }, async () => {
    const out = emptyFolder();
    const { code, stdout } = await plimsoll(["run", "--out", out, "--only", "labels.total"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PARTIAL: 1 of \d+ required rules looked at, nothing broken$/m);
    expect(compliance(out).partial).toMatchObject({ lookedAt: 1, because: ["--only labels.total"] });
    expect(readFileSync(join(out, "badge.svg"), "utf8")).toMatch(/>partial 1\/\d+</);
    expectOneLine(await plimsoll(["run", "--out", out, "--failed"]), /found nothing broken/);
    expect(readdirSync(out)).toContain("exchanges.har");
    const ended = await plimsoll(["run", "http://127.0.0.1:9", "--out", out], KEY);
    expectOneLine(ended, /nothing listens there/);
    for (const name of ["exchanges.har", "journal.ndjson", "allure-results"]) {
      expect(readdirSync(out)).not.toContain(name);
    }
    expect(compliance(out)).toMatchObject({
      verdict: "incomplete",
      failure: expect.stringContaining("nothing listens"),
    });
    for (const name of ["index.html", "summary.md", "junit.xml", "results.sarif"]) {
      expect(readFileSync(join(out, name), "utf8"), name).toContain("nothing listens there");
    }
    expect(readFileSync(join(out, "badge.svg"), "utf8")).toContain("could not be run");
  });

  it("keeps its result where the Allure results cannot be written", { timeout: 60_000 }, async () => {
    const out = emptyFolder();
    writeFileSync(join(out, "allure-results"), "");
    const { code, stdout } = await plimsoll(["run", "--out", out, "--only", "labels.total"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^The Allure results could not be written:/m)]);
    expect(compliance(out).notices).toEqual([
      expect.stringContaining("allure-results: a file of that name is in the way"),
    ]);
  });

  it.each(["run", "compare"])(
    "ends on Ctrl-C though the target hangs before it was reached: %s",
    { timeout: 30_000 },
    async (command) => {
      const server = createServer(() => {});
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      const port = typeof address === "object" ? address?.port : 0;
      const url = `http://127.0.0.1:${port}`;
      const child = start([command, url, ...(command === "run" ? [] : [url]), "--no-config"], KEY);
      await once(server, "request");
      child.kill("SIGINT");
      const begun = performance.now();
      const [code] = await once(child, "close");
      expect(code).toBe(130);
      expect(performance.now() - begun).toBeLessThan(4_000);
      server.closeAllConnections();
      server.close();
    },
  );

  it("refuses a path without its rule, and fixtures of no kind", async () => {
    expectOneLine(await plimsoll(["run", "--path", "3:0:1"]), /name the rule with --only/);
    expectOneLine(
      await plimsoll(["run", "--fixture", "foo=1"]),
      /options: foo is not a kind of fixture; there are warehouse/,
    );
    expectOneLine(await plimsoll(["run", "--fixture", "warehose=1"]), /did you mean warehouse\?/);
  });

  it("ends quietly when its reader has seen enough", async () => {
    const child = start(["rules"], null);
    child.stdout?.once("data", () => child.stdout?.destroy());
    let said = "";
    child.stderr?.on("data", (text) => {
      said += String(text);
    });
    await once(child, "close");
    expect(said).toBe("");
  });

  it("says where the last report lies", async () => {
    const folder = emptyFolder();
    expectOneLine(await plimsoll(["open"], null, folder), /plimsoll-report holds no report/);
    mkdirSync(join(folder, "plimsoll-report"));
    writeFileSync(join(folder, "plimsoll-report", "index.html"), "");
    const { code, stdout } = await plimsoll(["open", "--print"], null, folder);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^file:\/\/.*plimsoll-report\/index\.html\n$/)]);
  });

  it("names the nearest rule for a glob that matches none", async () => {
    expectOneLine(
      await plimsoll(["run", "--only", "labels.slice.descs"]),
      /did you mean labels\.slice\.desc\?/,
    );
  });

  it("refuses an option that it does not know, and values out of range", async () => {
    expect((await plimsoll(["run", "--nonsense"])).code).toBe(2);
    expect((await plimsoll(["run", "--effort", "heroic"])).code).toBe(2);
    expect((await plimsoll(["run", "--seed", "-1"])).code).toBe(2);
  });
});
