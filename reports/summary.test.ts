import { describe, expect, it } from "vitest";
import { complianceOf } from "./compliance.js";
import { summaryMarkdown } from "./summary.js";
import { aFinding, anExchange, aRecord, aRule, events } from "./testing/sample.js";
import { brokenRun, cleanRun, failedRun, hostileRun, partialRun, runWithBroken } from "./testing/scenes.js";

describe("summary.md", () => {
  it("opens with the verdict", () => {
    const opening = (run: Parameters<typeof complianceOf>[0]) =>
      summaryMarkdown(complianceOf(run)).split("\n")[0];
    expect(opening(cleanRun(60))).toMatch(/^## Plimsoll: Conforms: all \d+ required rules kept$/);
    expect(opening(brokenRun(60))).toMatch(
      /^## Plimsoll: Violates the contract: \d+ (required )?rules? broken/,
    );
    expect(opening(partialRun())).toMatch(/^## Plimsoll: Partial: \d+ of \d+ required rules looked at/);
    expect(opening(failedRun())).toBe("## Plimsoll: Could not be run");
  });

  it("tells causes first, with every broken rule, then the evidence", () => {
    const result = complianceOf(runWithBroken(91));
    const text = summaryMarkdown(result);
    expect(text.indexOf("### Start here")).toBeLessThan(text.indexOf("### Evidence (91)"));
    for (const { id, verdict } of result.rules) {
      if (verdict === "violates") expect(text).toMatch(new RegExp(`^ {3,4}- \`${id}\``, "m"));
    }
    // A title that begins with a number is not an item of a list.
    expect(text).toMatch(/^\d+\. \*\*\d+ members of \w+ \(.*\) are missing: /m);
  });

  it("shows of a finding where it is and how to ask oneself", () => {
    const findings = [aFinding("r.a", { pointer: "/labels/3", exchanges: [0] })];
    const run = events([aRule("r.a")], {
      records: [aRecord("r.a", { findings })],
      samples: [anExchange(0, {})],
    });
    const text = summaryMarkdown(complianceOf(run));
    expect(text).toContain("  - At: `/labels/3`\n");
    expect(text).toMatch(
      /^ {2}- Ask it yourself: `curl -sS .*'https:\/\/staging\.example\.test\/v1\/labels\?[^']*'`$/m,
    );
  });

  it("holds what a target says in code spans only", () => {
    const text = summaryMarkdown(complianceOf(hostileRun()));
    const outside = text.replace(/^```sh\n.*\n```$/gm, "").replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
    expect(text).toContain("@everyone");
    expect(outside).not.toMatch(/@everyone|!\[x\]|<script/);
  });

  it("stays well under the bound of a step summary", () => {
    expect(summaryMarkdown(complianceOf(brokenRun(3_000))).length).toBeLessThan(500_000);
  });
});
