import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import { idsIn } from "../../helpers/engine/lists/open-list.js";
import type { Attempt } from "../../helpers/engine/resources/created.js";
import { type LearntReceiver, receiverOf } from "../../helpers/engine/resources/event-receiver.js";
import { excuseOf } from "../../helpers/engine/resources/webhooks.js";
import type { WebhookSent } from "../../helpers/oracles/webhooks.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { succeeded } from "../../helpers/wire/status.js";
import { createWebhook, firstList, removeWebhook, V1_EVENT } from "../webhooks/life-v1.js";
import { createWebhook as createWebhookV2 } from "../webhooks/life-v2.js";
import { firstWebhooks } from "../webhooks/listing.js";

/** Where the v2 webhook points to that is registered for batch. */
export const BATCH_PATH = "/v2-batch";

/** The receiver of the run with a v2 webhook that is registered for batch. Once a run. */
export const batchReceiver = given(async (t): Promise<LearntReceiver> => {
  const receiver = await t.given(receiverOf);
  await registerV2(t, "batch", receiver.url + BATCH_PATH);
  return receiver;
});

/** Registers an address in v1, for the only event that it names. */
export async function registerV1(t: Check, url: string): Promise<void> {
  const { list } = await t.given(firstList);
  const { own, created, after } = await createWebhook(t, url, list);
  // Where it is not listed it may not have been kept, which the rules of its creation tell.
  if (own !== null && idsIn(after).includes(own.id)) return;
  t.inconclusive(
    succeeded(created)
      ? `a webhook was registered for ${V1_EVENT}, but the list does not show it`
      : excuseOf(t, created),
  );
}

/** Registers an address in v1 and deletes it at once; the deletion, or null where one of these did not succeed. */
export async function registerAndDelete(t: Check, url: string): Promise<Answered | null> {
  const { list } = await t.given(firstList);
  const { own } = await createWebhook(t, url, list);
  const deletion = own === null ? null : await removeWebhook(t, own);
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
  const { own, created } = await createV2(t, { name: `plimsoll ${event}`, event, url, headers });
  if (own !== null) return;
  t.inconclusive(
    succeeded(created)
      ? `a webhook was registered for ${event} in v2, but its id cannot be found`
      : excuseOf(t, created),
  );
}

/** Creates a v2 webhook. */
export async function createV2(t: Check, sent: WebhookSent): Promise<Attempt> {
  return createWebhookV2(t, await ifReadable(firstWebhooks(t, "v2ListWebhooks")), sent);
}
