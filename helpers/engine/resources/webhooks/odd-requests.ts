import type { Removal } from "../../../target/ledger/ledger.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { Inconclusive, orWhyNot } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { idsBefore, owe, oweFound, removeOwed } from "../created.js";
import { awaitEffect } from "../eventually.js";
import { answeredIds } from "./creating.js";
import type { WebhookGeneration } from "./generations.js";
import { listWebhooks } from "./lists.js";

/** An unusual request that may create a webhook. */
export interface OddRequest {
  /** Address by which the webhook is found; each request has its own. */
  readonly url: string;
  readonly raw: NonNullable<Ask["raw"]>;
}

/** The outcome of an unusual request. */
export interface OddAttempt {
  /** The answer, or why there is none. */
  readonly exchange: Answered | Inconclusive;
  /** Ids of the webhooks that were created; empty if none was. */
  readonly ids: readonly string[];
}

/**
 * Tries to create webhooks by unusual requests and looks once for all of them. Every created webhook is entered into
 * the ledger and removed at once: an account may hold only one webhook for an event.
 * @throws Inconclusive if the target shows no list of webhooks
 */
export async function attemptWebhooks(
  t: Check,
  { create: operation, remove, first }: WebhookGeneration,
  requests: readonly OddRequest[],
): Promise<readonly OddAttempt[]> {
  // An earlier run with the same seed may have left some.
  const { operation: listing, list: before } = await t.given(first);
  if (before === null) return t.inconclusive("the webhooks cannot be listed, so an effect would not be seen");
  const removal = (webhook_id: string) => ({ operation: remove, path: { webhook_id } });
  const there = await idsBefore(t, removal(""));
  const sent: Sent[] = [];
  for (const request of requests) sent.push(await send(t, operation, request));
  const hidden = sent.filter(({ exchange }) => isMade(exchange) && namedBy(exchange).length === 0);
  const after = await awaitEffect(
    t,
    () => listWebhooks(t, listing),
    (list) => hidden.every(({ url }) => idsAt(list, url).length > 0),
  );
  const entries: string[] = [];
  const attempts = sent.map((one) => {
    const old = idsAt(before, one.url);
    const found = new Set([...namedBy(one.exchange), ...idsAt(after, one.url)]);
    const ids = [...found].filter((id) => !old.includes(id) && !there.has(id));
    entries.push(...oweAll(t, operation, one, ids.map(removal)));
    return { exchange: one.exchange, ids };
  });
  await removeOwed(t, entries);
  return attempts;
}

/** A request with its entry in the ledger, and what became of it. */
interface Sent {
  readonly url: string;
  readonly entry: string;
  readonly exchange: Answered | Inconclusive;
}

/** Sends a request. If one gets no answer, the others still count. */
async function send(
  t: Check,
  operation: WebhookGeneration["create"],
  { url, raw }: OddRequest,
): Promise<Sent> {
  const entry = t.session.ledger.intend({ target: t.settings.url, operation, mark: url });
  return { url, entry, exchange: await orWhyNot(t.ask({ operation, raw, removal: "hold" })) };
}

/**
 * Enters into the ledger what a request created.
 * @returns the entries
 */
function oweAll(
  t: Check,
  operation: WebhookGeneration["create"],
  { url, entry, exchange }: Sent,
  removals: readonly Removal[],
): readonly string[] {
  const { ledger, conduct } = t.session;
  // An entry without an id stays: the end of the run looks for unseen webhooks.
  if (removals.length === 0 && !isMade(exchange) && !(exchange instanceof Inconclusive))
    ledger.refused(entry);
  if (removals.length > 0 && !(exchange instanceof Inconclusive))
    conduct.tell(`${requestLine(exchange)} made a webhook of a body ${formatOf(exchange)}`);
  const [first, ...others] = removals;
  if (first === undefined) return [];
  owe(t, entry, first);
  return [entry, ...others.map((removal) => oweFound(t, { operation, mark: url }, removal))];
}

function formatOf({ request: { headers } }: Answered): string {
  const type = headers["content-type"];
  return type === undefined ? "without a Content-Type" : `sent as ${type}`;
}

/** Ids of webhooks with an address. */
function idsAt({ items }: OpenList, url: string): readonly string[] {
  return idsOf(items.filter(({ raw }) => raw.url === url));
}

/** Whether the target says that it created something. */
function isMade(exchange: Answered | Inconclusive): exchange is Answered {
  return !(exchange instanceof Inconclusive) && succeeded(exchange);
}

/** Ids in the answer to a successful creation. */
function namedBy(exchange: Answered | Inconclusive): readonly string[] {
  return isMade(exchange) ? answeredIds(exchange) : [];
}
