import type { Check } from "../../check/check.js";

/** Resolves to nothing (RFC 2606). */
const NOWHERE = "https://plimsoll.invalid";

/**
 * An address for a webhook, recognisable as ours: below the receiver's public address if there is one, for targets that
 * refuse addresses which resolve to nothing. With a capital, since a path keeps its letters.
 */
export function ownUrl(t: Check, what: string): string {
  return `${t.settings.receiverUrl ?? NOWHERE}/${t.settings.run}/For-${what}`;
}

/** Paths of webhooks at the receiver: those that stay until the end of the run, and those that are deleted. */
export const PATH = {
  v1: "/v1-report-complete",
  /** The whole address counts, with its capitals and its query. */
  v1Second: "/v1-Report-Complete-too?from=plimsoll",
  v2: "/v2-report-complete",
  /** Where the v2 webhook pointed to before its update. */
  former: "/v2-former",
  batch: "/v2-batch",
  deleted: "/v1-deleted",
  /** Where the updated and deleted v2 webhooks point to, or below. */
  deletedInV2: "/v2-deleted",
} as const;
