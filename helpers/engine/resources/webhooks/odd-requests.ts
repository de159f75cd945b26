import { answeredIds } from "../../../oracles/webhooks/created.js";
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
import type { WebhookGeneration } from "./generations.js";
import { firstList, listWebhooks } from "./reading.js";

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
export async function attemptWebhooks<R extends OddRequest>(
  t: Check,
  generation: WebhookGeneration,
  requests: readonly R[],
): Promise<readonly (R & OddAttempt)[]> {
  const { create, remove, version } = generation;
  const { operation, list: before } = await t.given(firstList[version]);
  if (before === null) return t.inconclusive("the webhooks cannot be listed, so an effect would not be seen");
  const removal = (webhook_id: string) => ({ operation: remove, path: { webhook_id } });
  const there = await idsBefore(t, removal(""));
  const sent: Sent<R>[] = [];
  for (const request of requests) sent.push(await send(t, create, request));
  const hidden = sent.filter(({ isMade, named }) => isMade && named.length === 0);
  const after = await awaitEffect(
    t,
    () => listWebhooks(t, operation),
    (list) => hidden.every(({ request }) => idsAt(list, request.url).length > 0),
  );
  const entries: string[] = [];
  const attempts = sent.map((one) => {
    // An earlier run with the same seed may have left some.
    const old = idsAt(before, one.request.url);
    const found = new Set([...one.named, ...idsAt(after, one.request.url)]);
    const ids = [...found].filter((id) => !old.includes(id) && !there.has(id));
    entries.push(...oweAll(t, create, one, ids.map(removal)));
    return { ...one.request, exchange: one.exchange, ids };
  });
  await removeOwed(t, entries);
  return attempts;
}

/** A request with its entry in the ledger, and what became of it. */
interface Sent<R extends OddRequest> {
  readonly request: R;
  readonly entry: string;
  readonly exchange: Answered | Inconclusive;
  /** Whether the target says that it created something, and the ids that it names. */
  readonly isMade: boolean;
  readonly named: readonly string[];
}

/** Sends a request. If one gets no answer, the others still count. */
async function send<R extends OddRequest>(
  t: Check,
  operation: WebhookGeneration["create"],
  request: R,
): Promise<Sent<R>> {
  const entry = t.session.ledger.intend({ target: t.settings.url, operation, mark: request.url });
  const exchange = await orWhyNot(t.ask({ operation, raw: request.raw, removal: "hold" }));
  const isMade = !(exchange instanceof Inconclusive) && succeeded(exchange);
  return { request, entry, exchange, isMade, named: isMade ? answeredIds(exchange) : [] };
}

/**
 * Enters into the ledger what a request created.
 * @returns the entries
 */
function oweAll(
  t: Check,
  operation: WebhookGeneration["create"],
  { request, entry, exchange, isMade }: Sent<OddRequest>,
  removals: readonly Removal[],
): readonly string[] {
  const { ledger, conduct } = t.session;
  const isAnswered = !(exchange instanceof Inconclusive);
  const [first, ...others] = removals;
  if (first === undefined) {
    // Any other entry without an id stays: the end of the run looks for unseen webhooks.
    if (isAnswered && !isMade) ledger.refused(entry);
    return [];
  }
  if (isAnswered) conduct.tell(`${requestLine(exchange)} made a webhook of a body ${formatOf(exchange)}`);
  owe(t, entry, first);
  return [entry, ...others.map((removal) => oweFound(t, { operation, mark: request.url }, removal))];
}

function formatOf({ request: { headers } }: Answered): string {
  const type = headers["content-type"];
  return type === undefined ? "without a Content-Type" : `sent as ${type}`;
}

/** Ids of webhooks with an address. */
function idsAt({ items }: OpenList, url: string): readonly string[] {
  return idsOf(items.filter(({ raw }) => raw.url === url));
}
