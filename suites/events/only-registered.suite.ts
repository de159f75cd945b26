import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { judgeNoBatchEvent } from "../../helpers/engine/resources/events/batch-events.js";
import { completion, isReportSince } from "../../helpers/engine/resources/events/completion.js";
import {
  breachInDelivery,
  deliveries,
  deliveryInV2,
  judgeNoneCame,
  noEventInV2,
  noWebhookInV2,
} from "../../helpers/engine/resources/events/deliveries.js";
import { judgeFormerAddress, movedInV2 } from "../../helpers/engine/resources/events/moved-batch.js";
import {
  cameAnyway,
  comesAgain,
  ifNoneLeft,
  toldFormer,
} from "../../helpers/engine/resources/events/waiting.js";
import { PATH } from "../../helpers/engine/resources/webhooks/addresses.js";
import { lastingBatch } from "../../helpers/engine/resources/webhooks/lasting.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import type { Delivery } from "../../helpers/target/receiver.js";
import { renderValue } from "../../helpers/wire/message.js";
import { Inconclusive } from "../../helpers/wire/outcome.js";

async function judgeOtherEvents(t: Check): Promise<void> {
  if (!t.settings.generations.includes("v2"))
    t.notApplicable("the other event that the document names is one of v2, which this run leaves out");
  await deliveries(t);
  await t.given(lastingBatch);
  const isWrong = ({ path, text }: Delivery) =>
    (path === PATH.batch || path === PATH.other) && text.includes("API_REPORT_COMPLETE");
  await judgeNoneCame(t, isWrong, "a webhook registered for another event gets no report_complete");
}

async function judgeDeleted(t: Check): Promise<void> {
  await deliveries(t);
  const { deleted, earlier, receiver } = await t.given(completion);
  if (deleted.length === 0)
    t.inconclusive("no webhook could be registered and deleted before a report was completed on demand");
  const isLate = isReportSince(earlier, ({ path }) => deleted.some((former) => path.startsWith(former)));
  if (!(await cameAnyway(t, isLate))) return;
  // The sender may learn of a deletion late.
  if (!(await comesAgain(t, isLate)))
    return t.observe("After a webhook is deleted, events still reach it for a moment.");
  const [delivery] = receiver.deliveries.filter(isLate);
  if (delivery === undefined) return;
  await ifNoneLeft(t, deleted, "webhooks.v1.delete.gone and webhooks.v2.delete.gone");
  breachInDelivery(t, delivery, "a deleted webhook gets no event", renderValue(delivery.text));
}

async function judgePresentAddress(t: Check): Promise<void> {
  const made = await t.given(completion);
  const { earlier, inV2, receiver } = made;
  const moved = await t.given(movedInV2);
  if (moved !== null) return judgeFormerAddress(t, moved);
  if (inV2 instanceof Inconclusive) return noWebhookInV2(t, inV2);
  const { update, sent } = inV2;
  if (update === null)
    return t.inconclusive("the url of a webhook could not be changed; see webhooks.v2.put.accepted");
  const isFormer = isReportSince(earlier, ({ path }) => path === PATH.former);
  const told = await t.given(toldFormer);
  const [delivery] = receiver.deliveries.filter(isFormer);
  if (told === "again" && delivery !== undefined) {
    await ifNoneLeft(t, [PATH.former], "webhooks.v2.put.url");
    const received = `a delivery to ${PATH.former}, as before the update`;
    return breachInDelivery(t, delivery, `events go to ${sent.url}`, received, [update]);
  }
  if (told === "once")
    t.observe("After a webhook is updated, events still go to its former address for a moment.");
  if (deliveryInV2(made, inV2) === undefined) noEventInV2(t, made);
  t.saw("webhooks with another address");
}

// Last of the event checks, so that events that must not come have had time to come.
// biome-ignore format: one rule a line
describe("Event: report_complete", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard("events.report-complete.only-registered", "looks at webhooks that are registered for other events", judgeOtherEvents);
  rule.fromStandard("events.report-complete.not-after-deletion", "looks at webhooks that were deleted before the report", judgeDeleted);
});

// biome-ignore format: one rule a line
describe("Other events", { meta: { changes: ["webhooks", "batches"] } }, () => {
  rule.fromStandard("events.batch.only-registered", "looks at webhooks that are registered for report_complete", judgeNoBatchEvent);
});

// biome-ignore format: one rule a line
describe("Other events, after an update", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard("events.present-address", "looks at the former address of a webhook whose url was changed", judgePresentAddress);
});
