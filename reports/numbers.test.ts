import { describe, expect, it } from "vitest";
import { badgeSvg } from "./badge.js";
import { statementOf } from "./certificate/statement.js";
import { complianceOf } from "./compliance.js";
import { consoleText } from "./console.js";
import type { RunEvents } from "./events.js";
import { htmlPage } from "./html.js";
import type { Compliance, Numbers } from "./results.js";
import { sarifLog } from "./sarif.js";
import { summaryMarkdown } from "./summary.js";
import {
  brokenRun,
  cleanRun,
  hostileRun,
  partialRun,
  realRun,
  recordedRun,
  runWithBroken,
  sparseRun,
} from "./testing/scenes.js";

const RUNS: readonly (readonly [string, RunEvents])[] = [
  ["clean", cleanRun()],
  ["real", realRun()],
  ["broken", brokenRun()],
  ["91 broken", runWithBroken(91)],
  ["sparse", sparseRun()],
  ["partial", partialRun()],
  ["recorded", recordedRun()],
  ["hostile", hostileRun()],
];

/** Every "500 required rules: 489 kept, 3 broken" of a text, as its total and the sum of its parts. */
function sumsIn(text: string): { level: string; total: number; sum: number }[] {
  return [...text.matchAll(/(\d+) (required|recommended) rules?: (\d+ [a-z ]+(?:, \d+ [a-z ]+)*)/g)].map(
    ([, total, level = "", parts = ""]) => ({
      level,
      total: Number(total),
      sum: [...parts.matchAll(/(\d+) /g)].reduce((all, [, part]) => all + Number(part), 0),
    }),
  );
}

function partsOf({ total: _total, notApplicable: _rest, ...parts }: Numbers): number {
  return Object.values(parts).reduce((all, one) => all + one, 0);
}

const text = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const count = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].length;

describe.each(RUNS)("the numbers of every report add up: %s", (_, run) => {
  const result: Compliance = complianceOf(run);
  const { required, recommended, forInformation, rules, verdicts } = result.counts;
  const terminal = consoleText(result, { colour: false, report: "index.html" }).replace(/\n/g, " ");
  const page = htmlPage(result);
  const summary = summaryMarkdown(result);

  it("in the result", () => {
    expect(partsOf(required)).toBe(required.total);
    expect(partsOf(recommended)).toBe(recommended.total);
    const all = [required, recommended].reduce(
      (sum, one) => sum + one.total + one.notApplicable,
      forInformation,
    );
    expect(all).toBe(rules);
    expect(result.rules).toHaveLength(rules);
    const explained = result.causes.flatMap((cause) => cause.rules);
    expect([...explained].sort()).toEqual(
      result.rules
        .filter(({ verdict }) => verdict === "violates")
        .map(({ id }) => id)
        .sort(),
    );
    if (result.partial !== null)
      expect(result.partial.of - result.partial.lookedAt).toBe(required.notLookedAt);
  });

  it("on the terminal", () => {
    const sums = sumsIn(terminal);
    expect(sums.map(({ level, total }) => [level, total])).toEqual(
      [
        ["required", required.total],
        ["recommended", recommended.total],
      ].filter(([level, total]) => level === "required" || total !== 0),
    );
    for (const { total, sum } of sums) expect(sum).toBe(total);
    const [, told = "0"] = /Not judged: (\d+) required/.exec(terminal) ?? [];
    expect(Number(told)).toBe(required.notJudged);
    const items = consoleText(result, { colour: false, report: "index.html" })
      .split(/\n\n/)
      .find((block) => block.startsWith("Not judged"));
    const listed = [...(items ?? "").matchAll(/^ {0,3}(\d+) {2}\S/gm)].reduce(
      (all, [, one]) => all + Number(one),
      0,
    );
    expect(listed).toBe(required.notJudged);
  });

  it("on the page", () => {
    const [, total] = /Of (\d+) required rules?/.exec(page) ?? [];
    expect(Number(total)).toBe(required.total);
    const tiles = [...page.matchAll(/data-level="required"><b>(\d+)</g)];
    expect(tiles.reduce((all, [, one]) => all + Number(one), 0)).toBe(required.total);
    for (const { total, sum } of sumsIn(text(page))) expect(sum).toBe(total);
    const cells = [...page.matchAll(/<a href="#rules" data-show="[^"]*" data-section="[^"]*"[^>]*>(\d+)</g)];
    expect(cells.reduce((all, [, one]) => all + Number(one), 0)).toBe(rules);
    expect(count(page, / id="r-/g)).toBe(rules);
    expect(count(page, /<details class="finding v-violates"/g)).toBe(verdicts.violates);
    const asked = [...page.matchAll(/<dt><b>(\d+)<\/b>/g)].reduce((all, [, one]) => all + Number(one), 0);
    expect(asked).toBe(required.notJudged);
    for (const [, id = "", shown] of page.matchAll(/<h2 id="(warnings|stale|waived)-h">[^<]*<small>(\d+)/g)) {
      const verdict = { warnings: "warns", stale: "stale", waived: "waived" }[id] ?? "";
      expect(count(page, new RegExp(`<details class="finding v-${verdict}"`, "g"))).toBe(Number(shown));
    }
  });

  it("in the summary", () => {
    for (const [row, numbers] of [
      ["required", required],
      ["recommended", recommended],
    ] as const) {
      const [, cells = ""] = new RegExp(`^\\| ${row} \\| (.*) \\|$`, "m").exec(summary) ?? [];
      const [all = 0, ...parts] = cells.split(" | ").map(Number);
      expect(all).toBe(numbers.total);
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(all);
    }
    for (const [, title, told] of summary.matchAll(
      /^### (Evidence|Recommended, and broken|Waived) \((\d+)\)/gm,
    )) {
      const shown = {
        Evidence: verdicts.violates,
        "Recommended, and broken": verdicts.warns,
        Waived: verdicts.waived,
      };
      expect([title, Number(told)]).toEqual([title, new Map(Object.entries(shown)).get(title ?? "")]);
    }
    expect(count(summary, /^ {3,4}- `/gm)).toBe(verdicts.violates);
  });

  it("in the certificate", () => {
    const recorded = { files: [], observed: { from: "2026-09-14", to: "2026-09-14" } };
    const terms = { product: { name: "mock", version: "1" }, expires: "2027-09-14" };
    const { passedTests, warnedTests, failedTests, plimsoll } = statementOf(
      result,
      recorded,
      terms,
    ).predicate;
    expect(plimsoll.counts).toEqual({ required, recommended });
    expect(passedTests).toHaveLength(required.kept + recommended.kept);
    expect(warnedTests.length + failedTests.length).toBe(
      [required, recommended].reduce((sum, one) => sum + one.broken + one.waived + one.waiversOutOfDate, 0),
    );
    const judged = passedTests.length + warnedTests.length + failedTests.length;
    expect(judged + Object.values(plimsoll.notJudged).flat().length).toBe(rules - forInformation);
  });

  it("on the badge and in SARIF", () => {
    const [, value = ""] = /<title>plimsoll: ([^<]*),/.exec(badgeSvg(result)) ?? [];
    if (verdicts.violates > 0) expect(value).toBe(`${verdicts.violates} broken`);
    else if (result.partial !== null) {
      expect(value).toMatch(/^(incomplete|partial )/);
      expect(badgeSvg(result)).not.toContain("#1f6f54");
    }
    const described = sarifLog(result).runs[0]?.tool.driver.rules ?? [];
    expect(described).toHaveLength(verdicts.violates + verdicts.warns);
  });
});
