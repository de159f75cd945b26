import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { complianceOf } from "./compliance.js";
import { htmlPage } from "./html.js";
import { aFinding, anExchange, aRecord, events } from "./testing/sample.js";
import { brokenRun, cleanRun, HOSTILE, hostileRun, manyRules } from "./testing/scenes.js";

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
      expect(page).not.toMatch(/href="(?!#)/);
    }
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

  it("opens with the verdict and shows findings with their evidence", () => {
    expect(broken.indexOf("Violates the contract</h1>")).toBeLessThan(broken.indexOf("<main"));
    expect(broken.indexOf("What is broken")).toBeGreaterThan(0);
    expect(broken.indexOf("What is broken")).toBeLessThan(broken.indexOf("Sections of the contract</h2>"));
    expect(broken).toMatch(/<span class="word">--seed<\/span>\s+<span class="word">\d+<\/span>/);
    for (const text of [
      "Documented",
      "Received",
      "/labels/0/created_at",
      "$PLIMSOLL_API_KEY",
      "path 3:0:1",
    ]) {
      expect(broken).toContain(text);
    }
  });

  it("shows the certificate only when it is granted", () => {
    expect(clean).toContain("Certificate of conformance");
    expect(broken).not.toContain("Certificate of conformance");
    expect(broken).toContain("No certificate.");
  });

  it("has no id twice and no link into nothing", () => {
    for (const page of [clean, broken, hostile]) {
      expect(new Set(ids(page)).size).toBe(ids(page).length);
      for (const anchor of anchors(page)) expect(ids(page)).toContain(anchor);
    }
  });

  it("stays under 400 KB and is made in under 50 ms when everything is broken", () => {
    const rules = manyRules(700).map((rule) => ({ ...rule, level: "must" as const, by: "relation" }));
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
    // The best of several: a busy machine must not make the test red.
    const times = Array.from({ length: 8 }, () => {
      const start = performance.now();
      htmlPage(result);
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(50);
    expect(Buffer.byteLength(page)).toBeLessThan(400_000);
    for (const anchor of anchors(page)) expect(ids(page)).toContain(anchor);
  });
});
