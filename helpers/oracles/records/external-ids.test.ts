import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginningOthers, isAnswerFor, othersShown, ownExternalIds, tellingFirst } from "./external-ids.js";

const records = fc.array(
  fc.record({
    id: fc.constantFrom("se-1", "se-2", "se-3"),
    external: fc.constantFrom("a", "b", "a/b", null),
  }),
);

describe("own external ids", () => {
  it("are those of exactly one record, which go into a path as they are", () => {
    fc.assert(
      fc.property(records, (all) => {
        const owners = (external: string) =>
          new Set(all.filter((one) => one.external === external).map(({ id }) => id));
        const own = ownExternalIds(all);
        for (const { id, external } of own) expect([...owners(external)]).toEqual([id]);
        expect(new Set(own.map(({ external }) => external)).size).toBe(own.length);
        for (const external of ["a", "b"])
          expect(own.some((one) => one.external === external)).toBe(owners(external).size === 1);
        expect(own.some(({ external }) => external === "a/b")).toBe(false);
      }),
    );
  });
});

describe("external ids to ask for", () => {
  const known = (...externals: readonly string[]) =>
    externals.map((external, at) => ({ id: `se-${at}`, external }));
  const idsOf = (all: ReturnType<typeof known>) => all.map(({ external }) => external);

  it("are first one that begins another, then the last, the first and the rest", () => {
    const all = known("a", "b", "order-1", "c", "order-12");
    expect(idsOf([...beginningOthers(all)])).toEqual(["order-1"]);
    expect(idsOf([...tellingFirst(all)])).toEqual(["order-1", "order-12", "a", "b", "c"]);
    expect(idsOf([...tellingFirst(known("a", "b", "c"))])).toEqual(["c", "a", "b"]);
    expect(tellingFirst([])).toEqual([]);
  });
});

describe("an answer for an external id", () => {
  const due = { id: "se-1", external: "order-1" };
  it("names the record, or another one with the same external id", () => {
    expect(isAnswerFor({ shipment_id: "se-1" }, due, "external_shipment_id")).toBe(true);
    expect(isAnswerFor({ data: [{ external_shipment_id: "order-1" }] }, due, "external_shipment_id")).toBe(
      true,
    );
  });
  it("is wrong if it names neither", () => {
    expect(isAnswerFor({ shipment_id: "se-12" }, due, "external_shipment_id")).toBe(false);
    expect(isAnswerFor({ external_shipment_id: "order-12" }, due, "external_shipment_id")).toBe(false);
    expect(isAnswerFor(undefined, due, "external_shipment_id")).toBe(false);
  });
});

describe("an answer for an external id that no known record has", () => {
  const shownIn = (body: unknown) => othersShown(body, "order-1", "external_shipment_id");
  it("shows none, or the one asked for", () => {
    expect(shownIn([])).toEqual([]);
    expect(shownIn({ shipment_id: "se-1", external_shipment_id: null })).toEqual([]);
    expect(shownIn({ external_shipment_id: "ORDER-1" })).toEqual([]);
    expect(shownIn([{ external_shipment_id: "order-12" }, { external_shipment_id: "order-1" }])).toEqual([]);
  });
  it("is wrong if it shows only others", () => {
    expect(shownIn({ data: [{ external_shipment_id: "order-12" }] })).toEqual(["order-12"]);
  });
});

describe("external ids that a path must escape", () => {
  const given = (...externals: readonly string[]) =>
    ownExternalIds(externals.map((external, at) => ({ id: `se-${at}`, external }))).map(
      ({ external }) => external,
    );

  it("are taken where there are no others", () => {
    expect(given("Büro 7", "注文 12", "a/b", " x", "no. 7 #", "𝒜")).toEqual(["Büro 7", "注文 12"]);
    expect(given("Büro 7", "order-1")).toEqual(["order-1"]);
  });
});
