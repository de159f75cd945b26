import { expect, it } from "vitest";
import type { Item } from "../../wire/decode.js";
import { sharedByMissing } from "./shared-value.js";

/** What is said of missing items and others that show these values of one member. */
function said(member: string, missing: readonly unknown[], others: readonly unknown[]): string {
  const items = [...missing, ...others].map(
    (value, at): Item => ({ id: `${at}`, createdAt: null, raw: { label_id: `${at}`, [member]: value } }),
  );
  return sharedByMissing(
    items,
    items.slice(missing.length).map(({ id }) => id),
  );
}

it("names what all missing items have and none of the others", () => {
  expect(said("carrier_id", ["", "", ""], ["se-1", "se-2"])).toBe(
    '; each of these has carrier_id "", and none of the 2 others',
  );
});

it("lets few of the others have it too", () => {
  const missing = Array(20).fill("open");
  expect(said("status", missing, ["open", "closed"])).toContain("and 1 of the 2 others");
  expect(said("status", missing, ["open", "open", "open"])).toBe("");
});

it.each<[string, readonly unknown[], readonly unknown[]]>([
  ["few are missing", ["open", "open"], ["closed"]],
  ["they differ", ["open", "open", "held"], ["closed"]],
  ["there are no others", ["open", "open", "open"], []],
  ["they show objects", [{}, {}, {}], [null]],
])("says nothing where %s", (_, missing, others) => {
  expect(said("form", missing, others)).toBe("");
});
