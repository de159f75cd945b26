import fc from "fast-check";
import { expect, it } from "vitest";
import { decodePage, type Page } from "../../wire/decode.js";
import type { Exchange } from "../../wire/exchange.js";
import { fromText } from "../messages/body.js";
import { LeanPages } from "./lean.js";

function pageOf(labels: readonly unknown[]): Page {
  const exchange: Exchange = {
    index: 0,
    check: "census",
    ordinal: 0,
    operation: "v1ListLabels",
    request: { method: "GET", url: "http://t.test/v1/labels", headers: {}, body: null, key: "right" },
    answer: {
      status: 200,
      headers: { "content-type": "application/json" },
      body: fromText(JSON.stringify({ labels, total: labels.length }), "application/json"),
    },
    trouble: null,
    startedAt: "2026-01-01T00:00:00.000Z",
    ms: 1,
  };
  const page = decodePage(exchange, "labels");
  if (page.kind !== "page") throw new Error(page.why);
  return page;
}

const labels = fc.uniqueArray(fc.record({ label_id: fc.integer({ min: 0, max: 9 }), more: fc.jsonValue() }), {
  selector: ({ label_id }) => label_id,
});

it("keeps what a page says, without the body", () => {
  fc.assert(
    fc.property(fc.array(labels), (pages) => {
      const lean = new LeanPages();
      for (const page of pages.map(pageOf)) {
        const kept = lean.keep(page);
        expect(kept.items).toEqual(page.items);
        expect(kept.total).toBe(page.total);
        expect(kept.exchange).toEqual({
          ...page.exchange,
          answer: { ...page.exchange.answer, body: { kind: "empty" } },
        });
      }
    }),
  );
});

it("keeps an item that comes again unchanged once, and a changed one as it is now", () => {
  const lean = new LeanPages();
  const item = { label_id: "se-1", voided: false, cost: { amount: 1, lines: [1, 2] } };
  const [first] = lean.keep(pageOf([item])).items;
  const [again] = lean.keep(pageOf([item])).items;
  const [changed] = lean.keep(pageOf([{ ...item, cost: { amount: 1, lines: [1, 3] } }])).items;
  const [longer] = lean.keep(pageOf([{ ...item, note: "" }])).items;
  expect(again).toBe(first);
  expect(changed?.raw).toMatchObject({ cost: { lines: [1, 3] } });
  expect(longer?.raw).toHaveProperty("note");
});
