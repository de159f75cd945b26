import { isObject } from "../../../contract/json.js";
import { urlOf } from "../../../contract/url.js";
import { type Answer, created, noContent, ok } from "../answer.js";
import type { Call, Handlers, WebhookChange } from "../behaviours.js";
import { oneOf, optionalText, requiredText } from "../body.js";
import { type Kept, newRecord } from "../collection.js";
import { invalidValue } from "../problem.js";
import type { JsonObject, Webhook } from "../records.js";
import { plainWebhookView } from "../views/webhook.js";

const EVENTS = ["batch", "carrier_connected", "label_created", "rate", "report_complete", "track"] as const;
const DEFAULT_STORE = 5001;

const find = (call: Call) => call.find(call.world.webhooks, "webhook_id");

/** Stores a new webhook. Throws 400. */
export function createWebhook(call: Call): Webhook {
  const fields = readWebhook(call.object());
  return call.world.webhooks.add({ ...fields, ...newRecord(call.does.webhookId(call), call.now()) });
}

/** The members of a new webhook. Throws 400. */
export function readWebhook(body: JsonObject): Omit<Webhook, keyof Kept> {
  const event = oneOf("event", requiredText(body, "event"), EVENTS);
  return {
    name: optionalText(body, "name") ?? event,
    url: readUrl(requiredText(body, "url")),
    event,
    headers: readHeaders(body) ?? [],
    storeId: readStore(body) ?? DEFAULT_STORE,
  };
}

const createV1 = (call: Call): Answer => created(plainWebhookView(call.does.createWebhook(call)));
const createV2 = (call: Call): Answer => created(call.does.webhookView(call, call.does.createWebhook(call)));

function readUrl(text: string): string {
  if (urlOf(text) !== null && /^https?:/i.test(text)) return text;
  throw invalidValue("url", text, "url must be an http or https address.");
}

function readHeaders(body: JsonObject): Webhook["headers"] | undefined {
  const { headers } = body;
  if (headers === undefined || headers === null) return undefined;
  if (!Array.isArray(headers)) {
    throw invalidValue("headers", JSON.stringify(headers), "headers must be an array.");
  }
  return headers.map((header: unknown) => {
    if (!isObject(header)) throw invalidValue("headers", JSON.stringify(header), "A header is an object.");
    const sent = { key: requiredText(header, "key"), value: optionalText(header, "value") ?? "" };
    if (canBeSent(sent)) return sent;
    throw invalidValue("headers", JSON.stringify(header), "This header cannot be sent.");
  });
}

/** Headers that are the connection's own. */
const OF_THE_CONNECTION = /^(connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$/i;

const canBeSent = ({ key, value }: Webhook["headers"][number]): boolean =>
  /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/.test(key) &&
  !OF_THE_CONNECTION.test(key) &&
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

function readStore({ store_id: store }: JsonObject): number | undefined {
  if (store === undefined || store === null) return undefined;
  if (typeof store === "number" && Number.isInteger(store)) return store;
  throw invalidValue("store_id", JSON.stringify(store), "store_id must be an integer.");
}

/** An update cannot change the event: one that is sent is ignored. */
function update(call: Call): Answer {
  const webhook = find(call);
  const body = call.object();
  const url = optionalText(body, "url");
  call.does.changeWebhook(call, webhook, {
    name: optionalText(body, "name"),
    url: url === undefined ? undefined : readUrl(url),
    headers: readHeaders(body),
  });
  call.world.webhooks.touch(webhook, call.now());
  return ok(call.does.webhookView(call, webhook));
}

export function changeWebhook(_call: Call, webhook: Webhook, { name, url, headers }: WebhookChange): void {
  webhook.name = name ?? webhook.name;
  webhook.url = url ?? webhook.url;
  webhook.headers = headers ?? webhook.headers;
}

function remove(call: Call): Answer {
  call.does.removeWebhook(call, find(call));
  return noContent();
}

export function removeWebhook({ world }: Call, { id }: Webhook): void {
  world.webhooks.remove(id);
}

const list = (call: Call): Answer =>
  ok(call.world.webhooks.ordered().map((webhook) => call.does.webhookView(call, webhook)));

export const webhooks: Handlers = {
  v1ListWebhooks: (call) => ok(call.world.webhooks.ordered().map(plainWebhookView)),
  v1CreateWebhook: createV1,
  v1DeleteWebhook: remove,
  v2ListWebhooks: list,
  v2CreateWebhook: createV2,
  v2GetWebhook: (call) => ok(call.does.webhookView(call, find(call))),
  v2UpdateWebhook: update,
  v2DeleteWebhook: remove,
};
