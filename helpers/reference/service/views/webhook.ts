import type { Schemas } from "../../../contract/generated/types.js";
import type { Call } from "../behaviours.js";
import type { JsonObject, Webhook } from "../records.js";

/** Webhook (v2). */
export function webhookView(_call: Call, webhook: Webhook): JsonObject {
  return {
    webhook_id: webhook.id,
    url: webhook.url,
    event: webhook.event,
    headers: [...webhook.headers],
    name: webhook.name,
    store_id: webhook.storeId,
  } satisfies Schemas["v2/webhook"];
}

/** Webhook as v1 shows it: the members that its creation accepts, and the id. */
export function plainWebhookView({ id, url, event }: Webhook): JsonObject {
  return { webhook_id: id, url, event };
}
