import { describe, expect, it } from "vitest";
import type { OperationId } from "../../contract/generated/types.js";
import { operation } from "../../contract/operations.js";
import { recordsAbove, witnessesFor } from "./methods.js";

const lists = (["v2ListLabels", "v2ListTags", "v2ListTotes"] as const).map(operation);
const namesFor = (id: OperationId, among = lists) =>
  witnessesFor(operation(id), among).map((witness) => witness.id);

describe("witnessesFor", () => {
  it("takes the list of the same family alone", () => {
    expect(namesFor("v2GetTote")).toEqual(["v2ListTotes"]);
  });

  it("takes all lists for a family without one", () => {
    expect(namesFor("v2CreateStamps")).toEqual(["v2ListLabels", "v2ListTags", "v2ListTotes"]);
  });

  it("takes none where too few lists work", () => {
    expect(namesFor("v2CreateStamps", lists.slice(1))).toEqual([]);
  });
});

describe("recordsAbove", () => {
  const above = (id: OperationId) => recordsAbove(operation(id)).map((record) => record.id);

  it("is the record whose id the path holds", () => {
    expect(above("v2CreatePurchaseOrderReceipt")).toEqual(["v2GetPurchaseOrder"]);
    expect(above("v1ListBatchErrors")).toEqual(["v1GetBatch"]);
  });

  it("is none for a record itself", () => {
    expect(above("v2GetRate")).toEqual([]);
    expect(above("v2CreateStamps")).toEqual([]);
  });
});
