import { expect, it } from "vitest";
import { besideMostLeft } from "./cancelling.js";

const list = (...states: readonly string[]) =>
  states.map((status, at) => ({ shipment_id: `se-${at}`, shipment_status: status }));

it("prefers shipments between two that are not cancelled", () => {
  const records = list(
    "cancelled",
    "pending",
    "cancelled",
    "pending",
    "label_purchased",
    "pending",
    "processing",
  );
  expect(besideMostLeft(["se-1", "se-3", "se-5"], records)).toEqual(["se-5", "se-3", "se-1"]);
  expect(besideMostLeft(["se-8", "se-9"], records)).toEqual(["se-8", "se-9"]);
});
