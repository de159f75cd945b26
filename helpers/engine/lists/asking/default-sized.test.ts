import fc from "fast-check";
import { expect, it } from "vitest";
import { laterPage } from "./default-sized.js";

it("chooses a page behind the first, full at the default size in long lists though some items be missing", () => {
  fc.assert(
    fc.property(fc.integer({ min: 26, max: 20_000 }), (held) => {
      const page = laterPage(held);
      expect(page).toBeGreaterThanOrEqual(2);
      expect((page - 1) * 25).toBeLessThan(held);
      if (held >= 55) expect(page * 25).toBeLessThanOrEqual(held - 5);
      expect(page * 25).toBeLessThanOrEqual(10_000);
    }),
  );
});
