import { expect, it } from "vitest";
import { columnsOf } from "./terminal.js";

it("takes the usual width for a terminal without a size, which nothing fits into", () => {
  expect([columnsOf({ columns: 0 }), columnsOf({ columns: 120 })]).toEqual([80, 120]);
});
