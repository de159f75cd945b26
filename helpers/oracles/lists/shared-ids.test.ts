import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInstant } from "../../wire/instant.js";
import { sampleItem, servedWalk, worlds } from "../testing.js";
import { sharedIds } from "./shared-ids.js";

const rule = "labels.partition";
const sizes = fc.integer({ min: 1, max: 7 });

/** Two pages of one item each that show the same id. */
const twoOf = (...times: readonly string[]) =>
  servedWalk(
    times.map((created_at, rank) => {
      const item = sampleItem("se-1", rank);
      return { ...item, createdAt: parseInstant(created_at), raw: { ...item.raw, created_at } };
    }),
    1,
  );

describe("sharedIds", () => {
  it("finds nothing where each item has an id of its own, even if one comes twice", () => {
    fc.assert(
      fc.property(worlds, sizes, (world, size) => {
        const pages = servedWalk(world, size);
        expect(sharedIds({ rule, pages: [...pages, ...pages] })).toEqual([]);
      }),
    );
  });

  it("names two items of one id by their pages and times", () => {
    const [found] = sharedIds({ rule, pages: twoOf("2025-03-01T00:00:00Z", "2025-03-04T00:00:00Z") });
    expect(found?.received).toBe(
      "se-1 for two items: one of page 1 created at 2025-03-01T00:00:00Z, and one of page 2 created at 2025-03-04T00:00:00Z",
    );
  });

  it("takes one time in two precisions for one item", () => {
    const pages = twoOf("2025-03-01T00:00:00.75Z", "2025-03-01T00:00:00Z");
    expect(sharedIds({ rule, pages })).toEqual([]);
  });
});
