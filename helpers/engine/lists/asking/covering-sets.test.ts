import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byMember } from "../../../oracles/lists/filters.js";
import type { Item } from "../../../wire/decode.js";
import { coveringSets, type SieveOf } from "./covering-sets.js";
import type { Sieve } from "./sieves.js";

const MEMBERS = ["a", "b", "c", "d", "e"] as const;

const CHOICES: readonly SieveOf[] = MEMBERS.map((member) => (item) => {
  const value = item.raw[member];
  return typeof value === "string" ? { query: { [member]: value }, filter: byMember(member, value) } : null;
});

/** Items that show one of two values of each member. */
const lists = fc
  .array(fc.tuple(...MEMBERS.map(() => fc.constantFrom("x", "y"))), { maxLength: 40 })
  .map((rows) =>
    rows.map((row, at): Item => {
      const raw = Object.fromEntries(MEMBERS.map((member, place) => [member, row[place]]));
      return { id: `se-${at}`, createdAt: null, raw };
    }),
  );

function due(items: readonly Item[], sieves: readonly Sieve[]): number {
  return items.filter(({ raw }) => sieves.every(({ filter }) => filter.meets(raw) !== false)).length;
}

describe("coveringSets", () => {
  it("makes sets of two to four filters of which each one matters", () => {
    fc.assert(
      fc.property(lists, (items) => {
        for (const set of coveringSets(items, { choices: [CHOICES], isCovered: () => false, asked: [] })) {
          expect(set.length).toBeGreaterThanOrEqual(2);
          expect(set.length).toBeLessThanOrEqual(4);
          for (const one of set) {
            const others = set.filter((other) => other !== one);
            expect(due(items, others)).toBeGreaterThan(due(items, set));
          }
        }
      }),
    );
  });

  it("puts each two filters beside each other that can matter so", () => {
    fc.assert(
      fc.property(lists, (items) => {
        const sets = coveringSets(items, { choices: [CHOICES], isCovered: () => false, asked: [] });
        for (const [at, left] of MEMBERS.entries()) {
          for (const right of MEMBERS.slice(at + 1)) {
            const tells = items.some(({ raw }) => {
              const [a, b] = [byMember(left, String(raw[left])), byMember(right, String(raw[right]))];
              const both = due(
                items,
                [a, b].map((filter) => ({ query: {}, filter })),
              );
              return [a, b].every((filter) => due(items, [{ query: {}, filter }]) > both);
            });
            const covered = sets.some((set) => {
              const asked = set.flatMap(({ query }) => Object.keys(query));
              return asked.includes(left) && asked.includes(right);
            });
            expect(covered).toBe(tells);
          }
        }
      }),
    );
  });

  it("covers five filters of many different items with few requests", () => {
    const items = Array.from({ length: 32 }, (_, at): Item => {
      const raw = Object.fromEntries(MEMBERS.map((member, place) => [member, (at >> place) % 2 ? "x" : "y"]));
      return { id: `se-${at}`, createdAt: null, raw };
    });
    expect(
      coveringSets(items, { choices: [CHOICES], isCovered: () => false, asked: [] }).length,
    ).toBeLessThanOrEqual(4);
  });
});
