import { describe, expect, it } from "vitest";
import type { OperationId } from "../../contract/generated/types.js";
import { operation } from "../../contract/operations.js";
import { witnessesFor } from "./methods.js";

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
