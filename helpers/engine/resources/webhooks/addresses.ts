import type { Check } from "../../check/check.js";
import { receiverOf } from "../event-receiver.js";

/** Resolves to nothing (RFC 2606). */
const NOWHERE = "https://plimsoll.invalid";

/** What precedes the words that tell the run's own addresses apart. */
export const OWN_PATH = "/For-";

/**
 * An address for a webhook, recognisable as ours: below the receiver's address if it has a public one, or if the target
 * refuses addresses which resolve to nothing. With a capital, since a path keeps its letters.
 */
export function ownUrl(t: Check, what: string): string {
  const base = t.settings.receiverUrl ?? t.session.receiverUrl ?? NOWHERE;
  return `${base}/${t.settings.run}${OWN_PATH}${what}`;
}

/** The same address below that of the receiver; null if it is elsewhere already, or if there is no receiver. */
export async function atReceiver(t: Check, url: string): Promise<string | null> {
  const receiver = url.startsWith(NOWHERE) ? await t.tryGiven(receiverOf) : null;
  return receiver === null ? null : receiver.url + url.slice(NOWHERE.length);
}

/** Has later addresses of the run be below that of the receiver. */
export async function stayAtReceiver(t: Check): Promise<void> {
  t.session.receiverUrl = (await t.given(receiverOf)).url;
}

/** Whether an address is the run's own, wherever its addresses are below. */
export function isOwnUrl(t: Check, url: string): boolean {
  return url.startsWith(ownUrl(t, "")) || url.startsWith(`${NOWHERE}/${t.settings.run}/`);
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
  /** Another webhook for batch, and where it pointed to before its update. */
  batchMoved: "/v2-batch-moved",
  batchFormer: "/v2-batch-former",
  /** For an event that the contract does not name. */
  other: "/v2-other",
  deleted: "/v1-deleted",
  /** Where the updated and deleted v2 webhooks point to, or below. */
  deletedInV2: "/v2-deleted",
} as const;
