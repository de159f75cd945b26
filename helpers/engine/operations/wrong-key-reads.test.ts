import { expect, it } from "vitest";
import { operation, operations } from "../../contract/operations.js";
import { unknownReadOf } from "./wrong-key-reads.js";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

it("calls a record for unknown ids besides known ones where no change has its path", () => {
  expect(unknownReadOf(operation("v2GetLabel"), 1)).toBe("besides");
  expect(unknownReadOf(operation("v2GetManifest"), 1)).toBe("besides");
  expect(unknownReadOf(operation("v2GetShipment"), 1)).toBe("never");
  expect(unknownReadOf(operation("v2ListCarriers"), 1)).toBe("never");
});

it("calls one of several reads below a record for unknown ids, each under some seed", () => {
  const below = operations.filter(
    ({ method, path }) => method === "GET" && path.startsWith("/v2/carriers/{carrier_id}/"),
  );
  const drawn = SEEDS.map((seed) => below.filter((each) => unknownReadOf(each, seed) === "instead"));
  expect(drawn.every(({ length }) => length === 1)).toBe(true);
  expect(new Set(drawn.flat()).size).toBe(below.length);
});

it("leaves the only read below a record to known ids", () => {
  for (const seed of SEEDS) expect(unknownReadOf(operation("v2ListBatchErrors"), seed)).toBe("never");
});
