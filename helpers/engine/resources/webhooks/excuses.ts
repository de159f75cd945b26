import type { Generation } from "../../../contract/model.js";
import {
  deniesAny,
  deniesValue,
  errorsIn,
  errorsName,
  isAboutHoldings,
  mayBeDueTo,
  toldBy,
} from "../../../oracles/answers/refusal.js";
import { isFailed } from "../../../oracles/webhooks/failed.js";
import type { Answered } from "../../../wire/exchange.js";
import { plural, renderValue } from "../../../wire/message.js";
import { Inconclusive } from "../../../wire/outcome.js";
import { sentIn, textOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { refusedForSeller } from "../../check/seller.js";

/** Why creations may have been refused; null if nothing excuses it. */
export function excuseAmong(
  t: Check,
  version: Generation,
  refusals: readonly Answered[],
): Inconclusive | null {
  const excused = refusals.find((refusal) => isExcused(version, refusal));
  return excused === undefined ? null : excuseOf(t, excused);
}

/** An error about the address of a webhook, whose field need not be named. */
const ABOUT_ADDRESS = /\b(ur[il]|host|address)/i;

/** Whether a refusal is about the address of a webhook. */
export function deniesUrl({ answer }: Answered): boolean {
  return deniesAny(answer, ABOUT_ADDRESS);
}

/** Error codes of a service that asks an address to prove itself, or keeps one webhook for an event. */
const ABOUT_WEBHOOKS = new Set<unknown>(["verification_failure", "webhook_event_type_conflict"]);

/** Whether a webhook is refused a change for what is wrong with the webhook itself. */
export function isUnfit({ answer }: Answered): boolean {
  return errorsIn(answer).some(({ error_code: code }) => ABOUT_WEBHOOKS.has(code));
}

/** Whether a refused creation may be due to its values or to the account. */
function isExcused(version: Generation, refusal: Answered): boolean {
  const { answer } = refusal;
  // An unknown event is not an excuse in v1: it is the one that the contract names.
  if (version === "v1" && deniesValue(answer, "event")) return false;
  if (isAboutHoldings(answer) || deniesUrl(refusal)) return true;
  if (version === "v2") return mayBeDueTo(refusal, ["event", "store", "url"]) || wantsStore(refusal);
  return mayBeDueTo(refusal, ["event", "url"]) || /seller/i.test(textOf(answer.body));
}

/** Whether a refusal asks for a store that was not sent: none was known, and the contract does not say who needs one. */
function wantsStore(refusal: Answered): boolean {
  return sentIn(refusal)?.store_id === undefined && errorsName(refusal.answer, /store/i);
}

/** Why a creation of a webhook may have been refused, with the target's own words and what would settle it. */
export function excuseOf(t: Check, refusal: Answered): Inconclusive {
  const sellerless = refusedForSeller(refusal);
  if (sellerless !== null) return sellerless;
  const { answer } = refusal;
  if (isFailed(refusal))
    return new Inconclusive(`a webhook was answered with ${toldBy(answer)}, which does not refuse it`);
  const told = `a webhook was refused with ${toldBy(answer)}`;
  if (errorsName(answer, ABOUT_ADDRESS))
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
    isNamed
      ? told
      : `${told}, which may be due to the address, the account, its events, its stores or its seller id`,
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
