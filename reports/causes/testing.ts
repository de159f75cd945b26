/** Causes of made-up findings, for the tests of this folder. */
import { complianceOf } from "../compliance.js";
import type { OperationFacts, RuleFacts, RunEvents } from "../events.js";
import type { Cause } from "../results.js";
import { aFinding, anExchange, aRecord, aRule, events } from "../testing/sample.js";

export type Found = Parameters<typeof aFinding>[1] & { readonly rule: string };

const OPERATIONS: readonly OperationFacts[] = [
  { id: "v1ListLabels", method: "GET", path: "/v1/labels", area: "labels" },
  { id: "v1ListShipments", method: "GET", path: "/v1/shipments", area: "shipments" },
  { id: "v2ListTotes", method: "GET", path: "/v2/totes", area: "totes", since: "2026-02" },
  { id: "v2GetTote", method: "GET", path: "/v2/totes/{tote_id}", area: "totes", since: "2026-02" },
  { id: "v2ListTags", method: "GET", path: "/v2/tags", area: "tags", since: "2025-01" },
];

/** The causes of a run in which these findings came up; rules of `open` could not be judged, with that reason. */
export function causes(
  found: readonly Found[],
  open: Readonly<Record<string, string>> = {},
  more: Partial<RunEvents> = {},
  facts: Readonly<Record<string, Partial<RuleFacts>>> = {},
): readonly Cause[] {
  const ids = [...new Set([...found.map(({ rule }) => rule), ...Object.keys(open)])];
  const run = events(
    ids.map((id) => aRule(id, facts[id])),
    {
      operations: OPERATIONS,
      coverage: { v1ListLabels: { 200: 4 }, v1ListShipments: { 200: 4 }, v2ListTags: { 200: 1 } },
      records: ids.map((id) => {
        const findings = found.filter(({ rule }) => rule === id).map((one) => aFinding(id, one));
        const reason = open[id];
        return reason === undefined
          ? aRecord(id, { findings })
          : aRecord(id, { outcome: "inconclusive", evidence: {}, reason });
      }),
      ...more,
    },
  );
  return complianceOf(run).causes;
}

export const at = (status: number, index = 0) => {
  const exchange = anExchange(index, {});
  return exchange.answer === null ? exchange : { ...exchange, answer: { ...exchange.answer, status } };
};
