import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Part, partsOf } from "./shards.js";

const someParts = fc.uniqueArray(
  fc.record({ name: fc.string({ minLength: 1, maxLength: 4 }), cost: fc.integer({ min: 1, max: 300 }) }),
  { minLength: 1, maxLength: 20, selector: ({ name }) => name },
);
const someCount = fc.integer({ min: 1, max: 16 });

function shardsOf(parts: readonly Part<string>[], count: number): string[][] {
  return Array.from({ length: count }, (_, at) => [...partsOf(parts, { index: at + 1, count })]);
}

describe("the parts of a shard", () => {
  it("are all parts where the run is not divided", () => {
    fc.assert(
      fc.property(someParts, (parts) => {
        expect([...partsOf(parts, null)]).toEqual(parts.map(({ name }) => name));
      }),
    );
  });

  it("come up in just one shard, whatever order they are listed in", () => {
    fc.assert(
      fc.property(someParts, someCount, (parts, count) => {
        const shards = shardsOf(parts, count);
        expect(shards.flat().sort()).toEqual(parts.map(({ name }) => name).sort());
        expect(shardsOf(parts.toReversed(), count)).toEqual(shards);
      }),
    );
  });

  it("cost no shard more than another by more than one part", () => {
    fc.assert(
      fc.property(someParts, someCount, (parts, count) => {
        const costs = new Map(parts.map(({ name, cost }) => [name, cost]));
        const loads = shardsOf(parts, count).map((names) =>
          names.reduce((sum, name) => sum + (costs.get(name) ?? Number.NaN), 0),
        );
        const dearest = Math.max(...costs.values());
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(dearest);
      }),
    );
  });
});
