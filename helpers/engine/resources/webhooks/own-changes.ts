import type { SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import {
  isForeign,
  storedSays,
  type WebhookMember,
  type WebhookSent,
} from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import { type Raw, sentIn } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { polling } from "../eventually.js";
import { updateTo, WRITES } from "./generations.js";
import { removeWebhook } from "./life.js";
import { readUntil, readWebhook } from "./reading.js";
import { createAnother } from "./trials.js";
import { updateOf } from "./updates.js";

// Another client may change a webhook that the run has just made. So one that shows what the run never sent counts only
// if the next one shows it wrong too.

type Shown = Raw | null | undefined;

/** Whether a webhook of ours shows a name or an address that no write of this run sent. */
export function showsForeign(t: Check, shown: Shown): boolean {
  if (!shown) return false;
  const writes = WRITES.flatMap((write) => t.session.journal.exchangesOf(write));
  const sent = writes.map(sentIn).filter((each) => each !== null);
  return isForeign(sent, t.settings.run, shown);
}

/** Whether another client changed a webhook after its creation: one that is created alike shows the member as sent. */
export async function isChangedSinceCreation(
  t: Check,
  member: WebhookMember,
  like: WebhookSent,
  shown: Shown,
): Promise<boolean> {
  if (!showsForeign(t, shown)) return false;
  const { own, sent, after } = await createAnother(t, "v2", like);
  if (own === null) return false;
  const byId = await readUntil(t, "v2", own.id, ({ raw }) => raw !== null);
  await removeWebhook(t, "v2", own);
  return storedSays(member, { sent }, [byId?.raw, itemOf(after, own.id)]) === "yes";
}

/** Whether another client changed a webhook after its update: another one, updated alike, shows the member as sent. */
export async function isChangedSinceUpdate(
  t: Check,
  member: WebhookMember,
  sent: WebhookSent,
  shown: Shown,
): Promise<boolean> {
  if (!showsForeign(t, shown)) return false;
  const { own } = await createAnother(t, "v2");
  if (own === null) return false;
  const isRight = ({ raw }: SeenWebhook) => storedSays(member, { sent }, [raw]) === "yes";
  const update = await t.ask(updateTo(own.id, updateOf(sent)));
  const byId = await polling(t, () => readWebhook(t, own.id)).until(isRight);
  await removeWebhook(t, "v2", own);
  return succeeded(update) && isRight(byId);
}
