import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordsByKey } from "./records-by-key.js";

describe("recordsByKey", () => {
  const one = { webhook_id: 17, headers: [{ key: "a", value: "b" }] };
  const two = { webhook_id: "x-2", headers: [] };

  it("finds records under their ids, wherever the object stands", () => {
    const map = { 17: one, "x-2": two };
    expect(recordsByKey(map, "webhook_id")).toEqual({ pointer: "", items: [one, two] });
    const wrapped = { total: 2, links: {}, webhooks: map };
    expect(recordsByKey(wrapped, "webhook_id")).toEqual({ pointer: "/webhooks", items: [one, two] });
  });

  it("takes no record, wrapper, array or empty object for such a list", () => {
    for (const body of [one, { webhook: one }, { webhooks: [one] }, [{ 17: one }], {}, null, { 18: one }])
      expect(recordsByKey(body, "webhook_id")).toBe(null);
    expect(recordsByKey({ 17: one, total: 1 }, "webhook_id")).toBe(null);
  });

  it("survives any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        recordsByKey(body, "id");
      }),
    );
  });
});
