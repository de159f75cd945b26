import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { complianceOf } from "./compliance.js";
import { htmlPage } from "./html.js";
import { aFinding, anExchange, aRecord, aRule, events } from "./testing/sample.js";
import {
  brokenRun,
  cleanRun,
  failedRun,
  HOSTILE,
  hostileRun,
  manyRules,
  realRun,
  runWithBroken,
} from "./testing/scenes.js";

const scripts = (page: string) =>
  [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? "");
const ids = (page: string) => [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

const anchors = (page: string) => new Set([...page.matchAll(/href="#([^"]*)"/g)].map(([, anchor]) => anchor));

describe("the page", () => {
  const clean = htmlPage(complianceOf(cleanRun()));
  const broken = htmlPage(complianceOf(brokenRun()));
  const hostile = htmlPage(complianceOf(hostileRun()));

  it("runs our script only and loads nothing", () => {
    for (const page of [clean, broken, hostile]) {
      const [script, ...others] = scripts(page);
      const digest = createHash("sha256")
        .update(script ?? "")
        .digest("base64");
      expect(others).toEqual([]);
      expect(page).toContain(`script-src 'sha256-${digest}'`);
      expect(page).toContain("default-src 'none'");
      expect(page).not.toMatch(/<(img|link|iframe|object|embed|base)\b/);
      expect(page).not.toMatch(/\s(src|style|on\w+)=["']/);
      expect(page).not.toMatch(
        /href="(?!#|(compliance\.json|junit\.xml|results\.sarif|summary\.md|exchanges\.har)")/,
      );
    }
  });

  it("names all exchanges that show a finding together", () => {
    const findings = [aFinding("a.must", { exchanges: [3, 7, 9] })];
    const page = htmlPage(
      complianceOf(events([aRule("a.must")], { records: [aRecord("a.must", { findings })] })),
    );
    expect(page).toContain('entries 3, 7, 9 of <a href="exchanges.har">');
  });

  it("shows what a target says as text, nothing of it unseen", () => {
    expect(hostile).not.toContain(HOSTILE);
    expect(hostile).not.toContain("<script>alert");
    expect(hostile).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
    expect(hostile).toContain("\\u{202e}gnp.exe");
    expect(hostile).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u);
  });

  it("has the same elements whatever a target says", () => {
    const harmless = JSON.parse(
      JSON.stringify(complianceOf(hostileRun())).replaceAll(JSON.stringify(HOSTILE).slice(1, -1), "x"),
    );
    const tags = (page: string) => page.match(/<\/?[a-z][a-z0-9]*\b/g);
    expect(tags(hostile)).toEqual(tags(htmlPage(harmless)));
  });

  it("folds what would settle few rules each, and leaves none of them out", () => {
    const names = Array.from({ length: 20 }, (_, at) => `one.rule${at}`);
    const rules = names.map((id) => aRule(id, { needs: `a record like that of ${id}` }));
    const page = htmlPage(complianceOf(events(rules)));
    const section = page.slice(
      page.indexOf('id="undecided"'),
      page.indexOf("</section>", page.indexOf('id="undecided"')),
    );
    const [open = "", folded = ""] = section.split('<details class="rest"><summary>12 more rules');
    expect(open.match(/<dt>/g)).toHaveLength(8);
    expect(folded.match(/<dt>/g)).toHaveLength(12);
    for (const id of names) expect(section).toContain(`<code>${id}</code>`);
  });

  it("opens with the verdict and shows findings with their evidence", () => {
    expect(broken.indexOf("Violates the contract</h1>")).toBeLessThan(broken.indexOf("<main"));
    expect(broken.indexOf("Start here</h2>")).toBeGreaterThan(broken.indexOf("<main"));
    expect(broken.indexOf("Start here</h2>")).toBeLessThan(broken.indexOf("Sections of the contract</h2>"));
    expect(broken).toMatch(/<span class="word">--seed<\/span>\s+<span class="word">\d+<\/span>/);
    for (const text of ["Documented", "Received", "/labels/0/created_at", "$PLIMSOLL_API_KEY", "3:0:1"]) {
      expect(broken).toContain(text);
    }
  });

  it.each([
    ['text: "Not valid."', "text: &quot;Not valid.&quot;<"],
    ["no body", "no body.<"],
  ])("ends the lead once, after what it quotes: %s", (received, end) => {
    const id = "error.body.on-400";
    const record = aRecord(id, { findings: [aFinding(id, { received })] });
    expect(htmlPage(complianceOf(events([aRule(id)], { records: [record] })))).toContain(`received ${end}`);
  });

  it("shows the certificate only when it is granted", () => {
    expect(clean).toContain("Certificate of conformance");
    expect(broken).not.toContain("Certificate of conformance");
  });

  it("has no id twice and no link into nothing", () => {
    for (const page of [clean, broken, hostile]) {
      expect(new Set(ids(page)).size).toBe(ids(page).length);
      for (const anchor of anchors(page)) expect(ids(page)).toContain(anchor);
    }
  });

  it.each([3, 18, 91])("shows every broken rule, with its evidence: %i", (count) => {
    const page = htmlPage(complianceOf(runWithBroken(count)));
    expect(page.match(/<details class="finding v-violates"/g)).toHaveLength(count);
    expect(page.match(/<dt>Received<\/dt>/g)).toHaveLength(count);
  });

  it("has distinct headings, each section named by its own", () => {
    for (const page of [clean, broken, hostile]) {
      const headings = [...page.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text]) => text);
      expect(new Set(headings).size).toBe(headings.length);
      for (const [section] of page.matchAll(/<section[^>]*>/g)) expect(section).toContain("aria-labelledby");
    }
  });

  it("keeps everything but the verdict of a clean run folded", () => {
    const outside = clean.replace(
      /<details class="fold"[\s\S]*?<\/details>(?=<details class="fold"|\n<\/main>)/g,
      "",
    );
    expect(outside).not.toContain("<table");
    expect(outside.replace(/<[^>]*>/g, "").slice(outside.indexOf("Skip to")).length).toBeLessThan(30_000);
  });

  it("shows how the run used its time, where it asked", () => {
    const page = htmlPage(complianceOf(realRun()));
    expect(page).toContain("4 % of 2.3 s idle");
    expect(page.match(/<rect [^>]*width="0.8"/g)).toHaveLength(60);
    expect(page).toMatch(/<td>census<\/td><td>18<\/td><td>0\.8 s<\/td>/);
    expect(clean).not.toContain('id="time"');
  });

  it("says why a run could not be made, and nothing of any rule", () => {
    const page = htmlPage(complianceOf(failedRun()));
    expect(page).toContain("Could not be run</h1>");
    expect(page).toContain("refused the API key");
    expect(page).not.toMatch(/class="(tally|rules|fold)"/);
  });

  it("puts what a reader has to know before the numbers", () => {
    const page = htmlPage(complianceOf({ ...cleanRun(60), notices: ["The target gave up."] }));
    expect(page.indexOf("The target gave up.")).toBeLessThan(page.indexOf('class="tally"'));
  });

  it("shows every rule, stays small and is made quickly when everything is broken", () => {
    const rules = manyRules(700).map((rule) => ({
      ...rule,
      level: "must" as const,
      by: "relation" as const,
    }));
    const text = "long ".repeat(400);
    const records = rules.map(({ id }) =>
      aRecord(id, {
        findings: Array.from({ length: 6 }, (_, at) =>
          aFinding(id, { documented: `${at} ${text}`, received: text }),
        ),
      }),
    );
    const { operations, coverage } = cleanRun();
    const result = complianceOf(
      events(rules, { records, operations, coverage, samples: [anExchange(0, { text })] }),
    );
    const page = htmlPage(result);
    // Time of the processor, and the best of several: a busy machine must not make the test red.
    const times = Array.from({ length: 8 }, () => {
      const start = process.cpuUsage();
      htmlPage(result);
      return process.cpuUsage(start).user / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(400);
    expect(page.match(/<details class="finding v-violates"/g)).toHaveLength(700);
    expect(Buffer.byteLength(page)).toBeLessThan(1_500_000);
    const known = new Set(ids(page));
    expect([...anchors(page)].filter((anchor) => !known.has(anchor))).toEqual([]);
  });
});
