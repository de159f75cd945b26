import { expect, it } from "vitest";
import { operations } from "../../contract/operations.js";
import { changesById, everyFilter } from "./keyless-calls.js";

it("narrows a list by every filter that it documents, with well-formed values", () => {
  expect(everyFilter("v1ListAdjustmentReports")).toEqual({ created_at_start: "2000-01-01T00:00:00Z" });
  expect(everyFilter("v1ListShipments")).toMatchObject({
    batch_id: expect.stringMatching(/^se-\d+$/),
    tag: expect.any(String),
    shipment_status: "pending",
    modified_at_start: "2000-01-01T00:00:00Z",
  });
  expect(everyFilter("v2ListTags")).toEqual({});
});

it("chooses a deletion and an update by id that are not called for webhooks anyway", () => {
  const chosen = (generation: "v1" | "v2") =>
    changesById(operations.filter((each) => each.generation === generation)).map(({ id }) => id);
  expect(chosen("v1")).toEqual(["v1ArchiveBatch", "v1UpdateWarehouse"]);
  expect(chosen("v2")).toEqual(["v2DeleteAccountImage", "v2UpdateBatch"]);
  expect(changesById([])).toEqual([]);
});
