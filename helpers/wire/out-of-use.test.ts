import { expect, it } from "vitest";
import { isOutOfUse } from "./out-of-use.js";

it.each([
  { status: "archived" },
  { batch_status: "Deleted" },
  { active: false },
  { archived: true },
  { enabled: 0 },
  { deleted: 1 },
  { is_deleted: "yes" },
  { removed_at: "2026-01-02T03:04:05Z" },
])("takes %j for out of use", (raw) => {
  expect(isOutOfUse(raw)).toBe(true);
});

it.each([
  {},
  { status: "cancelled" },
  { active: true },
  { archived: false },
  { deleted: 0 },
  { is_removed: "no" },
  { deactivated: "" },
  { deleted_at: null },
  { note: "archived" },
  { voided: true },
])("takes %j for in use", (raw) => {
  expect(isOutOfUse(raw)).toBe(false);
});
