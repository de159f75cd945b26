import { errorsIn, errorsName, isAboutHoldings, toldBy } from "../../../oracles/answers/refusal.js";
import type { Answered } from "../../../wire/exchange.js";
import { plural, renderValue } from "../../../wire/message.js";
import { Inconclusive } from "../../../wire/outcome.js";
import { sentIn } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { refusedForSeller } from "../../check/seller.js";

/** Resolves to nothing (RFC 2606). */
const NOWHERE = "https://plimsoll.invalid";

/**
 * An address for a webhook, recognisable as ours: below the receiver's public address if there is one, for targets that
 * refuse addresses which resolve to nothing. With a capital, since a path keeps its letters.
 */
export function ownUrl(t: Check, what: string): string {
  return `${t.settings.receiverUrl ?? NOWHERE}/${t.settings.run}/For-${what}`;
}

/** Why a creation of a webhook may have been refused, with the target's own words and what would settle it. */
export function excuseOf(t: Check, refusal: Answered): Inconclusive {
  const sellerless = refusedForSeller(refusal);
  if (sellerless !== null) return sellerless;
  const { answer } = refusal;
  const told = `a webhook was refused with ${toldBy(answer)}`;
  if (errorsName(answer, /\b(ur[il]|host|address)/i))
    return new Inconclusive(
      t.settings.receiverUrl === null
        ? `${told}: it does not accept the address ${renderValue(sentIn(refusal)?.url)}; --receiver URL gives a base address that the target accepts`
        : `${told}: it does not accept addresses below ${t.settings.receiverUrl}, which --receiver gave`,
      "--receiver URL",
    );
  if (errorsName(answer, /store/i))
    return new Inconclusive(`${told}; name a store under fixtures`, "--fixture store=ID");
  if (isAboutHoldings(answer)) return new Inconclusive(`${told}: ${whyFull(t)}`);
  // A refusal that names a member needs no guess.
  const isNamed = errorsIn(answer).some(({ field_name: field }) => typeof field === "string");
  return new Inconclusive(
    isNamed ? told : `${told}, which may be due to the account, its events, its stores or its seller id`,
  );
}

/** Why an account may hold no more webhooks, or none like the one that it refused, and what helps. */
function whyFull({ session }: Check): string {
  const removals = [...session.debts.values()].map(({ removal }) => removal.operation);
  const own = removals.filter((each) => each === "v1DeleteWebhook" || each === "v2DeleteWebhook").length;
  return own === 0
    ? "the account may hold such a webhook already, or as many as it can; remove those, or give another account"
    : `the run itself holds ${plural(own, "webhook")} at this time; give an account that may hold more, and several for an event`;
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
