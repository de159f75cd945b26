import { describe, expect, it } from "vitest";
import { causes } from "./testing.js";

describe("a cause: members of one record", () => {
  it("a record of which several members are wrong", () => {
    const wrong = (name: string, received: string) => ({
      rule: `label.field.${name}`,
      documented: `a ${name}`,
      received,
      pointer: `/labels/0/${name}`,
    });
    const found = [wrong("status", "7"), wrong("batch_id", "7"), wrong("carrier_id", "7")];
    expect(causes(found.slice(0, 2)).map(({ rules }) => rules.length)).toEqual([1, 1]);
    expect(causes(found)).toMatchObject([
      {
        kind: "member",
        title: "3 members of label (GET /v1/labels) are 7: status, batch_id and carrier_id",
        rules: ["label.field.status", "label.field.batch_id", "label.field.carrier_id"],
      },
    ]);
    const unlike = found.map((one, at) => ({ ...one, received: String(at) }));
    expect(causes(unlike)[0]?.title).toBe(
      "3 members of label (GET /v1/labels) are not as documented: status, batch_id and carrier_id",
    );
    const missing = found.map((one) => ({ ...one, documented: `a member ${one.rule.split(".").at(-1)}` }));
    expect(causes(missing)[0]?.title).toBe(
      "3 members of label (GET /v1/labels) are missing: status, batch_id and carrier_id",
    );
    const elsewhere = ["status", "batch_id"].map((name) => ({
      ...wrong(name, "7"),
      rule: `batch.field.${name}`,
    }));
    expect(causes([...found, ...elsewhere]).map(({ title }) => title)).toContain(
      "GET /v1/labels: labels[].carrier_id is 7, not a carrier_id",
    );
  });
});
