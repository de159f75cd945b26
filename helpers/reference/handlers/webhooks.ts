import { type Answer, created, noContent, ok } from "../answer.js";
import { isObject, optionalText, requiredText } from "../body.js";
import type { Call, Handlers } from "../call.js";
import { oneOf } from "../page-request.js";
import { conflict, invalidValue } from "../problem.js";
import type { JsonObject, Webhook } from "../records.js";
import { plainWebhookView, webhookView } from "../views/webhook.js";

const EVENTS = ["batch", "carrier_connected", "label_created", "rate", "report_complete", "track"] as const;
const DEFAULT_STORE = 5001;

const find = (call: Call) => call.find(call.world.webhooks, "webhook_id");

function create(call: Call): Webhook {
  createFromForm(call);
  const body = call.object();
  const now = call.now();
  const event = readEvent(call, requiredText(body, "event"));
  const webhook: Webhook = {
    id: nextId(call),
    seq: 0,
    created: now,
    modified: now,
    name: optionalText(body, "name") ?? event,
    url: readUrl(requiredText(body, "url")),
    event,
    headers: readHeaders(body) ?? [],
    storeId: readStore(body) ?? DEFAULT_STORE,
  };
  if (!call.v1) Object.assign(webhook, lostMembers(call, webhook));
  return call.world.webhooks.add(webhook);
}

function readEvent({ faults }: Call, event: string): string {
  return faults.has("webhook-any-event") ? event : oneOf("event", event, EVENTS);
}

/** Only with a fault: the request is refused afterwards all the same. */
function createFromForm(call: Call): void {
  const { text, type } = call.incoming.body;
  if (!type?.includes("form-urlencoded") || !call.faults.has("webhook-refused-form-created")) return;
  const [model] = call.world.webhooks.ordered();
  const url = new URLSearchParams(text).get("url");
  if (model && url) call.world.webhooks.add({ ...model, id: call.ids.next("webhook"), url });
}

/** A new id; with a fault that of a deleted webhook. */
function nextId({ faults, ids, v1 }: Call): string {
  if (!v1 && faults.has("webhook-v2-create-repeats-id")) {
    const [first = ids.next("webhook")] = faults.marked;
    faults.marked.add(first);
    return first;
  }
  const [free] = faults.marked;
  if (!v1 || free === undefined || !faults.has("webhook-v1-reuses-id")) return ids.next("webhook");
  faults.marked.delete(free);
  return free;
}

/** Members that a creation loses; none without a fault. */
function lostMembers({ faults }: Call, { headers, name, url }: Webhook): Partial<Webhook> {
  if (faults.has("webhook-v2-create-loses-name")) return { name: "Webhook" };
  if (faults.has("webhook-v2-create-trims-name")) return { name: name.slice(0, 8) };
  if (faults.has("webhook-v2-create-changes-url")) return { url: new URL("/events", url).href };
  if (faults.has("webhook-v2-create-lowers-url")) return { url: url.toLowerCase() };
  if (faults.has("webhook-v2-create-drops-query")) return { url: url.replace(/\?.*$/, "") };
  if (faults.has("webhook-v2-create-changes-event")) return { event: "batch" };
  if (faults.has("webhook-v2-create-loses-headers")) return { headers: [] };
  if (faults.has("webhook-v2-create-keeps-first-header")) return { headers: headers.slice(0, 1) };
  return faults.has("webhook-v2-create-loses-store") ? { storeId: DEFAULT_STORE } : {};
}

/** What the answer to a v1 creation shows; what is kept may be another matter. */
function createV1(call: Call): Answer {
  const { faults, world } = call;
  if (faults.has("webhook-v1-create-refused"))
    throw invalidValue("event", "report_complete", "No such event.");
  const webhook = create(call);
  if (faults.has("webhook-v1-create-changes-event")) Object.assign(webhook, { event: "batch" });
  if (faults.has("webhook-v1-create-not-kept")) world.webhooks.remove(webhook.id);
  if (faults.has("webhook-v1-create-kept-twice")) {
    world.webhooks.add({ ...webhook, id: call.ids.next("webhook") });
  }
  return created(plainWebhookView(webhook));
}

