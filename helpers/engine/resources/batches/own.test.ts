import { expect, it } from "vitest";
import { isOfRun } from "./own.js";

it("tells batches that a run made, whichever run, by their external ids", () => {
  expect(isOfRun({ external_batch_id: "plimsoll-1a2b3c4d-archive" })).toBe(true);
  expect(isOfRun({ external_batch_id: "order-plimsoll-7" })).toBe(false);
  expect(isOfRun({ external_batch_id: null })).toBe(false);
});
