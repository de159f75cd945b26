import { all, before, on, registerAt } from "../bends.js";
import type { Behaviours, Bend, Call } from "../service/behaviours.js";
import { invalidValue } from "../service/problem.js";
import type { Webhook } from "../service/records.js";
import type { Fault } from "./fault.js";

const sentTo =
  (
    event: string,
    change: (registered: readonly Webhook[], all: readonly Webhook[]) => readonly Webhook[],
  ): Bend =>
  (does) => ({
    receivers: (sent, webhooks) => {
      const registered = does.receivers(sent, webhooks);
      return sent === event ? change(registered, webhooks) : registered;
    },
  });

/** Goes on sending report_complete to webhooks that matching calls deleted. */
const sentToDeleted =
  (fits: (call: Call) => boolean): Bend =>
  (does) => {
    const deleted: Webhook[] = [];
    return {
      removeWebhook: (call, webhook) => {
        does.removeWebhook(call, webhook);
        if (fits(call)) deleted.push(webhook);
      },
      receivers: (event, webhooks) =>
        does.receivers(event, event === "report_complete" ? [...webhooks, ...deleted] : webhooks),
    };
  };

/** Sends to other addresses than those of the registered webhooks. */
const sentToAddress = (change: (url: string) => string): Bend =>
  sentTo("report_complete", (registered) =>
    registered.map((webhook) => ({ ...webhook, url: change(webhook.url) })),
  );

/** A bend that gets what a webhook was created with, whatever updates changed since. */
const asMade =
  (bend: (does: Behaviours, madeOf: (webhook: Webhook) => Webhook) => Partial<Behaviours>): Bend =>
  (does) => {
    const made = new Map<string, Webhook>();
    return {
      createWebhook: (call) => {
        const webhook = does.createWebhook(call);
        made.set(webhook.id, { ...webhook });
        return webhook;
      },
      ...bend(does, (webhook) => made.get(webhook.id) ?? webhook),
    };
  };

/** Where events are sent, with which headers, and which can be asked for. */
const toFormerAddress = asMade((does, madeOf) => ({
  receivers: (event, webhooks) =>
    does.receivers(event, webhooks).map((webhook) => ({ ...webhook, url: madeOf(webhook).url })),
}));

