import type { Raw } from "../../wire/raw.js";

/** Those of some members that showed a text before and show none any more: an empty one, null, or nothing. */
export function emptiedTexts(names: readonly string[], before: Raw, after: Raw): readonly string[] {
  return names.filter((name) => isText(before[name]) && (after[name] ?? "") === "");
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
