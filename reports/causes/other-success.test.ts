import { expect, it } from "vitest";
import { causes } from "./testing.js";

it("an operation that succeeds with another status is one cause, its own rule first", () => {
  const found = [
    { rule: "content.dates", documented: "accepted", received: "status 204" },
    { rule: "labels.filters", documented: "an empty list", received: "status 204, no body" },
    { rule: "status.success.stated", documented: "a success with status 200", received: "status 204" },
    { rule: "labels.others", documented: "status 401", received: "status 200" },
  ].map((each) => ({ ...each, operation: "v1ListLabels" }));
  expect(causes(found).map(({ title, rules }) => [title, rules])).toEqual([
    [
      "GET /v1/labels: received status 204; documented: a success with status 200",
      ["status.success.stated", "content.dates", "labels.filters"],
    ],
    [expect.any(String), ["labels.others"]],
  ]);
});
