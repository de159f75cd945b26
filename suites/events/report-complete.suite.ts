import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { completion } from "../../helpers/engine/resources/events/completion.js";
import {
  breachInDelivery,
  deliveries,
  deliveryInV2,
  noEvent,
  noEventInV2,
  noWebhookInV2,
} from "../../helpers/engine/resources/events/deliveries.js";
import { movedInV2 } from "../../helpers/engine/resources/events/moved-batch.js";
import { judgeFoundBy } from "../../helpers/engine/resources/events/new-report.js";
import {
  follow,
  judgeNamed,
  judgePayload,
  judgeReportListed,
} from "../../helpers/engine/resources/events/report-laws.js";
import { newest } from "../../helpers/engine/resources/events/reports.js";
import { judgeSecondEmitted, judgeSecondNamed } from "../../helpers/engine/resources/events/second-report.js";
import {
  heard,
  listened,
  PATIENCE_S,
  passedOver,
  whyNoDelivery,
} from "../../helpers/engine/resources/events/waiting.js";
import type { Lasting } from "../../helpers/engine/resources/webhooks/lasting.js";
import { listWebhooks } from "../../helpers/engine/resources/webhooks/reading.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import {
  addressesIn,
  createdAtIn,
  isOtherTime,
  isReportsTime,
  reportsNamedIn,
} from "../../helpers/oracles/reports/event.js";
import { storedSays } from "../../helpers/oracles/webhooks/webhooks.js";
import type { Delivery } from "../../helpers/target/receiver.js";
import { itemOf } from "../../helpers/wire/decode.js";
import { renderValue } from "../../helpers/wire/message.js";
import { Inconclusive, ifReadable } from "../../helpers/wire/outcome.js";

async function judgeEmitted(t: Check): Promise<void> {
  const made = await t.given(completion);
  const hasCome = await t.given(listened);
  if (!made.certain && !hasCome) noEvent(t, made);
  if (!hasCome && made.inV1.every(({ isUnseen }) => isUnseen === true))
    t.inconclusive(
      "no event came, and no list shows whether the webhook was kept; see webhooks.v1.create.listed",
    );
  t.saw("reports completed");
  const missed = hasCome ? await passedOver(t) : null;
  if (hasCome && missed === null) return;
  t.breachIn(
    "POST /v1/environment/webhooks",
    "the webhook registered for report_complete receives the event when a report appears",
    missed === null
      ? `no delivery to ${made.receiver.url} within ${PATIENCE_S} s, though the report list grew${await whyNoDelivery(t)}`
      : `none to ${missed.sent.url}, though it came to another webhook that is registered for it`,
    [],
    "v1CreateWebhook",
  );
}

async function judgeCreatedAt(t: Check): Promise<void> {
  for (const delivery of await deliveries(t)) {
    const [id, another] = reportsNamedIn(delivery.text);
    const shown = await t.given(newest);
    const listed = id === undefined ? undefined : shown?.created.get(id);
    if (shown === null || listed === undefined || another !== undefined) continue;
    t.saw("times compared");
    const said = createdAtIn(delivery.text);
    t.observe(
      `data.created_at of an event ${isReportsTime(said, listed) ? "equals" : "does not equal"} the created_at of its report to the digit.`,
    );
    if (!isOtherTime(said, listed, shown.readAt)) continue;
    const documented = `data.created_at of report ${id}, which the list shows as ${renderValue(listed)}`;
    return breachInDelivery(t, delivery, documented, renderValue(said), [shown.exchange]);
  }
}

async function judgeAddresses(t: Check): Promise<void> {
  const followed = new Set<string>();
  for (const delivery of await deliveries(t)) {
    for (const href of addressesIn(delivery.text)) {
      if (followed.has(href)) continue;
      followed.add(href);
      await follow(t, delivery, href);
    }
  }
  await judgeNamed(t);
}

async function judgeListed(t: Check): Promise<void> {
  const all = await deliveries(t);
  const shown = await t.given(newest);
  if (shown === null)
    return t.inconclusive("needs a report completed on demand, and a list of reports that can be read");
  const named = all.flatMap((delivery) => reportsNamedIn(delivery.text).map((id) => [id, delivery] as const));
  for (const [id, delivery] of new Map(named)) {
    if (shown.created.has(id)) t.saw("reports looked for");
    else await judgeReportListed(t, delivery, id);
  }
}

