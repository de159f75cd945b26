import { shows } from "../wire/changes.js";
import { renderValue } from "../wire/message.js";
import type { Raw } from "../wire/raw.js";
import type { Claim } from "./finding.js";

/** Members of a batch that the contract names, without links and id. */
const MEMBERS = [
  "external_batch_id",
  "batch_notes",
  "created_at",
  "errors",
  "warnings",
  "completed",
  "forms",
  "count",
  "label_layout",
  "label_format",
  "status",
] as const;

/** Where two readings of one batch differ, in members that both show. */
export function batchDifferences(expected: Raw, actual: Raw): readonly Claim[] {
  return MEMBERS.filter(
    (member) =>
      isShown(expected[member]) && isShown(actual[member]) && !shows(expected[member], actual[member]),
  ).map((member) => ({
    documented: `${member} ${renderValue(expected[member])}`,
    received: renderValue(actual[member]),
    pointer: `/${member}`,
  }));
}

function isShown(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}
