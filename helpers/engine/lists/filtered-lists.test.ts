import fc from "fast-check";
import { expect, it } from "vitest";
import { fullPage } from "./filtered-lists.js";

it("chooses a page that is full at the default size, though some items be missing", () => {
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 20_000 }), (held) => {
      const page = fullPage(held);
      expect(page * 25).toBeLessThanOrEqual(held - 5);
      expect(page * 25).toBeLessThanOrEqual(10_000);
      expect(page).toBeGreaterThanOrEqual(1);
    }),
  );
});
