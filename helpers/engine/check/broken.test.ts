import { describe, expect, it } from "vitest";
import type { CheckRecord, Finding, Findings } from "../../wire/exchange.js";
import { brokenText } from "./broken.js";

const found = (more: Partial<Finding> = {}): Finding => ({
  rule: "labels.order.inside",
  request: "GET /v1/labels",
  operation: "v1ListLabels",
  exchanges: [0],
  documented: "oldest first",
  received: "newest first",
  ...more,
});
const record = (findings: Findings): CheckRecord => ({
  rule: "labels.order.inside",
  check: "labels.order.inside · looks",
  outcome: "judged",
  reason: "",
  evidence: {},
  findings,
  observations: [],
});

describe("the text of a red check", () => {
  it("shows each distinct breach once, with its place", () => {
    const other = found({ request: "GET /v1/labels?page=2", documented: "the second page" });
    const findings = [found({ pointer: "/labels/1" }), found({ pointer: "/labels/7" }), other];
    expect(brokenText(record(findings))).toBe(
      [
        "GET /v1/labels",
        "  Documented  oldest first",
        "  Received    newest first",
        "  At          /labels/1",
        "GET /v1/labels?page=2",
        "  Documented  the second page",
        "  Received    newest first",
      ].join("\n"),
    );
  });
});
