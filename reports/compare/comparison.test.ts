import { describe, expect, it } from "vitest";
import { complianceOf } from "../compliance.js";
import type { RunEvents } from "../events.js";
import { comparisonPage } from "../page/comparison.js";
import { aFinding, anExchange, aRecord } from "../testing/sample.js";
import { HOSTILE, hostileRun, realRun, runWithBroken, sparseRun } from "../testing/scenes.js";
import { comparisonOf, type Side } from "./comparison.js";
import { trendOf } from "./trend.js";
import { comparisonText } from "./words.js";

function side(name: string, events: RunEvents, body: unknown = { labels: [], total: 0 }): Side {
  return { name, result: complianceOf(events), exchanges: [anExchange(0, body)] };
}

/** A run as of another day. */
function onDay(events: RunEvents, day: number): RunEvents {
  return { ...events, run: { ...events.run, startedAt: `2026-11-0${day}T10:00:00.000Z` } };
}

const history = [runWithBroken(3), realRun(), runWithBroken(1)].map((run, at) => ({
  name: `run-${at}`,
  result: complianceOf(onDay(run, 3 - at)),
}));

describe("the page of a comparison", () => {
  const clean = side("staging", realRun());
  const worse = side("mock", runWithBroken(18), { labels: [], total: 0, extra: 1 });
  const page = comparisonPage(comparisonOf(clean, worse, history));

  it("says what is newly broken, all of it, and what is done otherwise", () => {
    expect(page).toContain("<h1>18 rules newly broken</h1>");
    expect(page.match(/<section id="broken"[\s\S]*?<\/section>/)?.[0].match(/<dt>/g)).toHaveLength(18);
    expect(page).toMatch(/<code>Member extra<\/code><\/dt><dd>not there → there/);
    const back = comparisonPage(comparisonOf(worse, clean));
    expect(back).toContain("<h1>Nothing newly broken</h1>");
    expect(back).toMatch(/<section id="fixed"/);
    expect(back).not.toContain('id="trend"');
  });

  it("shows what targets say as text, and loads nothing", () => {
    const hostile = comparisonPage(comparisonOf(clean, side(HOSTILE, hostileRun(), { [HOSTILE]: HOSTILE })));
    expect(hostile).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
    for (const text of [page, hostile]) {
      expect(text).not.toMatch(/<(script|img|link|iframe|object|embed|base)\b/);
      expect(text).not.toMatch(/\s(src|style|on\w+)=["']/);
      expect(text).not.toMatch(/href="(?!comparison\.json")/);
    }
  });

  it("shows how results went on, the oldest first, and which rules were broken when", () => {
    const { points, rules } = trendOf(history);
    expect(points.map(({ name, required }) => [name, required.broken])).toEqual([
      ["run-2", 1],
      ["run-1", 0],
      ["run-0", 3],
    ]);
    expect(rules).toHaveLength(3);
    for (const { verdicts } of rules) expect(verdicts.slice(1)).toEqual(["conforms", "violates"]);
    const section = page.slice(page.indexOf('id="trend"'));
    for (const { rule } of rules) expect(section).toContain(`<code>${rule}</code>`);
    expect(section.match(/<svg/g)).toHaveLength(3);
  });
});

describe("the text of a comparison", () => {
  it("tells required and recommended rules apart, and reasons that rules share once, with the same numbers everywhere", () => {
    const [clean, poor] = [realRun(), sparseRun()];
    const advice = clean.rules.find(({ level }) => level === "should")?.id ?? "";
    const broken = aRecord(advice, { findings: [aFinding(advice)] });
    const records = [...poor.records.filter(({ rule }) => rule !== advice), broken];
    const comparison = comparisonOf(side("a", clean), side("b", { ...poor, records }));
    const unjudged = comparison.noLongerJudged.length;
    const [text, page] = [comparisonText(comparison), comparisonPage(comparison)];
    expect(text).toMatch(
      new RegExp(`^Recommended, and newly broken\\n {2}${advice.replaceAll(".", "\\.")}`, "m"),
    );
    expect(text).toContain(`0 newly broken (and 1 recommended), 0 fixed, ${unjudged} no longer judged`);
    expect(text).toMatch(/^ {2}\S+ and \d+ more$/m);
    expect(page).toContain(`>No longer judged <small>${unjudged}</small>`);
  });

  it("cuts long lists with a count, but never what is broken", () => {
    const clean = side("a", realRun());
    const worse = side("b", runWithBroken(91));
    expect(comparisonText(comparisonOf(clean, worse))).not.toContain("more, in the page");
    const better = comparisonText(comparisonOf(worse, clean));
    expect(better).toMatch(/^ {2}and 71 more, in the page and under --json$/m);
    expect(better).toMatch(/\n0 newly broken, 91 fixed, /);
  });
});
