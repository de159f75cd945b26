import { expect, it } from "vitest";
import { causes } from "./testing.js";

it("states that stay as they were have one cause, however they should have changed", () => {
  const open = { pointer: "/status", received: "open in GET /v1/batches/{batch_id}" };
  const found = [
    { rule: "batches.archive.by-id", operation: "v1GetBatch", ...open, received: '"open"' },
    { rule: "batches.archive.put.v2", operation: "v2UpdateBatch", ...open },
  ];
  expect(causes(found)).toMatchObject([
    {
      title:
        "What should change a status leaves it open (GET /v1/batches/{batch_id} and PUT /v2/batches/{batch_id})",
      rules: ["batches.archive.by-id", "batches.archive.put.v2"],
    },
  ]);
});
