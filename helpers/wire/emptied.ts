import type { Raw } from "./raw.js";

// A change that concerns some members of a record takes away nothing else that the record showed.

/** Those of some members that a record showed filled in and now shows empty or not at all, in the same form. */
export function emptiedIn<K extends string>(names: readonly K[], before: Raw, after: Raw): readonly K[] {
  return names.filter((name) => !isEmpty(before[name]) && isEmpty(after[name]));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