async function observeAddresses(t: Check): Promise<void> {
  const [first] = await deliveries(t);
  const distinct = new Set(addressesIn(first?.text ?? ""));
  t.observe(`resource_url and data.report_url.href are ${distinct.size === 1 ? "equal" : "different"}.`);
}

async function judgeHeaders(t: Check): Promise<void> {
  const [{ sent, own, dropped = [] }, delivery] = await eventInV2(t);
  t.saw("deliveries to a webhook with headers");
  const due = [...(sent.headers ?? []), ...dropped.map(({ key }) => ({ key, value: undefined }))];
  const wrong = due.find(({ key, value }) => delivery.headers[key] !== value);
  if (wrong === undefined) return;
  const list = await ifReadable(listWebhooks(t, "v2ListWebhooks"));
  if (storedSays("headers", { sent, former: dropped }, [itemOf(list, own.id)]) === "no")
    t.inconclusive("the webhook does not show the headers that it was given; see webhooks.v2.put.headers");
  const { key, value } = wrong;
  const documented =
    value === undefined ? `no header ${key} after an update without it` : `header ${key}: ${value}`;
  breachInDelivery(t, delivery, documented, renderValue(delivery.headers[key]));
}

/** A webhook of v2 whose address and headers were changed, and an event that came to it. */
async function eventInV2(t: Check): Promise<readonly [Lasting, Delivery]> {
  const made = await t.given(completion);
  const { inV2 } = made;
  if (!(inV2 instanceof Inconclusive)) {
    await t.given(heard);
    const delivery = deliveryInV2(made, inV2);
    if (delivery !== undefined) return [inV2, delivery];
  }
  const moved = await t.given(movedInV2);
  if (moved?.delivery !== undefined) return [moved.webhook, moved.delivery];
  return inV2 instanceof Inconclusive ? noWebhookInV2(t, inV2) : noEventInV2(t, made);
}

// biome-ignore format: one rule a line
describe("Event: report_complete", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard("events.report-complete.emitted", "registers a receiver and has a report completed", judgeEmitted);
  rule.fromStandard("events.report-complete.created-at-of-report", "compares it with what the list shows for the report", judgeCreatedAt);
  rule.fromStandard("events.report-complete.leads-to-report", "follows both addresses of the payload", judgeAddresses);
  rule.fromStandard("events.report-complete.listed", "looks in the list for the report that an event named", judgeListed);
  rule.fromStandard("events.report-complete.same-address", "compares both addresses of the payload", observeAddresses);
});

// biome-ignore format: one rule a line
describe("GET /v1/incubator/adjustments/reports: a new report", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard("reports.filter.created_at_start", "looks for the report completed on demand from just before its creation", judgeFoundBy("created_at_start"));
  rule.fromStandard("reports.filter.created_at_end", "looks for the report completed on demand until just after its creation", judgeFoundBy("created_at_end"));
  rule.fromStandard("reports.slice.desc", "looks for the report completed on demand in a longer page", judgeFoundBy("page_size"));
});

// biome-ignore format: one rule a line
describe("Event: report_complete, of a second report", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromThorough("events.report-complete.emitted", "has a second report completed", judgeSecondEmitted);
  rule.fromThorough("events.report-complete.leads-to-report", "has a second report completed", judgeSecondNamed);
});

// biome-ignore format: one rule a line
describe("Event: report_complete, its payload", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard("events.report-complete.json", "reads the delivered payload", judgePayload);
  rule.fromStandard("events.report-complete.resource_url", "reads the delivered payload", judgePayload);
  rule.fromStandard("events.report-complete.resource_type", "reads the delivered payload", judgePayload);
  rule.fromStandard("events.report-complete.data.report_type", "reads the delivered payload", judgePayload);
  rule.fromStandard("events.report-complete.data.created_at", "reads the delivered payload", judgePayload);
  rule.fromStandard("events.report-complete.data.report_url.href", "reads the delivered payload", judgePayload);
});

// biome-ignore format: one rule a line
describe("Other events", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard("events.custom-headers", "looks for the webhook's own headers on its delivery", judgeHeaders);
});
