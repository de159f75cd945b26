import { describe, expect, it } from "vitest";
import { complianceOf } from "./compliance.js";
import { summaryMarkdown } from "./summary.js";
import { brokenRun, cleanRun, hostileRun } from "./testing/scenes.js";

describe("summary.md", () => {
  it("opens with the verdict", () => {
    expect(summaryMarkdown(complianceOf(cleanRun(60)))).toMatch(/^## Plimsoll: Conforms · certificate\n/);
    expect(summaryMarkdown(complianceOf(brokenRun(60)))).toMatch(/^## Plimsoll: Violates the contract\n/);
  });

  it("holds what a target says in code spans only", () => {
    const text = summaryMarkdown(complianceOf(hostileRun()));
    const outside = text.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
    expect(text).toContain("@everyone");
    expect(outside).not.toMatch(/@everyone|!\[x\]|<script/);
  });

  it("stays well under the bound of a step summary", () => {
    expect(summaryMarkdown(complianceOf(brokenRun(3_000))).length).toBeLessThan(500_000);
  });
});