function createV2(call: Call): Answer {
  const { faults, world } = call;
  if (faults.has("webhook-v2-create-refuses-headers") && call.object().headers !== undefined) {
    throw invalidValue("headers", "[]", "headers cannot be set.");
  }
  const webhook = create(call);
  if (faults.has("webhook-v2-create-not-kept")) world.webhooks.remove(webhook.id);
  if (faults.has("webhook-v2-create-kept-twice")) {
    world.webhooks.add({ ...webhook, id: call.ids.next("webhook") });
  }
  if (faults.has("webhook-v2-create-answers-nothing")) return noContent();
  if (faults.has("webhook-v2-create-answers-array")) return created([webhookView(webhook)]);
  return (call.lavish ? ok : created)(webhookView(webhook));
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
  const known = call.world.webhooks.get(call.param("webhook_id")) !== undefined;
  if (!known && call.faults.has("webhook-v2-update-unknown-204")) return noContent();
  const webhook = call.faults.has("webhook-v2-put-hits-neighbour") ? neighbourOf(call) : find(call);
  if (call.faults.has("webhook-v2-put-without-effect")) return ok(webhookView(webhook));
  const body = call.object();
  const before = { ...webhook };
  const name = optionalText(body, "name");
  const url = optionalText(body, "url");
  const headers = readHeaders(body);
  const { faults } = call;
  if (faults.has("webhook-v2-put-refused")) throw conflict("A webhook cannot be changed.");
  if (faults.has("webhook-v2-put-refuses-headers") && headers !== undefined) {
    throw invalidValue("headers", JSON.stringify(body.headers), "headers cannot be changed.");
  }
  if (url !== undefined && !faults.has("webhook-v2-put-loses-url")) webhook.url = readUrl(url);
  if (faults.has("webhook-v2-put-lowers-url")) webhook.url = webhook.url.toLowerCase();
  if (name !== undefined && !faults.has("webhook-v2-put-loses-name")) webhook.name = name;
  if (headers !== undefined && !faults.has("webhook-v2-put-loses-headers")) webhook.headers = headers;
  if (headers?.length === 0 && faults.has("webhook-v2-put-ignores-empty-headers"))
    webhook.headers = before.headers;
  if (faults.has("webhook-v2-put-adds-headers")) webhook.headers = [...before.headers, ...(headers ?? [])];
  bendOthers(call, webhook, body);
  call.world.webhooks.touch(webhook, call.now());
  return call.lavish ? noContent() : ok(webhookView(webhook));
}

/** The oldest of the others, or the webhook itself where there is none. */
function neighbourOf(call: Call): Webhook {
  const webhook = find(call);
  return call.world.webhooks.ordered().find(({ id }) => id !== webhook.id) ?? webhook;
}

/** Only with a fault. */
function bendOthers({ faults, ids, world }: Call, webhook: Webhook, { event }: JsonObject): void {
  const neighbour = world.webhooks.ordered().find(({ id }) => id !== webhook.id);
  if (neighbour && faults.has("webhook-v2-put-renames-neighbour")) neighbour.name = webhook.name;
  if (neighbour && faults.has("webhook-v2-put-strips-neighbour")) neighbour.headers = [];
  if (faults.has("webhook-v2-put-creates-second"))
    world.webhooks.add({ ...webhook, id: ids.next("webhook") });
  if (faults.has("webhook-v2-put-resets-event")) Object.assign(webhook, { event: "track" });
  if (faults.has("webhook-v2-put-resets-store")) Object.assign(webhook, { storeId: 0 });
  if (typeof event === "string" && faults.has("webhook-v2-put-applies-event"))
    Object.assign(webhook, { event });
}

