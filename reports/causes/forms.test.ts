import { describe, expect, it } from "vitest";
import type { SchemaId } from "../../helpers/contract/generated/types.js";
import { validate } from "../../helpers/contract/validator.js";
import { causes, type Found } from "./testing.js";

describe("causes in the forms of members", () => {
  it("by the words in which the validator tells a form", () => {
    const told = (schema: SchemaId, value: unknown, operation = "v1ListLabels") =>
      validate(schema, value).breaches.map((breach) => ({ ...breach, operation }));
    const titles = (found: readonly Found[]) => causes(found).map(({ title }) => title);
    const everywhere = (value: unknown) =>
      ["v1ListLabels", "v1ListShipments", "v2ListTags"].flatMap((id) => told("v1/labels", value, id));
    const links = { first: {}, last: {}, prev: {}, next: {} };
    const page = { labels: [], total: "7", page: "1", pages: "1", links };
    expect(
      titles([...told("v1/labels", page), ...told("shared/money", { currency: "usd", amount: "7" })]),
    ).toEqual(["Numbers come as strings: total, page, pages and amount (GET /v1/labels)"]);
    expect(titles(told("shared/money", { currency: "usd", Amount: 7 }))).toEqual([
      "GET /v1/labels: amount is missing, but there is Amount",
    ]);
    expect(titles(everywhere({ data: page }))).toEqual([
      expect.stringMatching(/^3 operations answer with nothing but a member data: /),
    ]);
    expect(titles(everywhere({}))).toEqual([
      expect.stringMatching(/^3 operations answer with an object without members: /),
    ]);
    const status = told("v1/label", { status: "DONE" }).filter(({ pointer }) => pointer === "/status");
    const open = { "label.download": "needs one completed label", "label.other": "needs one other label" };
    const facts = { "label.field.status": { operations: ["v1ListLabels"] } };
    expect(causes(status, open, {}, facts).map(({ blocks }) => blocks)).toEqual([["label.download"]]);
  });
});
