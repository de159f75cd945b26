import { isObject } from "../../contract/json.js";
import { urlOf } from "../../contract/url.js";
import { isOutOfUse } from "../../wire/out-of-use.js";
import type { Raw } from "../../wire/raw.js";
import { mayBeOfV1 } from "../../wire/webhook-of-v1.js";
import { type Claim, memberClaim } from "../finding.js";

/** A header that a webhook's deliveries carry. */
export interface WebhookHeader {
  readonly key: string;
  readonly value: string;
}

/** Members of a webhook that a client sets. */
export const WEBHOOK_MEMBERS = ["name", "url", "event", "headers", "store_id"] as const;
export type WebhookMember = (typeof WEBHOOK_MEMBERS)[number];

/** A webhook as it was asked for. */
export type WebhookSent = Readonly<
  Partial<{
    name: string;
    url: string;
    event: string;
    headers: readonly WebhookHeader[];
    store_id: number;
  }>
>;

/**
 * Whether a deleted webhook is gone, by id or in a list: not there, or shown as out of use, since the contract's DELETE
 * may deactivate.
 * @param raw its record; null if there is none
 */
export function isGone(raw: Raw | null): boolean {
  return raw === null || isOutOfUse(raw);
}

/** "unclear" if the type is not the documented one, which the rules of the fields judge. */
type Says = "yes" | "no" | "unclear";

/**
 * Whether a webhook shows what was sent for one member. Addresses may be normalised, and header names may be in any
 * case. The target's own headers may stand beside those sent; former ones may not.
 * @param former headers that were sent before and must be gone
 */
export function shows(
  member: WebhookMember,
  sent: WebhookSent,
  shown: Raw,
  former: readonly WebhookHeader[] = [],
): Says {
  const value = shown[member];
  switch (member) {
    case "name":
      // The rule of the field takes a webhook without a name for one of v1.
      return value == null && mayBeOfV1(shown) ? "no" : showsText(value, sent.name);
    case "event":
      return showsText(value, sent.event);
    case "url":
      return typeof value !== "string" ? "unclear" : told(normalUrl(value) === normalUrl(sent.url ?? ""));
    case "store_id":
      if (value === undefined || value === null) return "no";
      return typeof value !== "number" ? "unclear" : told(value === sent.store_id);
    case "headers":
      return showsHeaders(sent.headers ?? [], value, former);
  }
}

/** Names, in lower case, of the headers that a webhook shows besides those sent; none where they are not as documented. */
export function addedHeaders(sent: WebhookSent, shown: Raw | null): readonly string[] {
  const named = (sent.headers ?? []).map(({ key }) => key.toLowerCase());
  const headers: readonly unknown[] = Array.isArray(shown?.headers) ? shown.headers : [];
  return headers
    .flatMap((each) => (isObject(each) && typeof each.key === "string" ? [each.key.toLowerCase()] : []))
    .filter((key) => !named.includes(key));
}

/**
 * The first change of a webhook to a value that writes to other webhooks sent, for whatever member. No other client sends
 * these: they name the run.
 */
export function takenOn(writes: readonly WebhookSent[], before: Raw, now: Raw): Claim | undefined {
  const sent = new Set(writes.flatMap((write) => Object.values(write)).map((value) => JSON.stringify(value)));
  return webhookDifferences(before, now).find(({ pointer = "" }) =>
    sent.has(JSON.stringify(now[pointer.slice(1)])),
  );
}

/**
 * Whether a webhook shows a name or an address that has nothing of the run's: neither a part of what it sent, nor its
 * mark, nor a host of its own. So another client set it, or the target made it up.
 * @param mark stands in what the run sends
 */
export function isForeign(writes: readonly Raw[], mark: string, shown: Raw): boolean {
  return (["name", "url"] as const).some((member) => {
    const text = shown[member];
    if (typeof text !== "string" || text === "") return false;
    const sent = writes.map((write) => write[member]).filter((each) => typeof each === "string");
    const host = urlOf(text)?.host ?? null;
    const isPart = sent.some((each) => each.toLowerCase().includes(text.toLowerCase()));
    const isOwnHost = host !== null && sent.some((each) => urlOf(each)?.host === host);
    return !isPart && !isOwnHost && !text.includes(mark);
  });
}

/** Whether a webhook shows a member as sent, by id or in the list: "no" only if every reading says so. */
export function storedSays(
  member: WebhookMember,
  { sent, former = [] }: { sent: WebhookSent; former?: readonly WebhookHeader[] },
  readings: readonly (Raw | null | undefined)[],
): Says {
  const said = readings.flatMap((raw) => (raw ? [shows(member, sent, raw, former)] : []));
  if (said.includes("yes")) return "yes";
  return said.includes("no") ? "no" : "unclear";
}

/** Where two readings of one webhook differ, by member. Absent, null and no headers are the same. */
export function webhookDifferences(expected: Raw, actual: Raw): readonly Claim[] {
  const members = ["webhook_id", ...WEBHOOK_MEMBERS] as const;
  return members
    .filter((member) => canonical(expected[member]) !== canonical(actual[member]))
    .map((member) => memberClaim(member, expected[member], actual[member]));
}

function showsText(value: unknown, sent: string | undefined): Says {
  return typeof value !== "string" ? "unclear" : told(value.normalize() === sent?.normalize());
}

function showsHeaders(
  sent: readonly WebhookHeader[],
  value: unknown,
  former: readonly WebhookHeader[],
): Says {
  if (value === undefined || value === null) return told(sent.length === 0);
  if (!Array.isArray(value)) return "unclear";
  const shown = value.map(headerText);
  if (shown.includes(null)) return "unclear";
  const times = (header: WebhookHeader) => shown.filter((text) => text === headerText(header)).length;
  const wanted = sent.map(headerText);
  const stale = former.filter((header) => !wanted.includes(headerText(header)));
  return told(sent.every((header) => times(header) === 1) && stale.every((header) => times(header) === 0));
}

function headerText(header: unknown): string | null {
  if (!isObject(header) || typeof header.key !== "string" || typeof header.value !== "string") return null;
  return `${header.key.toLowerCase()}: ${header.value}`;
}

function canonical(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (!Array.isArray(value)) return String(isObject(value) ? JSON.stringify(value) : value);
  return value
    .map((entry: unknown) => headerText(entry) ?? JSON.stringify(entry))
    .toSorted()
    .join("\n");
}

function normalUrl(text: string): string {
  return urlOf(text)?.href ?? text;
}

function told(holds: boolean): Says {
  return holds ? "yes" : "no";
}
