import { expect, it } from "vitest";
import type { OperationId } from "../../contract/generated/types.js";
import { operation } from "../../contract/operations.js";
import { sampleExchange } from "../testing.js";
import { isRefusedBelow } from "./below.js";

const INVALID = { error_type: "validation", error_code: "invalid_field_value" };
const error = (more: object = {}) => ({ errors: [{ ...INVALID, ...more }] });
const refused = (id: OperationId, status: number, json: unknown = error()) =>
  isRefusedBelow(operation(id), sampleExchange({ operation: id, status, json }));

it.each([
  ["v2ListCarrierPackages", 400, true],
  ["v2ListCarrierPackages", 404, true],
  ["v2ListBatchErrors", 404, true],
  ["v2ListShipmentDocuments", 400, true],
  ["v2ListShipmentDocuments", 404, false],
  ["v2TrackLabel", 404, false],
  ["v2ListCarrierPackages", 200, false],
  ["v2ListCarrierPackages", 403, false],
  ["v2ListCarrierPackages", 409, false],
  ["v2ListCarrierPackages", 429, false],
  ["v2ListCarrierPackages", 500, false],
] as const)("%s answered with %i: %s", (id, status, is) => {
  expect(refused(id, status)).toBe(is);
});

it.each([
  [{ field_name: "carrier_id" }, true],
  [{ field_name: "country_code" }, false],
  [{ error_code: "settings_not_supported" }, false],
  [{ error_type: "business_rules" }, false],
])("options of a carrier refused with 400 and %j: %s", (more, is) => {
  expect(refused("v2ListCarrierOptions", 400, error(more))).toBe(is);
});
