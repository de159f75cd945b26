import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import { idsIn } from "../../helpers/engine/lists/open-list.js";
import type { Own } from "../../helpers/engine/resources/created.js";
import { type LearntReceiver, receiverOf } from "../../helpers/engine/resources/event-receiver.js";
import { excuseOf } from "../../helpers/engine/resources/webhooks/addresses.js";
import { V1, V1_EVENT, V2 } from "../../helpers/engine/resources/webhooks/generations.js";
import {
  createWebhook,
  registerWebhook,
  removeWebhook,
} from "../../helpers/engine/resources/webhooks/life.js";
import type { WebhookSent } from "../../helpers/oracles/webhooks.js";
import { succeeded } from "../../helpers/wire/status.js";

/** Where the v2 webhook points to that is registered for batch. */
export const BATCH_PATH = "/v2-batch";

/** The receiver of the run with a v2 webhook that is registered for batch. Once a run. */
export const batchReceiver = given(async (t): Promise<LearntReceiver> => {
  const receiver = await t.given(receiverOf);
  await registerV2(t, "batch", receiver.url + BATCH_PATH);
  return receiver;
});

/**
 * Registers an address in v1, for the only event that it names.
 * @returns the creation and the id of the webhook
 * @throws Inconclusive when the target refuses, or the webhook cannot be found
 */
export async function registerV1(t: Check, url: string): Promise<Own> {
  const { list } = await t.given(V1.first);
  const { own, created, after } = await createWebhook(t, V1, { url, event: V1_EVENT }, list);
  // Where it is not listed it may not have been kept, which the rules of its creation tell.
  if (own !== null && after !== null && idsIn(after).includes(own.id)) return own;
  return t.inconclusive(
    succeeded(created)
      ? `a webhook was registered for ${V1_EVENT}, but the list does not show it`
      : excuseOf(t, created),
  );
}

/** Registers an address in v1 and deletes it at once; the deletion, or null where one of these did not succeed. */
export async function registerAndDelete(t: Check, url: string): Promise<Answered | null> {
  const { own } = await registerWebhook(t, V1, { url, event: V1_EVENT });
  const deletion = own === null ? null : await removeWebhook(t, V1, own);
  return deletion !== null && succeeded(deletion) ? deletion : null;
}

/**
 * Registers an address in v2.
 * @throws Inconclusive when the target refuses, or the id cannot be found
 */
export async function registerV2(
  t: Check,
  event: string,
  url: string,
  headers: WebhookSent["headers"] = [],
): Promise<void> {
  const { own, created } = await registerWebhook(t, V2, { name: `plimsoll ${event}`, event, url, headers });
  if (own !== null) return;
  t.inconclusive(
    succeeded(created)
      ? `a webhook was registered for ${event} in v2, but its id cannot be found`
      : excuseOf(t, created),
  );
}
