import { Status } from "allure-js-commons";
import { describe, expect, it } from "vitest";
import { aFinding, aRecord } from "../../../reports/testing/sample.js";
import { allureMessages, allureStatus } from "./allure-messages.js";

describe("what Allure is told of a check", () => {
  it.each([
    ["a broken contract", aRecord("labels.total", { findings: [aFinding("labels.total")] }), Status.FAILED],
    ["what holds", aRecord("labels.total"), Status.PASSED],
    [
      "what showed nothing to judge",
      aRecord("labels.partition", { evidence: { labels: 0 } }),
      Status.SKIPPED,
    ],
    ["what another check judges", aRecord("labels.total", { evidence: {} }), Status.PASSED],
    ["what could not be judged", aRecord("labels.total", { outcome: "inconclusive" }), Status.SKIPPED],
    ["what does not apply", aRecord("labels.total", { outcome: "not-applicable" }), Status.SKIPPED],
    ["an error of ours", aRecord("labels.total", { outcome: "defect" }), Status.BROKEN],
  ])("%s", (_, record, status) => {
    expect(allureStatus(record)).toBe(status);
  });

  it("shows a breach of another rule under that rule", () => {
    const storyOf = (...broken: readonly string[]) => {
      const findings = broken.map((rule) => aFinding(rule));
      const [metadata] = allureMessages(aRecord("labels.total", { findings }));
      return metadata?.type === "metadata"
        ? metadata.data.labels?.find(({ name }) => name === "story")
        : null;
    };
    expect(storyOf("labels.partition")).toMatchObject({ value: "labels.partition" });
    expect(storyOf("labels.partition", "labels.total")).toMatchObject({ value: "labels.total" });
  });

  it("groups by section and rule, and keeps one history for each check", () => {
    const [metadata] = allureMessages(aRecord("labels.total"));
    const [again] = allureMessages(aRecord("labels.total", { evidence: { labels: 99 } }));
    expect(metadata).toEqual(again);
    expect(metadata).toMatchObject({
      type: "metadata",
      data: {
        labels: expect.arrayContaining([
          { name: "parentSuite", value: "GET /v1/labels" },
          { name: "suite", value: "labels.total" },
          { name: "severity", value: "critical" },
        ]),
        historyId: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });
});
