import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Findings } from "../../wire/exchange.js";
import { sampleAnswered } from "../testing.js";
import { asListed, recordIn, stillThere } from "./by-id.js";

type Members = Readonly<Record<string, unknown>>;

const told = (findings: Findings) => findings.map(({ rule, received }) => [rule, received]);
const byId = (raw: Members | null, status = raw === null ? 404 : 200) => ({
  exchange: sampleAnswered({ index: 1, status }),
  raw,
});
const listOf = (raw: Members) => ({
  items: [{ id: "a", createdAt: null, raw }],
  exchanges: [sampleAnswered({ index: 2 })],
  whole: true,
});
const NAMED = { webhook_id: "a", name: "n" };

describe("recordIn", () => {
  it("is the object of a success", () => {
    expect(recordIn(sampleAnswered({ json: NAMED }))).toEqual(NAMED);
    expect(recordIn(sampleAnswered({ json: NAMED, status: 404 }))).toBeNull();
    expect(recordIn(sampleAnswered({ json: [NAMED] }))).toBeNull();
  });
});

describe("asListed", () => {
  const read = (id: string, seen: ReturnType<typeof byId>) => told(asListed(id, listOf(NAMED), seen));

  it("is silent about a webhook that is as in the list, and about one that is not listed", () => {
    expect(read("a", byId({ ...NAMED, more: 1 }))).toEqual([]);
    expect(read("b", byId(null))).toEqual([]);
  });

  it("is silent about any webhook that is the same in both, whatever the order of its headers", () => {
    const headers = fc.array(fc.record({ key: fc.string(), value: fc.string() }));
    fc.assert(
      fc.property(fc.record({ name: fc.string(), url: fc.webUrl(), headers }), (raw) => {
        const reversed = { ...raw, headers: raw.headers.toReversed() };
        expect(asListed("a", listOf(raw), byId(reversed))).toEqual([]);
      }),
    );
  });

  it("finds another value, or no webhook", () => {
    expect(read("a", byId({ ...NAMED, name: "x" }))).toEqual([["webhooks.v2.get.equals", '"x"']]);
    expect(read("a", byId(null))).toEqual([["webhooks.v2.get.equals", "status 404"]]);
  });

  it("names the reading first, then the write before it and the list", () => {
    const write = sampleAnswered({ index: 3 });
    const [first] = asListed("a", listOf(NAMED), byId(null), write);
    expect(first?.exchanges).toEqual([1, 3, 2]);
  });
});

describe("stillThere", () => {
  const step = { id: "a", answer: sampleAnswered({ index: 3, status: 204 }) };
  const found = (list: Members | null, seen: ReturnType<typeof byId> | null) =>
    stillThere("webhooks.v2.delete.gone", step, { list: list && listOf(list), byId: seen });

  it("is silent about a webhook that is gone or out of use, wherever it was looked for", () => {
    expect(found(null, null)).toEqual([]);
    expect(found(null, byId(null))).toEqual([]);
    expect(found({ active: false }, byId({ active: false }))).toEqual([]);
  });

  it("says where a deleted one still is, and shows only that", () => {
    const receivedBy = (...what: Parameters<typeof found>) =>
      found(...what).map(({ received, exchanges }) => [received, exchanges]);
    expect(receivedBy(NAMED, null)).toEqual([["still listed", [2, 3]]]);
    expect(receivedBy(null, byId(NAMED))).toEqual([["still readable by id", [1, 3]]]);
    expect(receivedBy(NAMED, byId(NAMED))).toEqual([["still listed and readable by id", [2, 1, 3]]]);
    expect(receivedBy(null, byId(null, 204))).toEqual([
      ["still answered with 204 by its id, not with 404", [1, 3]],
    ]);
  });
});
