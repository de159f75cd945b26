import type { Delivery } from "../../../target/receiver.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { receiverOf } from "../event-receiver.js";
import { PATH } from "../webhooks/addresses.js";
import { type Lasting, movedBatch } from "../webhooks/lasting.js";
import { announcesReports, isAboutBatch, processable, processFirst, processing } from "./batch-events.js";
import { WAIT_MS } from "./completion.js";
import { breachInDelivery } from "./deliveries.js";
import { ifNoneLeft } from "./waiting.js";

// Where v2 announces no reports, the event of a batch shows where its events go, and with which headers.

/** A webhook for batch that was moved before a batch was processed, and the event that came to it. */
interface Moved {
  readonly webhook: Lasting;
  /** The id of the batch. */
  readonly batch: string;
  /** Undefined where none came. */
  readonly delivery: Delivery | undefined;
}

/** Null where v2 announces reports, and where there is no such webhook or batch. Once a run. */
export const movedInV2 = given(async (t): Promise<Moved | null> => {
  const done = await t.tryGiven(processing);
  if (done === null || (await announcesReports(t))) return null;
  const webhook = await t.tryGiven(movedBatch);
  if (webhook === null || webhook.update === null) return null;
  const receiver = await t.given(receiverOf);
  const isDue = isAt(PATH.batchMoved, done.id);
  await receiver.waitFor(isDue, done.hasCome ? WAIT_MS : 0);
  return { webhook, batch: done.id, delivery: receiver.deliveries.find(isDue) };
});

/** Judges that no event of a batch goes to the address that the webhook had before its update. */
export async function judgeFormerAddress(t: Check, { webhook, batch, delivery }: Moved): Promise<void> {
  const receiver = await t.given(receiverOf);
  if (receiver.deliveries.some(isAt(PATH.batchFormer, batch))) {
    const again = await comesForAnother(t, batch);
    if (again !== undefined) {
      await ifNoneLeft(t, [PATH.batchFormer], "webhooks.v2.put.url");
      const received = `a delivery to ${PATH.batchFormer}, as before the update`;
      const update = webhook.update === null ? [] : [webhook.update];
      return breachInDelivery(t, again, `events go to ${webhook.sent.url}`, received, update);
    }
    t.observe("After a webhook is updated, events still go to its former address for a moment.");
  }
  if (delivery === undefined)
    t.inconclusive("no event of a batch came to the new address; see events.batch.delivered");
  t.saw("webhooks with another address");
}

/** What comes to the former address of another batch that is processed: the sender may learn of an update late. */
async function comesForAnother(t: Check, batch: string): Promise<Delivery | undefined> {
  await t.session.pause(WAIT_MS);
  const ids = await t.given(processable);
  const { id } = await processFirst(t, ids.slice(ids.indexOf(batch) + 1));
  const receiver = await t.given(receiverOf);
  await receiver.waitFor(isAt(PATH.batchFormer, id), WAIT_MS);
  return receiver.deliveries.find(isAt(PATH.batchFormer, id));
}

function isAt(path: string, batch: string): (delivery: Delivery) => boolean {
  return (delivery) => delivery.path === path && isAboutBatch(delivery, batch);
}
