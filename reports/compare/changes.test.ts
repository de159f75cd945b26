import { describe, expect, it } from "vitest";
import { complianceOf } from "../compliance.js";
import { aRecord, aRule, events } from "../testing/sample.js";
import { changesBetween } from "./changes.js";

describe("what only one of two results observed", () => {
  const seen = (...observations: readonly string[]) =>
    complianceOf(events([aRule("a.open")], { records: [aRecord("a.open", { observations })] }));

  it.each([
    ["Webhook ids are plain digits: 3014, 3015.", "Webhook ids are plain digits: 3008, 3009, 3010."],
    ["Carrier se-110002 has the options a.", "Carrier se-110007 has the options a."],
    ["It begins with 2026-11-27T10:00:00.5+01:00.", "It begins with 2025-01-02T11:30:00Z."],
  ])("leaves out the ids and times of a run: %s", (one, other) => {
    expect(changesBetween(seen(one), seen(other)).observed).toEqual({ before: [], after: [] });
  });

  it("keeps what differs otherwise", () => {
    const [one, other] = ["It is answered with 404.", "It is answered with 400."];
    expect(changesBetween(seen(one), seen(other)).observed).toEqual({ before: [one], after: [other] });
  });
});
