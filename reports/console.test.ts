import { describe, expect, it } from "vitest";
import type { Exchange } from "../helpers/wire/exchange.js";
import { complianceOf } from "./compliance.js";
import { consoleText } from "./console.js";
import { htmlPage } from "./html.js";
import { summaryMarkdown } from "./summary.js";
import { aFinding, anExchange, aRecord, aRule, events } from "./testing/sample.js";
import {
  brokenRun,
  cleanRun,
  failedRun,
  hostileRun,
  partialRun,
  realRun,
  runWithBroken,
  sparseRun,
} from "./testing/scenes.js";

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
    expect(consoleText(complianceOf(run), plain)).toMatchInlineSnapshot(`
      "Start here: 1 broken rule
      1.  Not kept: What labels.slice.desc says in one sentence
          × labels.slice.desc

      labels.slice.desc · GET /v1/labels?page=2&page_size=5&sort_dir=desc
        Documented  page 2 under desc is the sixth- to tenth-newest label, oldest
                    first
        Received    the same five labels newest first: se-41 … se-37
        Smallest    page_size=2, page=1 (shrunk from page_size=37, page=3)
        Replay      npx plimsoll run https://staging.example.test \\
                    --only labels.slice.desc --seed 1871 --path 3:0:1 \\
                    --effort standard --writes none --out plimsoll-replay

      Not judged: 1 required rule, by what would settle it
         1  needs two full pages of labels with different created_at

      Next: fix this first, and see whether that was it
        Not kept: What labels.slice.desc says in one sentence
        npx plimsoll run https://staging.example.test --only labels.slice.desc \\
        --seed 1871 --effort standard --writes none --out plimsoll-replay

      https://staging.example.test · v1 and v2 · standard effort · meant to change
      nothing · seed 1871 · 412 requests in 2.3 s
      2 required rules: 0 kept, 1 broken, 1 not judged
      Report: plimsoll-report/index.html (plimsoll open shows it)

      VIOLATES THE CONTRACT: 1 required rule broken
      "
    `);
  });

  it("shows a last open question in place of a line that says that there is one more", () => {
    const open = (count: number) => {
      const rules = Array.from({ length: count }, (_, at) => aRule(`labels.${at}`, { needs: `thing ${at}` }));
      return consoleText(complianceOf(events(rules)), plain);
    };
    expect(open(7)).toContain("thing 6");
    expect(open(7)).not.toContain("for other reasons");
    expect(open(8)).not.toContain("thing 6");
    expect(open(8)).toContain("   2  for other reasons: see the report");
  });

  it("says why a rule that was asked for does not apply", () => {
    const id = "auth.key.expired";
    const records = [aRecord(id, { outcome: "not-applicable", reason: "no expired key is named" })];
    const text = (only: string | null) => {
      const run = events([aRule(id)], { records });
      return consoleText(complianceOf({ ...run, run: { ...run.run, only } }), plain);
    };
    expect(text(id)).toContain("Not applicable (1)\n  auth.key.expired\n      no expired key is named\n");
    expect(text(null)).not.toContain(id);
  });

  it("says once how the only broken rule is judged again, and no place where it is the whole body", () => {
    const finding = aFinding("shipment.body", { received: '"text" (string)', pointer: "" });
    const run = events([aRule("shipment.body")], {
      records: [aRecord("shipment.body", { findings: [finding] })],
    });
    const text = consoleText(complianceOf(run), plain);
    expect(text.match(/npx plimsoll run/g)).toHaveLength(1);
    expect(text).not.toContain("  At  ");
  });

  it("says how to ask oneself, with an address that can be pasted, and how far a breach goes", () => {
    const id = "request-id.present";
    const [labels, shipments] = [anExchange(0, {}), anExchange(1, {}, { operation: "v1ListShipments" })];
    const ask = (exchange: Exchange) =>
      consoleText(
        complianceOf(
          events([aRule(id)], {
            records: [
              aRecord(id, {
                findings: [labels, shipments].map(({ operation }) =>
                  aFinding(id, { operation, exchanges: [0] }),
                ),
              }),
            ],
            samples: [exchange],
          }),
        ),
        plain,
      );
    const request = { ...labels.request, url: "https://staging.example.test/v1/labels?page=2" };
    expect(ask({ ...labels, request })).toContain(
      [
        "  Seen        also at 1 more operation",
        `  Ask         curl -sS -i --compressed -H 'api-key: '"$PLIMSOLL_API_KEY" \\`,
        "              -H 'accept: application/json' \\",
        "              'https://staging.example.test/v1/labels?page=2'",
      ].join("\n"),
    );
    expect(ask({ ...labels, request: { ...request, method: "DELETE" } })).not.toContain("curl");
    const tagged = (length: number) => `${request.url}&tag=${"x".repeat(length)}`;
    expect(ask({ ...labels, request: { ...request, url: tagged(40) } })).toContain(`'${tagged(40)}'`);
    expect(ask({ ...labels, request: { ...request, url: tagged(400) } })).not.toContain("curl");
  });

  it("cuts neither the place nor the values of a broken recommendation", () => {
    const rule = "shipment.list-by-id.rest";
    const finding = aFinding(rule, {
      request: "GET /v1/shipments/se-20100007",
      documented: "24, as in the list",
      received: '"7"',
      pointer: "/packages/0/dimensions/length",
    });
    const run = events([aRule(rule, { level: "should" })], {
      records: [aRecord(rule, { findings: [finding] })],
    });
    expect(consoleText(complianceOf(run), plain)).toContain(
      [
        "  shipment.list-by-id.rest",
        "      GET /v1/shipments/se-20100007 at /packages/0/dimensions/length: documented",
        '      24, as in the list; received "7"',
      ].join("\n"),
    );
  });

  it("says first that a whole generation is missing", () => {
    const id = "versioning.generation-answers";
    const findings = [aFinding(id, { operation: "v2ListWebhooks" })];
    const missing = complianceOf(events([aRule(id)], { records: [aRecord(id, { findings })] }));
    const said = ["Nothing of v2 answers", "if the target offers v1 only, say --generation v1"];
    expect(consoleText(missing, plain).split("\n").slice(0, 3)).toEqual([
      "Start here: 1 broken rule",
      `1.  ${said[0]}`,
      `    → ${said[1]}`,
    ]);
    const texts = [summaryMarkdown(missing).replaceAll("`", ""), htmlPage(missing).replace(/<[^>]*>/g, "")];
    for (const text of texts) for (const words of said) expect(text).toContain(words);
  });

  it("never lets an incomplete run pass for a certificate", () => {
    const rules = [aRule("r.a"), aRule("r.b")];
    const text = consoleText(complianceOf(events(rules, { records: [aRecord("r.a")] })), plain);
    expect(text.split("\n").slice(-3)).toEqual([
      "INCOMPLETE: 1 required rule not judged, nothing broken",
      "The exit code 0 only says that nothing is broken; --complete makes it 1.",
      "",
    ]);
  });

  it("never lets a part of a run pass for all of it", () => {
    const lines = consoleText(complianceOf(partialRun()), plain).trimEnd().split("\n");
    expect(lines.at(-1)).toMatch(/^PARTIAL: \d+ of \d+ required rules looked at, nothing broken$/);
  });

  it.each([
    ["clean", realRun()],
    ["partial", partialRun()],
    ["could not be run", failedRun()],
  ])("fits on a screen of 24 lines: %s", (_, run) => {
    expect(consoleText(complianceOf(run), plain).trimEnd().split("\n").length).toBeLessThan(24);
  });

  it.each([3, 18, 91])("shows every broken rule on a line of its own: %i", (count) => {
    const result = complianceOf(runWithBroken(count));
    const text = consoleText(result, plain);
    const shown = text.split("\n").filter((line) => line.startsWith("    × "));
    const broken = result.rules.filter(({ verdict }) => verdict === "violates").map(({ id }) => id);
    expect(broken).toHaveLength(count);
    expect(shown.map((line) => line.trim().split(" ")[1]).sort()).toEqual(broken.sort());
    expect(text.trimEnd().split("\n").at(-1)).toBe(`VIOLATES THE CONTRACT: ${count} required rules broken`);
  });

  it("describes the first broken rules of a cause, and names the others", () => {
    const ids = "abcdefghij".split("").map((name) => `labels.filter.${name}`);
    const run = events(
      ids.map((id) => aRule(id)),
      {
        records: ids.map((id) =>
          aRecord(id, { findings: [aFinding(id, { documented: `${id} alone`, received: `not ${id}` })] }),
        ),
      },
    );
    const [causes = ""] = consoleText(complianceOf(run), plain).split("\n\n");
    expect(ids.filter((id) => causes.includes(`× ${id}`))).toEqual(ids);
    expect(ids.filter((id) => causes.includes(`not ${id}`))).toEqual(ids.slice(0, 8));
  });

  it("names what was left behind for the same reason together", () => {
    const leftovers = ["webhook 1", "webhook 2"].map((what) => ({
      what,
      why: "DELETE was answered with 409",
    }));
    const text = consoleText(complianceOf({ ...realRun(), leftovers }), plain);
    expect(text).toContain("Left behind: webhook 1, webhook 2 (DELETE was answered with 409)\n");
  });

  it.each([3, 18, 91])(
    "shows on its last screen what to fix first, how to see it fixed, the verdict: %i",
    (count) => {
      const result = complianceOf(runWithBroken(count));
      const screen = consoleText(result, plain).trimEnd().split("\n").slice(-23).join("\n");
      const words = screen.replace(/[\s\\]+/g, " ");
      expect(words).toContain(`Next: fix this first, and see whether that was it ${result.causes[0]?.title}`);
      for (const said of [`--only ${result.causes[0]?.rules[0]}`, "VIOLATES THE CONTRACT"])
        expect(words).toContain(said);
    },
  );

  it("says how the certificate that it grants is written", () => {
    const text = consoleText(complianceOf(realRun()), { ...plain, report: "my reports/index.html" });
    expect(text).toContain("\n  npx plimsoll certify 'my reports' --product NAME --version V\n");
    expect(consoleText(complianceOf(partialRun()), plain)).not.toContain("plimsoll certify");
  });

  it("speaks of no settings where the traffic is somebody else's", () => {
    const judged = complianceOf(events([aRule("r.a")]));
    const text = consoleText({ ...judged, run: { ...judged.run, traffic: true } }, plain);
    expect(text).toContain("412 exchanges recorded elsewhere");
    expect(text).not.toMatch(/seed|named test data|effort/);
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
      expect.stringMatching(/^npx plimsoll run/),
    ]);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
  });

  it.each([
    ["clean", cleanRun()],
    ["broken", brokenRun()],
    ["91 broken", runWithBroken(91)],
    ["sparse", sparseRun()],
    ["hostile", hostileRun()],
  ])("keeps to 80 columns: %s", (_, run) => {
    // A word of a command is never broken, however long the address in it is.
    const long = consoleText(complianceOf(run), plain)
      .split("\n")
      .filter((line) => line.length > 80 && !/^\s+(npx|')|https?:/.test(line));
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
});
