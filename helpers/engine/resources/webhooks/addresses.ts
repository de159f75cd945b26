import { errorsIn, isConflict, toldBy } from "../../../oracles/refusal.js";
import type { Answered, Check } from "../../check/check.js";

/** Leads nowhere (RFC 2606). */
const NOWHERE = "https://plimsoll.invalid";

/**
 * An address for a webhook, recognisable as one of ours: below that of the receiver where a public one is given, for
 * targets that refuse addresses which lead nowhere.
 */
export function ownUrl(t: Check, what: string): string {
  return `${t.settings.receiverUrl ?? NOWHERE}/${t.settings.run}/${what}`;
}

/** What a refused creation of a webhook may be due to, with the target's own words and what would settle it. */
export function excuseOf(t: Check, { answer }: Answered): string {
  const told = `a webhook was refused with ${toldBy(answer)}`;
  const names = (word: RegExp) =>
    errorsIn(answer).some(({ field_name: field, message }) => word.test(`${field} ${message}`));
  if (names(/\b(ur[il]|host|address)/i))
    return t.settings.receiverUrl === null
      ? `${told}: ${ownUrl(t, "")} leads nowhere; --receiver URL gives an address that the target takes, as base of all`
      : `${told}: it does not take addresses below ${t.settings.receiverUrl}, which --receiver gave`;
  if (names(/store/i)) return `${told}; name a store under fixtures`;
  if (names(/seller/i)) return `${told}; name a seller by --seller-id`;
  if (isConflict(answer))
    return `${told}: the account may hold such a webhook already, or as many as it can; remove those, or give another account`;
  return `${told}, which may be due to the account, its events, its stores or its seller id`;
}

/** Where webhooks at the receiver point to: those that stay until the end of the run, and those that are deleted. */
export const PATH = {
  v1: "/v1-report-complete",
  v2: "/v2-report-complete",
  /** Where the one of v2 pointed to before its update. */
  former: "/v2-former",
  batch: "/v2-batch",
  deleted: "/v1-deleted",
  /** Where the webhooks of v2 that are updated and deleted point to, or below. */
  deletedInV2: "/v2-deleted",
} as const;
