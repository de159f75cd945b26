import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import {
  dependsOnMaximum,
  exceedsOffset,
  isOffsetRefusal,
  OFFSET_RULES,
  offsetError,
  refusedAlike,
} from "./offset.js";

const due = {
  error_source: "shipping",
  error_type: "validation",
  error_code: "invalid_field_value",
  message: "Too far. Narrow the query with filters.",
  field_name: "page",
  field_value: "401",
};

function refusal(
  change: Readonly<Record<string, unknown>> = {},
  query = "page=401&page_size=25",
  status = 400,
) {
  const json = { request_id: "x", errors: [{ ...due, ...change }] };
  return sampleExchange({ operation: "v1ListShipments", path: `/v1/shipments?${query}`, status, json });
}
const rules = (exchange: ReturnType<typeof refusal>, page = "401"): string[] =>
  offsetError({ exchange, page }).map((finding) => finding.rule);

describe("exceedsOffset", () => {
  it("keeps to the documented examples, and to numbers of any length", () => {
    const pairs = [
      [10_000n, 1n],
      [400n, 25n],
      [20n, 500n],
    ] as const;
    for (const [page, size] of pairs) {
      expect(exceedsOffset(page, size)).toBe(false);
      expect(exceedsOffset(page + 1n, size)).toBe(true);
    }
    fc.assert(fc.property(fc.bigInt({ min: 10_001n, max: 10n ** 40n }), (page) => exceedsOffset(page, 1n)));
  });
});

describe("dependsOnMaximum", () => {
  it.each([
    [20n, 501n, true],
    [1n, 10_001n, true],
    [20n, 500n, false],
    [21n, 500n, false],
    [21n, 501n, false],
    [1n, 501n, false],
  ])("of page %i and page_size %i is %s", (page, size, expected) => {
    expect(dependsOnMaximum(page, size)).toBe(expected);
  });
});

describe("offsetError", () => {
  it("finds nothing in the documented error", () => {
    expect(rules(refusal())).toEqual([]);
    expect(isOffsetRefusal(refusal())).toBe(true);
  });

  it.each([
    ["error_type", "system", OFFSET_RULES.type],
    ["error_code", "unknown", OFFSET_RULES.code],
    ["field_name", undefined, OFFSET_RULES.fieldName],
    ["field_value", "25", OFFSET_RULES.fieldValue],
    ["field_value", undefined, OFFSET_RULES.fieldValue],
    ["message", "Invalid value, please update.", OFFSET_RULES.message],
  ])("blames a wrong %s on its own rule", (member, value, rule) => {
    expect(rules(refusal({ [member]: value }))).toEqual([rule]);
  });

  it.each([
    "Limit reached: use created_at_start.",
    "created_at_start などで絞り込んでください。",
    "結果を絞り込んでください。",
    "Utilice filtros.",
  ])("takes %j for advice", (message) => {
    expect(rules(refusal({ message }))).toEqual([]);
  });

  it("blames only the status where it is another", () => {
    expect(rules(refusal({}, undefined, 200))).toEqual([OFFSET_RULES.status]);
    expect(rules(refusal({}, undefined, 404))).toEqual([OFFSET_RULES.status]);
    expect(isOffsetRefusal(refusal({}, undefined, 200))).toBe(false);
  });

  it("leaves the type of field_value to its own rule", () => {
    expect(rules(refusal({ field_value: 401 }))).toEqual([]);
    expect(rules(refusal({ field_value: 400 }))).toEqual([OFFSET_RULES.fieldValue]);
  });

  it("lets a target refuse a large size or an endless page as such", () => {
    const aboutSize = { field_name: "page_size", field_value: "500" };
    expect(rules(refusal(aboutSize, "page=21&page_size=500"), "21")).toEqual([]);
    expect(rules(refusal(aboutSize, "page=401&page_size=25"))).not.toEqual([]);
    const known = { exchange: refusal(aboutSize, "page=21&page_size=500"), page: "21", served: 500 };
    expect(offsetError(known).map(({ rule }) => rule)).toContain(OFFSET_RULES.fieldName);
    const endless = "9".repeat(20);
    expect(rules(refusal({ message: "not a number" }, `page=${endless}&page_size=1`), endless)).toEqual([]);
  });
});

describe("refusedAlike", () => {
  it("sees the same words, whatever the numbers in them", () => {
    const past = (page: number) => refusal({ message: `There is no page ${page}.`, field_value: `${page}` });
    expect(refusedAlike(past(400), past(4))).toBe(true);
    expect(refusedAlike(past(400), refusal())).toBe(false);
    expect(refusedAlike(refusal(), refusal({ field_name: undefined }))).toBe(false);
  });

  it("sees nothing in answers without errors", () => {
    const page = sampleExchange({
      operation: "v1ListShipments",
      path: "/v1/shipments",
      status: 200,
      json: {},
    });
    expect(refusedAlike(page, page)).toBe(false);
  });
});
