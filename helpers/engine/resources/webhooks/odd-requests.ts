import type { OperationId } from "../../../contract/generated/types.js";
import type { Generation } from "../../../contract/model.js";
import type { Removal } from "../../../target/ledger.js";
import type { Answered } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { Inconclusive, orWhyNot } from "../../../wire/outcome.js";
import { jsonOf, objectOf } from "../../../wire/raw.js";
import { findIds, objectsIn } from "../../../wire/search.js";
import { succeeded } from "../../../wire/status.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import { idsBefore } from "../created.js";
import { awaitEffect } from "../eventually.js";

const OPERATIONS = {
  v1: { list: "v1ListWebhooks", create: "v1CreateWebhook", remove: "v1DeleteWebhook" },
  v2: { list: "v2ListWebhooks", create: "v2CreateWebhook", remove: "v2DeleteWebhook" },
} as const satisfies Record<Generation, Record<string, OperationId>>;

/** An unusual request that may create a webhook. */
export interface OddRequest {
  /** Address by which the webhook is found; each request has its own. */
  readonly url: string;
  readonly raw: NonNullable<Ask["raw"]>;
}

/** The outcome of an unusual request. */
export interface OddAttempt {
  readonly url: string;
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
  generation: Generation,
  requests: readonly OddRequest[],
): Promise<readonly OddAttempt[]> {
  const { ledger } = t.session;
  const operation = OPERATIONS[generation].create;
  // An earlier run with the same seed may have left some.
  const before = await listing(t, generation, (list) => t.listed(list));
  const there = await idsBefore(t, { operation: OPERATIONS[generation].remove, path: { webhook_id: "" } });
  const sent: { url: string; entry: string; exchange: Answered | Inconclusive }[] = [];
  for (const { url, raw } of requests) {
    const entry = ledger.intend({ target: t.settings.url, operation, mark: url });
    // If one request gets no answer, the others still count.
    sent.push({ url, entry, exchange: await orWhyNot(t.ask({ operation, raw, removal: "hold" })) });
  }
  const hidden = sent.filter(({ exchange }) => isMade(exchange) && namedBy(exchange).length === 0);
  const after = await awaitEffect(
    t,
    () => listing(t, generation, (list) => t.ask({ operation: list })),
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
    for (const [at, id] of ids.entries()) owe(t, generation, url, id, at === 0 ? entry : null);
    return { url, exchange, ids };
  });
}

function formatOf({ request: { headers } }: Answered): string {
  const type = headers["content-type"];
  return type === undefined ? "without a Content-Type" : `sent as ${type}`;
}

/** Tells the ledger about a webhook to remove. */
function owe(t: Check, generation: Generation, mark: string, webhook_id: string, entry: string | null): void {
  const { ledger, debts } = t.session;
  const { create: operation, remove } = OPERATIONS[generation];
  const removal: Removal = { operation: remove, path: { webhook_id } };
  const own = entry ?? ledger.intend({ target: t.settings.url, operation, mark });
  ledger.created(own, removal);
  debts.set(own, { entry: own, removal });
}

/** The list of webhooks; those of v1 may be in either generation's list. */
async function listing(
  t: Check,
  generation: Generation,
  read: (list: OperationId) => Promise<Answered>,
): Promise<Answered> {
  const own = await read(OPERATIONS[generation].list);
  const other = generation === "v1" && t.settings.generations.includes("v2");
  const list = !succeeded(own) && other ? await read(OPERATIONS.v2.list) : own;
  if (succeeded(list) && list.answer.body.kind === "json") return list;
  return t.inconclusive("the webhooks cannot be listed, so an effect would not be seen");
}

/** Ids of webhooks with an address. */
function idsAt({ answer }: Answered, url: string): readonly string[] {
  return objectsIn(jsonOf(answer))
    .filter((record) => record.url === url)
    .map((record) => record.webhook_id ?? record.id)
    .filter((id) => typeof id === "string" || typeof id === "number")
    .map(String);
}

/** Whether the target says that it created something. */
function isMade(exchange: Answered | Inconclusive): exchange is Answered {
  return !(exchange instanceof Inconclusive) && succeeded(exchange);
}

/** Ids in the answer to a successful creation. */
function namedBy(exchange: Answered | Inconclusive): readonly string[] {
  return isMade(exchange) ? findIds(objectOf(exchange.answer), "webhook_id") : [];
}
