import { expect, it } from "vitest";
import { asksOnlyFor, furthest } from "./asked-before.js";

const at = (...queries: string[]) => queries.map((query) => new URL(`http://127.0.0.1/v1/labels${query}`));

it("repeats the last further page, or else the last address with parameters", () => {
  expect(furthest(at("?page=2&page_size=5", "?page=3", "", "?page=1"))?.search).toBe("?page=3");
  expect(furthest(at("?batch_id=se-1", "?page=1", ""))?.search).toBe("?page=1");
  expect(furthest(at("", ""))).toBeUndefined();
});

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