function removeV1(call: Call): Answer {
  const { faults, world } = call;
  const known = world.webhooks.get(call.param("webhook_id"));
  const gone = faults.marked.has(call.param("webhook_id"));
  if (!known && gone && faults.has("webhook-v1-delete-again-204")) return noContent();
  if (!known && !gone && faults.has("webhook-v1-delete-unknown-204")) return noContent();
  const webhook = find(call);
  const { id, event } = webhook;
  faults.marked.add(id);
  call.shared.deliveries.forget(webhook);
  if (!faults.has("webhook-v1-deleted-still-listed")) world.webhooks.remove(id);
  if (faults.has("webhook-v1-delete-takes-newest")) removeNewest(call);
  if (faults.has("webhook-v1-delete-takes-event")) removeOthers(call, (other) => other.event === event);
  if (faults.has("webhook-v1-delete-answers-webhook")) return ok({ webhook_id: id });
  return noContent(faults.has("webhook-v1-delete-answers-200"));
}

function removeNewest({ world }: Call): void {
  const newest = world.webhooks.ordered().at(-1);
  if (newest) world.webhooks.remove(newest.id);
}

function removeOthers({ world }: Call, fits: (webhook: Webhook) => boolean): void {
  for (const other of world.webhooks.ordered().filter(fits)) world.webhooks.remove(other.id);
}

function removeV2(call: Call): Answer {
  const { faults, world } = call;
  const known = world.webhooks.get(call.param("webhook_id"));
  if (!known && faults.has("webhook-v2-delete-unknown-204")) return noContent();
  if (!known && faults.has("webhook-v2-delete-unknown-409")) throw conflict("There is nothing to delete.");
  const webhook = find(call);
  if (faults.has("webhook-v2-delete-refused")) throw conflict("A webhook in use cannot be deleted.");
  call.shared.deliveries.forget(webhook);
  if (faults.has("webhook-v2-delete-only-hides")) faults.marked.add(webhook.id);
  else if (!faults.has("webhook-v2-deleted-still-listed")) world.webhooks.remove(webhook.id);
  if (faults.has("webhook-v2-delete-takes-newest")) removeNewest(call);
  if (faults.has("webhook-v2-delete-takes-event")) removeOthers(call, ({ event }) => event === webhook.event);
  if (faults.has("webhook-v2-delete-takes-address")) removeOthers(call, ({ url }) => url === webhook.url);
  return call.lavish ? ok(webhookView(webhook)) : noContent();
}

function listV2(call: Call): Answer {
  const { faults, world } = call;
  const shown = world.webhooks
    .ordered()
    .filter(({ id }) => !(faults.marked.has(id) && faults.has("webhook-v2-delete-only-hides")))
    .map(webhookView);
  if (faults.has("webhook-v2-list-wrapped")) return ok({ webhooks: shown });
  if (faults.has("webhook-v2-list-shares-ids")) {
    return ok(shown.map((webhook) => ({ ...webhook, webhook_id: shown[0]?.webhook_id })));
  }
  const [last] = shown.slice(-1);
  const repeats = shown.length > 1 && faults.has("webhook-v2-list-repeats-newest-id");
  return ok(repeats ? [...shown, last] : shown);
}

function getV2(call: Call): Answer {
  const { faults } = call;
  const webhook = find(call);
  const shown = webhookView(webhook);
  if (faults.has("webhook-v2-get-shows-event-as-name")) return ok({ ...shown, name: webhook.event });
  return ok(faults.has("webhook-v2-get-hides-headers") ? { ...shown, headers: [] } : shown);
}

export const webhooks: Handlers = {
  v1ListWebhooks: (call) => ok(call.world.webhooks.ordered().map(plainWebhookView)),
  v1CreateWebhook: createV1,
  v1DeleteWebhook: removeV1,
  v2ListWebhooks: listV2,
  v2CreateWebhook: createV2,
  v2GetWebhook: getV2,
  v2UpdateWebhook: update,
  v2DeleteWebhook: removeV2,
};
