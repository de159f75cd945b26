import { shows } from "../../wire/changes.js";
import type { Outcome } from "./outcome.js";

/** What a request sent for a member of an order, and its outcome. */
export interface MemberChange {
  readonly sent: unknown;
  readonly outcome: Outcome;
}

/**
 * Whether a member must show again what it showed before all changes: all were refused, or the last one that was not
 * refused was accepted and put the former value back.
 */
export function isPutBack(sent: readonly MemberChange[], former: unknown): boolean {
  const last = sent.findLast(({ outcome }) => outcome !== "refused");
  return last === undefined || (last.outcome === "accepted" && shows(last.sent, former));
}
