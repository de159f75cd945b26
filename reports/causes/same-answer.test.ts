import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: the same wrong answer", () => {
  it("the same wrong answer to several rules", () => {
    const said = { documented: "status 404 to an id that does not exist", received: "status 400" };
    const found = [
      { rule: "error.404.label", ...said },
      { rule: "reports.unknown", ...said, operation: "v1ListShipments" },
    ];
    expect(causes(found)).toMatchObject([
      {
        kind: "same-answer",
        title:
          "Received status 400; documented: status 404 to an id that does not exist (GET /v1/labels and GET /v1/shipments)",
        rules: ["error.404.label", "reports.unknown"],
      },
    ]);
  });

  it("the same in one place, whatever is due there", () => {
    const headers = { received: "[]", pointer: "/headers" };
    const found = [
      { rule: "webhooks.create.headers", documented: 'headers ["a"]', ...headers },
      { rule: "webhooks.put.headers", documented: 'headers ["b"]', ...headers },
      { rule: "webhooks.get.name", documented: "a name", received: "[]", pointer: "/name" },
    ];
    expect(causes(found)).toMatchObject([
      {
        title: 'headers is []; documented: headers ["a"] (GET /v1/labels)',
        rules: ["webhooks.create.headers", "webhooks.put.headers"],
      },
      { rules: ["webhooks.get.name"] },
    ]);
  });

  it("names a member once where the answer names it too", () => {
    const headers = { documented: "headers []", received: "headers null", pointer: "/headers" };
    const found = ["webhooks.create.headers", "webhooks.put.headers"].map((rule) => ({ rule, ...headers }));
    expect(causes(found)).toMatchObject([
      { title: "headers is null; documented: headers [] (GET /v1/labels)" },
    ]);
  });
});
