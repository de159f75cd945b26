import { expect, it } from "vitest";
import { operations } from "../../contract/operations.js";
import { actsOnNothing, changesById, everyFilter, inTurn, standsAlone } from "./keyless-calls.js";

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

const idsOf = (fits: (operation: (typeof operations)[number]) => boolean) =>
  operations.filter(fits).map(({ id }) => id);

it("tells the reads that stand alone from lists and their records", () => {
  const alone = idsOf((each) => each.method === "GET" && standsAlone(each));
  expect(alone).toEqual(
    expect.arrayContaining([
      "v2GetBatchByExternalId",
      "v2GetPurchaseOrderOrderSummary",
      "v2GetCheckoutRateQuote",
      "v2ListToteQuantities",
      "v2ListCarrierOptions",
    ]),
  );
  for (const id of ["v2ListBatches", "v2GetBatch", "v2ListTags", "v2GetRate"])
    expect(alone).not.toContain(id);
});

it("takes for acts on nothing only those that neither cost nor end anything", () => {
  expect(idsOf(actsOnNothing)).toEqual([
    "v2ValidateAddress",
    "v2CreateRates",
    "v2CreateBulkRates",
    "v2EstimateRates",
    "v2ListServicePoints",
    "v2AssignShipmentsUser",
    "v2StopTracking",
  ]);
});

it("takes all operations in as many seeds as needed", () => {
  const some = operations.slice(0, 10);
  const taken = [1, 2, 3].map((seed) => inTurn(some, seed, 4));
  expect(taken.map(({ length }) => length)).toEqual([4, 3, 3]);
  expect(new Set(taken.flat()).size).toBe(10);
  expect(inTurn(some, 5, 10)).toEqual(some);
  expect(inTurn(some, 1, 0)).toEqual([]);
});
