import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SchemaId } from "./generated/types.js";
import { contract } from "./load.js";
import { breachesPerRule, validate } from "./validator.js";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first valid example of a schema, as a record. */
function example(id: SchemaId): Record<string, unknown> {
  const text = readFileSync(new URL(`../../schemas/examples/${id}.valid.json`, import.meta.url), "utf8");
  const values: unknown = JSON.parse(text);
  const first: unknown = Array.isArray(values) ? values[0] : undefined;
  if (!isRecord(first)) throw new Error(`the first example of ${id} is not an object`);
  return first;
}

function namesRules(id: string): id is SchemaId {
  return JSON.stringify(contract.schemas[id] ?? null).includes('"x-rule"');
}

function pageOfLabels(size: number, change: Record<string, unknown> = {}): Record<string, unknown> {
  const label = { ...example("v1/label"), ...change };
  return { ...example("v1/labels"), labels: Array.from({ length: size }, () => ({ ...label })) };
}

describe("validate", () => {
  it("says what is documented and what came, where", () => {
    expect(validate("v1/labels", pageOfLabels(1, { tracking_number: 42 })).breaches).toEqual([
      {
        rule: "label.field.tracking_number",
        pointer: "/labels/0/tracking_number",
        documented: "a string",
        received: "42 (number)",
        keyword: "type",
        count: 1,
      },
    ]);
  });

  it("takes no more memory for a page of endless empty entries than for a long one", () => {
    const { breaches } = validate("v1/labels", { ...pageOfLabels(0), labels: Array(1_000_000).fill({}) });
    expect(breaches.map(({ count }) => count)).toEqual(breaches.map(() => 2_000));
    expect(breaches.length).toBeGreaterThan(20);
  });

  it("points at a missing member and lists those that came", () => {
    const { amount: _, ...rest } = example("shared/money");
    expect(validate("shared/money", rest).breaches).toEqual([
      {
        rule: "money.field.amount",
        pointer: "/amount",
        documented: "a member amount",
        received: "none; the members are currency",
        keyword: "required",
        count: 1,
      },
    ]);
  });

  it("folds a choice to one breach", () => {
    const { breaches } = validate("v1/shipment", { ...example("v1/shipment"), total_weight: { value: 1 } });
    expect(breaches).toMatchObject([
      {
        rule: "shipment.field.total_weight.unit",
        pointer: "/total_weight",
        documented: "a member units or unit",
      },
    ]);
  });

  it("names the member that only its spelling tells from a missing one", () => {
    const { amount, ...rest } = example("shared/money");
    expect(validate("shared/money", { ...rest, Amount: amount }).breaches).toMatchObject([
      { documented: "a member amount", received: "none, but Amount; the members are currency, Amount" },
    ]);
  });

  it("says that a link may be empty, and that nothing else stands for it", () => {
    const page = { ...example("v1/labels"), links: { first: {}, last: {}, prev: { rel: "none" }, next: {} } };
    expect(validate("v1/labels", page).breaches).toMatchObject([
      {
        rule: "paging.field.links.prev",
        pointer: "/links/prev",
        documented: "a member href, or no member at all",
        received: "none; the members are rel",
      },
    ]);
  });

  it("lists a few breaches of a rule and counts all", () => {
    const { breaches } = validate("v1/labels", pageOfLabels(25, { trackable: "yes" }));
    expect(breaches).toHaveLength(breachesPerRule);
    expect(breaches.every(({ rule, count }) => rule === "label.field.trackable" && count === 25)).toBe(true);
  });

  it("shortens what it quotes", () => {
    const { breaches } = validate("shared/money", { currency: "x".repeat(10_000).split(""), amount: 1 });
    expect(breaches[0]?.received.length).toBeLessThan(150);
  });

  it("counts what it saw, and sees nothing in an empty list", () => {
    const { seen } = validate("v1/labels", pageOfLabels(25));
    expect(seen.get("label.field.label_id")).toBe(25);
    expect(seen.get("label.field.rate_details.amount")).toBe(25);
    expect(seen.get("money.field.amount")).toBe(75);
    expect(seen.get("paging.field.total")).toBe(1);
    expect(validate("v1/labels", pageOfLabels(0)).seen.has("label.field.label_id")).toBe(false);
  });

  it("counts as evidence only what a rule needs, but judges more", () => {
    const batch = { ...example("v1/batch"), completed: 0, label_download: null };
    const rule = "batch.field.label_download";
    expect(validate("v1/batch", batch).seen.has(rule)).toBe(false);
    expect(validate("v1/batch", { ...batch, label_download: 7 }).breaches[0]?.rule).toBe(rule);
    const processed = { ...batch, completed: 1, label_download: { href: "/files/1" } };
    expect(validate("v1/batch", processed).seen.get(rule)).toBe(1);
  });

  it("judges label_download on completed labels only", () => {
    const processing = pageOfLabels(1, { status: "processing", label_download: null });
    expect(validate("v1/labels", processing).breaches).toEqual([]);
    expect(validate("v1/labels", processing).seen.has("label.field.label_download")).toBe(false);
  });

  it("accepts further members anywhere and blames a rule for whatever else comes", () => {
    const ids: readonly SchemaId[] = [
      "v1/labels",
      "v1/shipments",
      "v1/batch",
      "v2/webhook",
      "shared/error",
      "v2/labels",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.jsonValue(), (id, value) => {
        const grown = { ...example(id), a_member_of_tomorrow: value };
        expect(validate(id, grown).breaches).toEqual([]);
        expect(() => validate(id, value)).not.toThrow();
      }),
    );
  });

  it.each(Object.keys(contract.schemas).filter(namesRules))("judges whatever comes as %s", (id) => {
    for (const value of [5, "x", null, [], {}, { status: "x" }, { labels: 5 }]) {
      expect(() => validate(id, value)).not.toThrow();
    }
  });

  it("blames a rule of a building block for what is not one at all", () => {
    const [breach] = validate("shared/money", 5).breaches;
    expect(breach).toMatchObject({
      pointer: "",
      received: "5 (number)",
      rule: expect.stringMatching(/money/),
    });
  });

  it("names a schema that there is not", () => {
    expect(() => validate(JSON.parse('"v1/nope"'), 5)).toThrow(RangeError);
  });

  it("takes well under 2 ms for a page of 25 labels once warm", () => {
    const page = pageOfLabels(25);
    for (let round = 0; round < 50; round++) validate("v1/labels", page);
    const times = Array.from({ length: 50 }, () => {
      const start = performance.now();
      validate("v1/labels", page);
      return performance.now() - start;
    }).toSorted((a, b) => a - b);
    // The median: a pause of the machine is not slowness of ours.
    expect(times[25]).toBeLessThan(2);
  });
});
