import { expect, it } from "vitest";
import { defaultSettings } from "../../target/settings/settings.js";
import { withinScope } from "./within-scope.js";

it("leaves out what is found on operations of another generation, and on younger ones", () => {
  const findings = ["v1ListLabels", "v2ListShipments", null].map((operation) => ({
    ...{
      rule: "auth.key.missing",
      request: "GET /",
      operation,
      documented: "a",
      received: "b",
      exchanges: [0],
    },
  }));
  const record = { rule: "auth.key.missing", check: "c", evidence: {}, observations: [], findings };
  const left = (scope: object) =>
    withinScope({ ...record, outcome: "judged" }, { ...defaultSettings("http://localhost"), ...scope })
      .findings;
  expect(left({})).toEqual(findings);
  expect(left({ generations: ["v1"] }).map(({ operation }) => operation)).toEqual(["v1ListLabels", null]);
  expect(left({ edition: "2000-01" }).map(({ operation }) => operation)).toEqual(["v1ListLabels", null]);
});
