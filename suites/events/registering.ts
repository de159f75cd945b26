import { findIds } from "../../helpers/oracles/search.js";
import type { Answered, Check } from "../../helpers/runner/check.js";
import { idsIn } from "../../helpers/runner/open-list.js";
import { type Creation, createOwn } from "../../helpers/runner/own.js";
import { type LearntReceiver, receiverOf } from "../../helpers/runner/receiving.js";
import { shared } from "../../helpers/runner/shared.js";
import { createWebhook, firstList, V1_EVENT } from "../webhooks/life-v1.js";

/** Where the v2 webhook points to that is registered for batch. */
export const BATCH_PATH = "/v2-batch";

/** The receiver of the run with a v2 webhook that is registered for batch. Once a run. */
export const batchReceiver = shared(async (t): Promise<LearntReceiver> => {
  const receiver = await receiverOf(t);
  await registerV2(t, "batch", receiver.url + BATCH_PATH);
  return receiver;
});

/** Registers an address in v1, for the only event that it names. */
export async function registerV1(t: Check, url: string): Promise<void> {
  const { list } = await firstList(t);
  const { own, created, after } = await createWebhook(t, url, list);
  // Where it is not listed it may not have been kept, which the rules of its creation tell.
  if (own !== null && idsIn(after).includes(own.id)) return;
  t.inconclusive(
    `no webhook could be registered for ${V1_EVENT} and found in the list: status ${created.answer.status}`,
  );
}

/** Registers an address in v2. */
export async function registerV2(
  t: Check,
  event: string,
  url: string,
  headers: readonly { readonly key: string; readonly value: string }[] = [],
): Promise<void> {
  await createOwn(t, webhook({ name: `plimsoll ${event}`, event, url, headers }));
}

/** The creation of a v2 webhook whose id its answer names. */
export function webhook(body: Readonly<Record<string, unknown>> & { readonly url: string }): Creation {
  return {
    ask: { operation: "v2CreateWebhook", body },
    mark: body.url,
    idOf: ({ answer }: Answered) =>
      answer.body.kind === "json" ? (findIds(answer.body.value, "webhook_id")[0] ?? null) : null,
    removal: (id) => ({ operation: "v2DeleteWebhook", path: { webhook_id: id } }),
  };
}
