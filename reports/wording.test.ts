import { expect, it } from "vitest";
import { annotations } from "./annotations.js";
import { complianceOf } from "./compliance.js";
import { consoleText } from "./console.js";
import { htmlPage } from "./html.js";
import { junitXml } from "./junit.js";
import { sarifLog } from "./sarif.js";
import { summaryMarkdown } from "./summary.js";
import { aFinding, aRecord, aRule, events } from "./testing/sample.js";
import { openQuestions } from "./wording.js";

const RULES = Array.from({ length: 7 }, (_, at) => `topic${at}.rule`);
const ADVICE = "advice.rule";
const finding = (rule: string) =>
  aFinding(rule, { documented: `due of ${rule}`, received: `came of ${rule}`, request: `GET /v1/${rule}` });
const result = complianceOf(
  events([...RULES.map((id) => aRule(id)), aRule(ADVICE, { level: "should" })], {
    records: [...RULES, ADVICE].map((rule) => aRecord(rule, { findings: [finding(rule)] })),
  }),
);

it.each([
  ["the console", consoleText(result, { colour: false, report: "index.html" })],
  ["the page", htmlPage(result)],
  ["summary.md", summaryMarkdown(result)],
  ["junit.xml", junitXml(result)],
  ["results.sarif", JSON.stringify(sarifLog(result))],
])("%s says of each broken rule what is documented, and what was received", (_, text) => {
  const words = text.replace(/\s+/g, " ");
  for (const rule of [...RULES, ADVICE]) {
    expect(words).toContain(`due of ${rule}`);
    expect(words).toContain(`came of ${rule}`);
  }
});

const open = complianceOf(
  events([aRule("store.rule"), aRule("bare.rule")], {
    records: ["store.rule", "bare.rule"].map((rule) =>
      aRecord(rule, {
        outcome: "inconclusive",
        reason: `why of ${rule}`,
        ...(rule === "store.rule" ? { options: ["--writes fixtures", "--fixture store=ID"] } : {}),
      }),
    ),
  }),
);

it.each([
  ["the console", consoleText(open, { colour: false, report: "index.html" })],
  ["the page", htmlPage(open)],
  ["summary.md", summaryMarkdown(open)],
  ["annotations", annotations(open)],
])("%s shows what to type to settle an open question", (_, text) => {
  expect(text.split("--fixture store=ID --writes fixtures")).toHaveLength(2);
});

it("results of earlier versions, which hold no options, are shown without", () => {
  const rules = open.rules.map(({ options: _, ...rule }) => rule);
  const text = consoleText({ ...open, rules }, { colour: false, report: "index.html" });
  expect(text).toContain("why of store.rule");
  expect(text).not.toContain("--fixture");
});

it("annotations say of each broken rule what is documented, and what was received", () => {
  for (const rule of RULES) {
    expect(annotations(result)).toContain(
      `${rule}: GET /v1/${rule}: documented due of ${rule}; received came of ${rule}`,
    );
  }
});

it("rules that the same would settle are told together, without the items that differ", () => {
  const reasons = {
    "moving.rule": "the data changed (2 items created: se-1, se-2 … (2 in all)); run again later",
    "moved.rule": "the data changed (1 item changed: se-3); run again later",
    "still.rule": "the data changed (1 item changed: se-4); run again tomorrow",
  };
  const run = events(
    Object.keys(reasons).map((id) => aRule(id)),
    {
      records: Object.entries(reasons).map(([rule, reason]) =>
        aRecord(rule, { outcome: "inconclusive", reason }),
      ),
    },
  );
  expect(openQuestions(complianceOf(run)).map(({ settle, rules }) => [rules.length, settle])).toEqual([
    [2, "the data changed; run again later"],
    [1, reasons["still.rule"]],
  ]);
});