export const faults: readonly Fault[] = [
  {
    id: "event-never-sent",
    rule: "events.report-complete.emitted",
    sentence: "No report_complete is sent.",
    bend: sentTo("report_complete", () => []),
  },
  {
    id: "event-sent-to-first-only",
    rule: "events.report-complete.emitted",
    sentence: "Only the first of the registered webhooks gets report_complete.",
    bend: sentTo("report_complete", (registered) => registered.slice(0, 1)),
  },
  {
    id: "event-sent-once-per-host",
    rule: "events.report-complete.emitted",
    sentence: "Of several webhooks on a host only the first gets report_complete.",
    bend: sentTo("report_complete", (registered) => [
      ...new Map(registered.toReversed().map((webhook) => [new URL(webhook.url).host, webhook])).values(),
    ]),
  },
  {
    id: "event-address-without-query",
    rule: "events.report-complete.emitted",
    sentence: "Deliveries of report_complete go to the address of a webhook without its query.",
    bend: sentToAddress((url) => url.split("?")[0] ?? url),
  },
  {
    id: "event-address-lowercased",
    rule: "events.report-complete.emitted",
    sentence: "Deliveries of report_complete go to the address of a webhook in small letters.",
    bend: sentToAddress((url) => url.toLowerCase()),
  },
  {
    id: "event-sent-to-every-webhook",
    rule: "events.report-complete.only-registered",
    sentence: "Webhooks for other events get report_complete too.",
    bend: sentTo("report_complete", (_, webhooks) => webhooks),
  },
  {
    id: "event-sent-to-webhooks-for-batch",
    rule: "events.report-complete.only-registered",
    sentence: "Webhooks for batch, and no others, get report_complete too.",
    bend: sentTo("report_complete", (registered, webhooks) => [
      ...registered,
      ...webhooks.filter(({ event }) => event === "batch"),
    ]),
  },
  {
    id: "event-sent-to-newest-webhook-for-batch",
    rule: "events.report-complete.only-registered",
    sentence: "The newest webhook for batch gets report_complete too.",
    bend: sentTo("report_complete", (registered, webhooks) => [
      ...registered,
      ...webhooks.filter(({ event }) => event === "batch").slice(-1),
    ]),
  },
  {
    id: "event-sent-to-every-webhook-but-batch",
    rule: "events.report-complete.only-registered",
    sentence: "Webhooks for other events get report_complete too, except those for batch.",
    bend: sentTo("report_complete", (_, webhooks) => webhooks.filter(({ event }) => event !== "batch")),
  },
  {
    id: "event-sent-to-deleted-webhook",
    rule: "events.report-complete.not-after-deletion",
    sentence: "Deleted webhooks get report_complete all the same.",
    bend: sentToDeleted(() => true),
  },
  {
    id: "event-batch-never-sent",
    rule: "events.batch.delivered",
    sentence: "A batch that completes sends nothing.",
    bend: sentTo("batch", () => []),
  },
  {
    id: "event-batch-sent-to-every-webhook",
    rule: "events.batch.only-registered",
    sentence: "Webhooks for report_complete get the event of a batch too.",
    bend: sentTo("batch", (_, webhooks) => webhooks),
  },
  {
    id: "event-without-headers",
    rule: "events.custom-headers",
    sentence: "Deliveries lack the headers of their webhook.",
    bend: () => ({ deliveryHeaders: () => [] }),
  },
  {
    id: "event-with-first-header-only",
    rule: "events.custom-headers",
    sentence: "Deliveries carry the first header of their webhook alone.",
    bend: (does) => ({ deliveryHeaders: (webhook) => does.deliveryHeaders(webhook).slice(0, 1) }),
  },
  {
    id: "event-with-header-values-in-lower-case",
    rule: "events.custom-headers",
    sentence: "Deliveries carry the values of their webhook's headers in lower case.",
    bend: (does) => ({
      deliveryHeaders: (webhook) =>
        does.deliveryHeaders(webhook).map(({ key, value }) => ({ key, value: value.toLowerCase() })),
    }),
  },
  {
    id: "event-with-former-headers",
    rule: "events.custom-headers",
    sentence: "Deliveries carry the headers that their webhook was made with, whatever an update said.",
    bend: asMade((does, madeOf) => ({
      deliveryHeaders: (webhook) => does.deliveryHeaders({ ...webhook, headers: madeOf(webhook).headers }),
    })),
  },
  {
    id: "event-with-former-headers-too",
    rule: "events.custom-headers",
    sentence: "Deliveries carry headers that an update of their webhook took away.",
    bend: asMade((does, madeOf) => ({
      deliveryHeaders: (webhook) => [
        ...does.deliveryHeaders({ ...webhook, headers: madeOf(webhook).headers }),
        ...does.deliveryHeaders(webhook),
      ],
    })),
  },
  {
    id: "event-sent-to-former-address",
    rule: "events.present-address",
    sentence: "Deliveries go to the address that a webhook was made with, whatever an update said.",
    bend: toFormerAddress,
  },
  {
    id: "event-of-batch-sent-to-former-address",
    rule: "events.present-address",
    sentence:
      "Webhooks of v2 are for batch alone, whose events go to the address that a webhook was made with.",
    bend: all(
      before("v2CreateWebhook", (call) => {
        const { event } = call.object();
        if (event === "report_complete") throw invalidValue("event", event, "There is no such event.");
      }),
      toFormerAddress,
    ),
  },
  {
    id: "event-sent-to-former-address-too",
    rule: "events.present-address",
    sentence: "Deliveries go to the address that a webhook was made with as well as to its present one.",
    bend: asMade((does, madeOf) => ({
      receivers: (event, webhooks) =>
        does.receivers(event, webhooks).flatMap((webhook) => {
          const { url } = madeOf(webhook);
          return url === webhook.url ? [webhook] : [webhook, { ...webhook, url }];
        }),
    })),
  },
  {
    id: "event-sent-to-webhook-deleted-in-v2",
    rule: "events.report-complete.not-after-deletion",
    sentence: "A webhook that was deleted in v2 gets report_complete all the same.",
    bend: sentToDeleted(({ v1 }) => !v1),
  },
  {
    id: "webhook-refused-event-created",
    rule: "events.values.nonsense",
    sentence: "A v2 webhook for an unknown event is refused and registered all the same.",
    bend: on("v2CreateWebhook", (call, next) => {
      const { url, event } = call.optional();
      const isKnown = call.world.webhooks.ordered().some((webhook) => webhook.event === event);
      if (!isKnown) registerAt(call, url);
      return next(call);
    }),
  },
  {
    id: "webhook-any-event",
    rule: "events.values.nonsense",
    sentence: "A webhook can be registered for any word.",
    bend: (does) => ({
      createWebhook: (call) => {
        const { event, ...rest } = call.object();
        if (typeof event !== "string" || event === "") return does.createWebhook(call);
        const { body } = call.incoming;
        const text = JSON.stringify({ ...rest, name: rest.name ?? event, event: "batch" });
        return Object.assign(does.createWebhook(call.with({ body: { ...body, text } })), { event });
      },
    }),
  },
];
