import { expect, it } from "vitest";
import { eachForm } from "./each-form.js";

const zoned = "2026-01-01T05:00:00.123-06:00";
const utc = "2026-01-01T11:00:00.123Z";
const short = "2026-01-01T05:00:00-06:00";

/** Where the items stand that are chosen of texts. */
function chosen(texts: readonly string[], most: number, skew = 0): readonly number[] {
  const items = texts.map((text, at) => ({ text, at }));
  return eachForm(items, most, ({ text }) => text, skew).map(({ at }) => at);
}

it("takes the first, the last and one of each further form, the rarest first", () => {
  expect(chosen([zoned, zoned, utc, zoned, zoned], 3)).toEqual([0, 2, 4]);
  expect(chosen([zoned, utc, utc, short, utc, zoned], 3)).toEqual([0, 3, 5]);
  expect(chosen([zoned, utc, utc, short, utc, zoned], 4)).toEqual([0, 2, 3, 5]);
});

it("spreads them where all have one form", () => {
  expect(chosen(Array(9).fill(zoned), 3)).toEqual([0, 4, 8]);
  expect(chosen(Array(9).fill(zoned), 3, 1)).toEqual([0, 5, 8]);
  expect(chosen([zoned, utc], 3)).toEqual([0, 1]);
  expect(chosen([zoned, utc], 1)).toEqual([0]);
});
