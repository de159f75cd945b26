import { expect, it } from "vitest";
import { everyFilter } from "./keyless-calls.js";

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
