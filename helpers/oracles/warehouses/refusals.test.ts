import { describe, expect, it } from "vitest";
import type { Raw } from "../../wire/raw.js";
import { sampleExchange } from "../testing.js";
import { asksForIndicator, deniesAddress, isAboutThePlace, isAboutTheWarehouse } from "./refusals.js";

function refused(error: Raw) {
  const json = { errors: [{ error_type: "validation", error_code: "invalid_field_value", ...error }] };
  const { answer, ...exchange } = sampleExchange({ status: 400, json });
  if (answer === null) throw new Error("a sample without trouble has an answer");
  return { ...exchange, answer };
}

describe("the refusal of an update", () => {
  it("may be about a place that does not exist", () => {
    expect(isAboutThePlace(refused({ error_code: "invalid_address" }))).toBe(true);
    expect(isAboutThePlace(refused({}))).toBe(false);
  });

  it("may deny the value of a member of an address, but not that of a name", () => {
    expect(deniesAddress(refused({ field_name: "origin_address.postal_code" }))).toBe(true);
    expect(deniesAddress(refused({ field_name: "origin_address.name" }))).toBe(false);
  });

  it("may ask for the indicator of the return address", () => {
    expect(asksForIndicator(refused({ field_name: "address_residential_indicator" }))).toBe(true);
    expect(asksForIndicator(refused({ message: "return_address: residential flag missing" }))).toBe(true);
    expect(asksForIndicator(refused({ message: "origin_address: residential flag missing" }))).toBe(false);
    expect(asksForIndicator(refused({ field_name: "name", message: "too long" }))).toBe(false);
  });

  it("may be due to the warehouse as it is", () => {
    expect(isAboutTheWarehouse(refused({ error_code: "warehouse_conflict" }))).toBe(true);
    expect(isAboutTheWarehouse(refused({ error_code: "default_warehouse_cannot_be_deleted" }))).toBe(true);
    expect(isAboutTheWarehouse(refused({ error_type: "business_rules" }))).toBe(true);
    expect(isAboutTheWarehouse(refused({ error_type: "business_rules", field_name: "name" }))).toBe(false);
    expect(isAboutTheWarehouse(refused({}))).toBe(false);
  });
});
