import { type Answer, created, noContent, ok } from "../answer.js";
import { isObject, optionalText, requiredText } from "../body.js";
import type { Call, Handlers } from "../call.js";
import { oneOf } from "../paging.js";
import { invalidValue } from "../problem.js";
import type { JsonObject, Webhook } from "../records.js";
import { plainWebhookView, webhookView } from "../views/webhook.js";

const EVENTS = ["batch", "carrier_connected", "label_created", "rate", "report_complete", "track"] as const;
const DEFAULT_STORE = 5001;

const find = (call: Call) => call.find(call.world.webhooks, "webhook_id");

function create(call: Call): Webhook {
  const body = call.object();
  const now = call.now();
  const event = oneOf("event", requiredText(body, "event"), EVENTS);
  const webhook: Webhook = {
    id: call.ids.next("webhook"),
    seq: 0,
    created: now,
    modified: now,
    name: optionalText(body, "name") ?? event,
    url: readUrl(requiredText(body, "url")),
    event,
    headers: readHeaders(body) ?? [],
    storeId: readStore(body) ?? DEFAULT_STORE,
  };
  return call.world.webhooks.add(webhook);
}

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/i.test(text)) return text;
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
    return { key: requiredText(header, "key"), value: optionalText(header, "value") ?? "" };
  });
}

function readStore({ store_id: store }: JsonObject): number | undefined {
  if (store === undefined || store === null) return undefined;
  if (typeof store === "number" && Number.isInteger(store)) return store;
  throw invalidValue("store_id", JSON.stringify(store), "store_id must be an integer.");
}

/** The event is not part of an update: one that is sent is ignored. */
function update(call: Call): Answer {
  const webhook = find(call);
  const body = call.object();
  const name = optionalText(body, "name");
  const url = optionalText(body, "url");
  const headers = readHeaders(body);
  if (url !== undefined) webhook.url = readUrl(url);
  if (name !== undefined) webhook.name = name;
  if (headers !== undefined) webhook.headers = headers;
  call.world.webhooks.touch(webhook, call.now());
  return call.lavish ? noContent() : ok(webhookView(webhook));
}

function removeV1(call: Call): Answer {
  const { id } = find(call);
  if (!call.faults.has("webhook-v1-deleted-still-listed")) call.world.webhooks.remove(id);
  return noContent(call.faults.has("webhook-v1-delete-answers-200"));
}

function removeV2(call: Call): Answer {
  const webhook = find(call);
  if (!call.faults.has("webhook-v2-deleted-still-listed")) call.world.webhooks.remove(webhook.id);
  return call.lavish ? ok(webhookView(webhook)) : noContent();
}

export const webhooks: Handlers = {
  v1ListWebhooks: (call) => ok(call.world.webhooks.ordered().map(plainWebhookView)),
  v1CreateWebhook: (call) => created(plainWebhookView(create(call))),
  v1DeleteWebhook: removeV1,
  v2ListWebhooks: (call) => ok(call.world.webhooks.ordered().map(webhookView)),
  v2CreateWebhook: (call) => (call.lavish ? ok : created)(webhookView(create(call))),
  v2GetWebhook: (call) => ok(webhookView(find(call))),
  v2UpdateWebhook: update,
  v2DeleteWebhook: removeV2,
};
