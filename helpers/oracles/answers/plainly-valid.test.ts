import { describe, expect, it } from "vitest";
import { operation } from "../../contract/operations.js";
import { isPlainlyValid } from "./plainly-valid.js";

const labels = operation("v1ListLabels");
const valid = (query: string): boolean => isPlainlyValid(labels, `http://target.test/v1/labels${query}`);

describe("isPlainlyValid", () => {
  it.each([
    "",
    "?page=2&page_size=5",
    "?label_status=voided",
    "?created_at_start=2024-01-01T00:00:00Z",
    "?page=401",
    "?page=100001",
  ])("accepts %j", (query) => {
    expect(valid(query)).toBe(true);
  });

  it.each([
    "?page=0",
    "?page=x",
    "?label_status=any",
    "?created_at_start=2024-01-01",
    "?page=1&page=2",
    "?colour=red",
    "?page=3&page_size=5000",
    "?sort_dir=",
  ])("rejects %j", (query) => {
    expect(valid(query)).toBe(false);
  });

  it("rejects shipments beyond the offset limit", () => {
    const at = (query: string) => `http://target.test/v1/shipments${query}`;
    expect(isPlainlyValid(operation("v1ListShipments"), at("?page=400"))).toBe(true);
    expect(isPlainlyValid(operation("v1ListShipments"), at("?page=401"))).toBe(false);
  });

  it("rejects other methods and odd ids", () => {
    expect(isPlainlyValid(operation("v1CreateLabel"), "http://target.test/v1/labels")).toBe(false);
    const shipment = operation("v1GetShipment");
    expect(isPlainlyValid(shipment, "http://target.test/v1/shipments/se-9")).toBe(true);
    expect(isPlainlyValid(shipment, "http://target.test/v1/shipments/%00")).toBe(false);
  });
});
