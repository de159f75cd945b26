import { shows } from "../../wire/changes.js";
import type { MemberChange } from "./sent.js";

/**
 * Whether a member must show again what it showed before all changes: all were refused, or the last one that was not
 * refused was accepted and put the former value back.
 */
export function isPutBack(sent: readonly MemberChange[], former: unknown): boolean {
  const last = sent.findLast(({ outcome }) => outcome !== "refused");
  return last === undefined || (last.outcome === "accepted" && shows(last.sent, former));
}
