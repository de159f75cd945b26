import { shows } from "../wire/changes.js";
import type { Answer } from "../wire/exchange.js";
import { renderValue } from "../wire/message.js";
import type { Raw } from "../wire/raw.js";
import type { Claim } from "./finding.js";
import { isAboutTheCaller, isConflict } from "./refusal.js";

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

/** The state that a batch shows, or null. */
export function statusOf(raw: Raw | null | undefined): string | null {
  return typeof raw?.status === "string" ? raw.status : null;
}

/** Whether a batch is open, as far as it shows its state. */
export function mayBeOpen(raw: Raw): boolean {
  const status = statusOf(raw);
  return status === null || status === "open";
}

/**
 * Whether a refusal to archive an open batch proves nothing: it is about the account, or the batch was no longer open.
 * A conflict over a batch that stays open is not excused.
 * @param state the batch's state afterwards
 */
export function isExcused(answer: Answer, state: string | null): boolean {
  return isAboutTheCaller(answer) || (isConflict(answer) && state !== "open");
}

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
