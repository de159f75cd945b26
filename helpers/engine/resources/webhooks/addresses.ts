import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { receiverOf } from "../event-receiver.js";

/** Resolves to nothing (RFC 2606). */
const NOWHERE = "https://plimsoll.invalid";

/**
 * An address for a webhook, recognisable as ours: below the receiver's address if it has a public one, or if the target
 * refuses addresses which resolve to nothing. With a capital, since a path keeps its letters.
 */
export function ownUrl(t: Check, what: string): string {
  const base = t.settings.receiverUrl ?? t.session.receiverUrl ?? NOWHERE;
  return `${base}/${t.settings.run}/For-${what}`;
}

/**
 * The same address below that of the receiver, which later addresses of the run are then below too; null if it is
 * elsewhere already, or if there is no receiver that the target reaches.
 */
export async function atReceiver(t: Check, url: string): Promise<string | null> {
  if (!url.startsWith(NOWHERE)) return null;
  const receiver = await ifReadable(t.given(receiverOf));
  if (receiver === null) return null;
  t.session.receiverUrl = receiver.url;
  return receiver.url + url.slice(NOWHERE.length);
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
