import { expect, it } from "vitest";
import { asksOnlyFor } from "./listed-before.js";

const asks = (query: string) =>
  asksOnlyFor({ label_status: "voided" }, `http://127.0.0.1/v1/labels?${query}`);

it("takes the first page under just the filter, whatever its size and order", () => {
  expect(asks("label_status=voided")).toBe(true);
  expect(asks("sort_dir=asc&sort_by=modified_at&label_status=voided&page=1&page_size=100")).toBe(true);
});

it("takes no other page, no other value, no further filter and no plain list", () => {
  expect(asks("label_status=voided&page=2")).toBe(false);
  expect(asks("label_status=completed")).toBe(false);
  expect(asks("label_status=voided&carrier_id=se-1")).toBe(false);
  expect(asks("page=1")).toBe(false);
});
