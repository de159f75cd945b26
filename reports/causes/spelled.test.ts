import { expect, it } from "vitest";
import { causes } from "./testing.js";

it("a cause: values in other letters, and the filters that show them", () => {
  const shown = {
    rule: "label.field.status",
    documented: "one of processing, in_transit",
    received: '"InTransit" (3 places)',
    pointer: "/labels/0/status",
  };
  const filter = {
    rule: "labels.filter.combined",
    documented: "only items with label_status=in_transit&carrier_id=se-1",
    received: 'se-1; se-1 has {"status":"InTransit","carrier_id":"se-1"}',
  };
  const batches = {
    rule: "batches.open.only",
    operation: "v1ListBatches",
    documented: "only batches with status=open",
    received: 'se-2, se-3; se-2 has {"status":"OPEN"}',
  };
  expect(causes([filter, shown, batches])).toMatchObject([
    {
      kind: "member",
      title:
        'Values are spelled in another way: "InTransit" for in_transit and "OPEN" for open (GET /v1/labels and GET /v1/batches)',
      rules: ["label.field.status", "labels.filter.combined", "batches.open.only"],
    },
  ]);
  const others = [
    { ...shown, received: '"elsewhere"' },
    { ...batches, received: 'se-2; se-2 has {"status":"archived"}' },
  ];
  expect(causes(others).map(({ rules }) => rules.length)).toEqual([1, 1]);
});
