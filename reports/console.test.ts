import { describe, expect, it } from "vitest";
import { complianceOf } from "./compliance.js";
import { consoleText } from "./console.js";
import { htmlPage } from "./html.js";
import { summaryMarkdown } from "./summary.js";
import { aFinding, aRecord, aRule, events } from "./testing/sample.js";
import { brokenRun, cleanRun, hostileRun } from "./testing/scenes.js";

const plain = { colour: false, report: "plimsoll-report/index.html" };

describe("the result on a terminal", () => {
  it("says the finding in the agreed words", () => {
    const finding = aFinding("labels.slice.desc", {
      smallest: "page_size=2, page=1 (shrunk from page_size=37, page=3)",
      replay: { seed: 1871, path: "3:0:1" },
    });
    const run = events([aRule("labels.slice.desc"), aRule("labels.total")], {
      records: [aRecord("labels.slice.desc", { findings: [finding] })],
    });
    // Which fault is nearest depends on the last proof; its words have a test of their own.
    const result = { ...complianceOf(run), nearestFault: null };
    expect(consoleText(result, plain)).toMatchInlineSnapshot(`
      "VIOLATES THE CONTRACT
      This target breaks 1 rule of the contract. 0 obligations were checked and kept,
      1 could not be judged.
      https://staging.example.test · v1 and v2 · all editions · standard effort ·
      writes none · seed 1871 · 412 requests in 2.3 s

      labels.slice.desc · GET /v1/labels?page=2&page_size=5&sort_dir=desc
        Documented  page 2 under desc is the sixth- to tenth-newest label, oldest
                    first
        Received    the same five labels newest first: se-41 … se-37
        Smallest    page_size=2, page=1 (shrunk from page_size=37, page=3)
        Replay      plimsoll run https://staging.example.test --only \\
                    labels.slice.desc --seed 1871 --path 3:0:1

      Could not be judged (1 must rule), by what would settle it
        two full pages of labels with different created_at
          labels.total

      Section                          violates        warns inconclusive     conforms
      GET /v1/labels                          1            ·            1            ·

      Report  plimsoll-report/index.html
      "
    `);
  });

  it("says first that a whole generation is missing", () => {
    const id = "versioning.generation-answers";
    const findings = [aFinding(id, { operation: "v2ListWebhooks" })];
    const missing = complianceOf(events([aRule(id)], { records: [aRecord(id, { findings })] }));
    const said = "Nothing of v2 answers: if the target offers v1 only, say --generation v1.";
    expect(consoleText(missing, plain).split("\n").slice(0, 2)).toEqual(["VIOLATES THE CONTRACT", said]);
    expect(summaryMarkdown(missing)).toContain(said);
    expect(htmlPage(missing).replace(/<\/?span[^>]*>/g, "")).toContain(said);
    const alone = { ...missing, run: { ...missing.run, generations: ["v2"] } } as const;
    expect(consoleText(alone, plain)).toContain("Nothing of v2 answers: the address may be");
  });

  it("never lets an incomplete run pass for a certificate", () => {
    const rules = [aRule("r.a"), aRule("r.b")];
    const text = consoleText(complianceOf(events(rules, { records: [aRecord("r.a")] })), plain);
    expect(text.split("\n").slice(0, 4)).toEqual([
      "INCOMPLETE · no certificate: 1 obligation not judged",
      "1 obligation could not be judged, so this does not show that the target",
      "conforms. Checked and kept: 1. Nothing was found broken.",
      "An exit code of 0 only says that nothing was violated; --complete asks for more.",
    ]);
  });

  it("speaks of no settings where the traffic is somebody else's", () => {
    const judged = complianceOf(events([aRule("r.a")]));
    const text = consoleText({ ...judged, run: { ...judged.run, traffic: true } }, plain);
    expect(text).toContain("412 exchanges recorded\nelsewhere");
    expect(text).not.toMatch(/seed|writes|effort/);
  });

  it("shows a sequence step by step, each on a line, and counts the rest", () => {
    const step = `create {"name":"${"plimsoll ".repeat(20)}"}`;
    const smallest = `${Array(7).fill(step).join(", then ")} (shrunk from ${Array(9).fill(step).join(", then ")})`;
    const records = [aRecord("r.a", { findings: [aFinding("r.a", { smallest })] })];
    const text = consoleText(complianceOf(events([aRule("r.a")], { records })), plain);
    const lines = text.split("\n");
    const first = lines.findIndex((line) => line.includes("Smallest"));
    expect(lines.slice(first, first + 8).map((line) => line.slice(14, 40).trim())).toEqual([
      'create {"name":"plimsoll p',
      ...Array(4).fill('then create {"name":"plims'),
      "… and 2 more steps, in the",
      "(shrunk from 9 steps)",
      expect.stringMatching(/^plimsoll run/),
    ]);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
  });

  it.each([
    ["clean", cleanRun()],
    ["broken", brokenRun()],
  ])("keeps to 80 columns: %s", (_, run) => {
    const long = consoleText(complianceOf(run), plain)
      .split("\n")
      .filter((line) => line.length > 80);
    expect(long).toEqual([]);
  });

  it("carries colour codes only when asked", () => {
    const result = complianceOf(brokenRun(60));
    const escapeCode = String.fromCharCode(27);
    expect(consoleText(result, plain)).not.toContain(escapeCode);
    expect(consoleText(result, { ...plain, colour: true })).toContain(escapeCode);
  });

  it("lets no target steer the terminal", () => {
    expect(consoleText(complianceOf(hostileRun()), plain)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
  });

  it("stays short when everything is broken", () => {
    const rules = Array.from({ length: 500 }, (_, at) => aRule(`r.n${at}`, { section: `Part ${at % 60}` }));
    const records = rules.map(({ id }) => aRecord(id, { findings: [aFinding(id)] }));
    const text = consoleText(complianceOf(events(rules, { records })), plain);
    expect(text.split("\n").length).toBeLessThan(250);
    expect(text).toContain("… and 480 more broken rules, in the report");
  });

  it("hints at a known fault that breaks the same rules", () => {
    const records = [aRecord("labels.slice.desc", { findings: [aFinding("labels.slice.desc")] })];
    const nearestFault = {
      faults: [{ fault: "labels-desc-reverses-page", sentence: "It reverses." }],
      agree: 1,
      of: 1,
    };
    const result = { ...complianceOf(events([aRule("labels.slice.desc")], { records })), nearestFault };
    expect(consoleText(result, plain).replace(/\s+/g, " ")).toContain(
      "Hint: the target behaves like fault labels-desc-reverses-page: 1 of 1 rules agree.",
    );
  });
});
