import type { Answered } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { Inconclusive, orWhyNot } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { idsBefore, owe } from "../created.js";
import { awaitEffect } from "../eventually.js";
import type { WebhookGeneration } from "./generations.js";
import { answeredIds } from "./life.js";
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
 * the ledger and removed at the end of the run.
 * @throws Inconclusive if the target shows no list of webhooks
 */
export async function attemptWebhooks(
  t: Check,
  { create: operation, remove, first }: WebhookGeneration,
  requests: readonly OddRequest[],
): Promise<readonly OddAttempt[]> {
  const { ledger } = t.session;
  // An earlier run with the same seed may have left some.
  const { operation: listing, list: before } = await t.given(first);
  if (before === null) return t.inconclusive("the webhooks cannot be listed, so an effect would not be seen");
  const removal = (webhook_id: string) => ({ operation: remove, path: { webhook_id } });
  const there = await idsBefore(t, removal(""));
  const sent: { url: string; entry: string; exchange: Answered | Inconclusive }[] = [];
  for (const { url, raw } of requests) {
    const entry = ledger.intend({ target: t.settings.url, operation, mark: url });
    // If one request gets no answer, the others still count.
    sent.push({ url, entry, exchange: await orWhyNot(t.ask({ operation, raw, removal: "hold" })) });
  }
  const hidden = sent.filter(({ exchange }) => isMade(exchange) && namedBy(exchange).length === 0);
  const after = await awaitEffect(
    t,
    () => listWebhooks(t, listing),
    (list) => hidden.every(({ url }) => idsAt(list, url).length > 0),
  );
  return sent.map(({ url, entry, exchange }) => {
    const old = idsAt(before, url);
    const found = new Set([...namedBy(exchange), ...idsAt(after, url)]);
    const ids = [...found].filter((id) => !old.includes(id) && !there.has(id));
    // An entry without an id stays: the end of the run looks for unseen webhooks.
    if (ids.length === 0 && !isMade(exchange) && !(exchange instanceof Inconclusive)) ledger.refused(entry);
    if (ids.length > 0 && !(exchange instanceof Inconclusive))
      t.session.conduct.tell(`${requestLine(exchange)} made a webhook of a body ${formatOf(exchange)}`);
    for (const [at, id] of ids.entries()) {
      const own = at === 0 ? entry : ledger.intend({ target: t.settings.url, operation, mark: url });
      owe(t, own, removal(id));
    }
    return { exchange, ids };
  });
}

function formatOf({ request: { headers } }: Answered): string {
  const type = headers["content-type"];
  return type === undefined ? "without a Content-Type" : `sent as ${type}`;
}

/** Ids of webhooks with an address. */
function idsAt({ items }: OpenList, url: string): readonly string[] {
  return items.filter(({ raw }) => raw.url === url).map(({ id }) => id);
}

/** Whether the target says that it created something. */
function isMade(exchange: Answered | Inconclusive): exchange is Answered {
  return !(exchange instanceof Inconclusive) && succeeded(exchange);
}

/** Ids in the answer to a successful creation. */
function namedBy(exchange: Answered | Inconclusive): readonly string[] {
  return isMade(exchange) ? answeredIds(exchange) : [];
}
