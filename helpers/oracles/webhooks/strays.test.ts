import fc from "fast-check";
import { expect, it } from "vitest";
import { sampleExchange } from "../testing.js";
import { strayOf } from "./strays.js";

const listOf = (...raws: readonly { readonly id: string; readonly url: string }[]) => ({
  items: raws.map(({ id, url }) => ({ id, createdAt: null, raw: { url } })),
  whole: true,
});
const creation = (url: string, status: number) => {
  const exchange = sampleExchange({ operation: "v2CreateWebhook", status });
  return { ...exchange, request: { ...exchange.request, body: JSON.stringify({ url }) } };
};
const before = listOf({ id: "1", url: "old" });
const strayAt = (...sent: Parameters<typeof creation>[]) =>
  strayOf(
    "v2CreateWebhook",
    sent.map(([url, status]) => creation(url, status)),
    before,
    listOf({ id: "1", url: "old" }, { id: "2", url: "refused" }, { id: "3", url: "old" }),
  )?.item.id;

it("finds a new webhook at an address that only a refused request named", () => {
  expect(strayAt(["refused", 400])).toBe("2");
  expect(strayAt(["elsewhere", 400], ["refused", 409])).toBe("2");
});

it("leaves out addresses that an accepted request named, or that were there before", () => {
  expect(strayAt(["refused", 400], ["refused", 201])).toBeUndefined();
  expect(strayAt(["old", 400])).toBeUndefined();
});

it("leaves out failures and rate limits, and other operations", () => {
  expect(strayAt(["refused", 500])).toBeUndefined();
  expect(strayAt(["refused", 429])).toBeUndefined();
  expect(
    strayOf("v2UpdateWebhook", [creation("refused", 400)], before, listOf({ id: "2", url: "refused" })),
  ).toBeNull();
});

it("finds none if nothing was refused", () => {
  const sent = fc.array(
    fc.tuple(fc.constantFrom("refused", "old", "x"), fc.constantFrom(200, 201, 204, 500)),
  );
  fc.assert(fc.property(sent, (all) => strayAt(...all) === undefined));
});
