import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Exchange, Finding, Findings } from "../../wire/exchange.js";
import { coverageOf, SeenExchanges, samplesOf } from "./facts.js";

function exchange(index: number, operation: string | null, status: number | null): Exchange {
  return {
    index,
    check: "a check",
    ordinal: index,
    operation,
    request: { method: "GET", url: "https://host.test/v1/labels", headers: {}, body: null, key: "right" },
    answer: status === null ? null : { status, headers: {}, body: { kind: "empty" } },
    trouble: status === null ? "ECONNRESET" : null,
    startedAt: "2026-09-14T08:30:00.000Z",
    ms: 1,
  };
}

/** A breach of its own where `documented` is. */
function finding(exchanges: readonly number[], documented: number): Finding {
  return {
    rule: "labels.slice.desc",
    request: "GET /v1/labels",
    operation: "v1ListLabels",
    documented: `d${documented}`,
    received: "r",
    exchanges,
  };
}

it("the facts of a run count the answers of each operation by status, or by what kept the answer away", () => {
  const seen = new SeenExchanges();
  const exchanges = [
    exchange(0, "v1ListLabels", 200),
    exchange(1, "v1ListLabels", 200),
    exchange(2, "v1ListLabels", null),
    exchange(3, "v1ListShipments", 400),
    exchange(4, null, 404),
  ];
  for (const each of exchanges) seen.look(each);
  expect(seen.facts).toMatchObject({
    requests: 5,
    instability: { ECONNRESET: 1 },
    coverage: { v1ListLabels: { "200": 2, ECONNRESET: 1 }, v1ListShipments: { "400": 1 } },
  });
  expect(coverageOf(exchanges)).toEqual(seen.facts.coverage);
});

describe("the samples of a run", () => {
  it("keep the first two exchanges of each breach, outside of operations too, and no others", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(9), { maxLength: 4 }), { maxLength: 4 }), (shown) => {
        const exchanges = Array.from({ length: 10 }, (_, at) => exchange(at, null, 200));
        const samples = samplesOf(exchanges, shown.map(finding));
        const wanted = new Set(shown.flatMap((indices) => indices.slice(0, 2)));
        expect(samples.map(({ index }) => index)).toEqual([...wanted].sort((one, other) => one - other));
      }),
    );
  });

  it("keep of a breach that many exchanges show the clearest alone, and no more than a report may show", () => {
    const exchanges = Array.from({ length: 200 }, (_, at) => exchange(at, null, 200));
    const amountOf = (findings: Findings) => samplesOf(exchanges, findings).length;
    expect(amountOf(exchanges.map(({ index }) => finding([index], 0)))).toBe(1);
    expect(amountOf(exchanges.map(({ index }) => finding([index], index)))).toBe(30);
  });
});
