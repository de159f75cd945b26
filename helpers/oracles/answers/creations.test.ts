import { expect, it } from "vitest";
import type { OperationId } from "../../contract/generated/types.js";
import { operation } from "../../contract/operations.js";
import { sampleAnswered } from "../testing.js";
import { isBodyRefused, whatIsMade } from "./creations.js";

function made(id: OperationId, status: number, json: unknown): string | null {
  return whatIsMade(operation(id), sampleAnswered({ operation: id, status, json }).answer);
}

it("takes a creation for made that says so by its status or shows an id of its kind", () => {
  expect(made("v2CreateTotes", 201, {})).toBe("status 201");
  expect(made("v2CreateTotes", 200, { totes: [{ tote_id: "se-1" }] })).toBe(
    "status 200, and tote_id se-1 is shown",
  );
  expect(made("v2CreatePurchaseOrder", 200, { purchase_order_id: "se-2" })).toBe(
    "status 200, and purchase_order_id se-2 is shown",
  );
  expect(made("v2CreatePurchaseOrder", 207, { results: [{ purchase_order_id: "se-2" }] })).not.toBeNull();
});

it("takes nothing else for made", () => {
  expect(made("v2CreateTotes", 200, { totes: [] })).toBeNull();
  expect(made("v2CreateTotes", 201, { totes: [] })).toBeNull();
  expect(made("v2CreateTotes", 201, [])).toBeNull();
  expect(made("v2CreateTotes", 400, { tote_id: "se-1" })).toBeNull();
  expect(made("v2CreatePurchaseOrder", 204, undefined)).toBeNull();
  expect(made("v2CreateRates", 200, { rate_id: "se-1" })).toBeNull();
});

it("tells refusals of the body from those of the caller or the path", () => {
  const refused = (status: number) => isBodyRefused(sampleAnswered({ status, json: {} }).answer);
  expect([400, 409, 415, 422].map(refused)).toEqual([true, true, true, true]);
  expect([200, 401, 403, 404, 405, 500].map(refused)).toEqual([false, false, false, false, false, false]);
});
