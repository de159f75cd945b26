import { isObject } from "../../contract/json.js";
import { changeAt, changeMember, on, registerAt, remembering, without } from "../bends.js";
import type { Behaviours, Bend, Call } from "../service/behaviours.js";
import type { JsonObject, Report, Webhook, World } from "../service/records.js";
import { timestamp } from "../service/views/time.js";
import type { Fault } from "./fault.js";

/** Changes the payload of report_complete. */
const payload =
  (change: (payload: JsonObject, list: string, world: World) => JsonObject): Bend =>
  (does) => ({
    reportPayload: (report, world, origin) =>
      change(does.reportPayload(report, world, origin), `${origin}/v1/incubator/adjustments/reports`, world),
  });

const data = (change: (data: JsonObject, list: string, world: World) => JsonObject): Bend =>
  payload((all, list, world) => ({
    ...all,
    data: isObject(all.data) ? change(all.data, list, world) : all.data,
  }));

const createdAt = (change: (at: string) => unknown): Bend =>
  data((all) => ({ ...all, created_at: change(String(all.created_at)) }));

/** Announces another report instead of the completed one. */
const ofPrevious = (report: Report, { reports }: World): Report => reports.ordered().at(-2) ?? report;

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

/** Goes on sending to webhooks that matching calls deleted. */
const sentToDeleted =
  (fits: (call: Call) => boolean): Bend =>
  (does) => {
    const deleted: Webhook[] = [];
    return {
      removeWebhook: (call, webhook) => {
        does.removeWebhook(call, webhook);
        if (fits(call)) deleted.push(webhook);
      },
      receivers: (event, webhooks) => does.receivers(event, [...webhooks, ...deleted]),
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
    id: "event-body-form",
    rule: "events.report-complete.json",
    sentence: "The body of a delivery is form-encoded.",
    bend: (does) => ({
      deliveryText: (sent) => new URLSearchParams({ payload: does.deliveryText(sent) }).toString(),
    }),
  },
  {
    id: "event-body-in-a-string",
    rule: "events.report-complete.json",
    sentence: "The body of a delivery is a JSON string that holds the object.",
    bend: (does) => ({ deliveryText: (sent) => JSON.stringify(does.deliveryText(sent)) }),
  },
  {
    id: "event-resource-url-missing",
    rule: "events.report-complete.resource_url",
    sentence: "The payload has no resource_url.",
    bend: payload((all) => without(all, "resource_url")),
  },
  {
    id: "event-resource-url-object",
    rule: "events.report-complete.resource_url",
    sentence: "The resource_url of the payload is an object with href.",
    bend: payload((all) => ({ ...all, resource_url: { href: all.resource_url } })),
  },
  {
    id: "event-resource-type-is-event",
    rule: "events.report-complete.resource_type",
    sentence: "The resource_type is the name of the event.",
    bend: payload((all) => ({ ...all, resource_type: "report_complete" })),
  },
  {
    id: "event-resource-type-lower-case",
    rule: "events.report-complete.resource_type",
    sentence: "The resource_type is written in lower case.",
    bend: payload((all) => ({ ...all, resource_type: "api_report_complete" })),
  },
  {
    id: "event-report-type-missing",
    rule: "events.report-complete.data.report_type",
    sentence: "The payload has no report_type.",
    bend: data((all) => without(all, "report_type")),
  },
  {
    id: "event-report-type-number",
    rule: "events.report-complete.data.report_type",
    sentence: "The report_type of the payload is a number.",
    bend: data((all) => ({ ...all, report_type: 1 })),
  },
  {
    id: "event-created-at-epoch",
    rule: "events.report-complete.data.created_at",
    sentence: "The created_at of the payload is a number of milliseconds.",
    bend: createdAt((at) => Date.parse(at)),
  },
  {
    id: "event-created-at-rfc-1123",
    rule: "events.report-complete.data.created_at",
    sentence: "The created_at of the payload is written as in an HTTP header.",
    bend: createdAt((at) => new Date(at).toUTCString()),
  },
  {
    id: "event-created-at-of-previous",
    rule: "events.report-complete.created-at-of-report",
    sentence: "The created_at of the payload is that of the report before.",
    bend: (does) => ({
      reportPayload: (report, world, origin) =>
        does.reportPayload({ ...report, created: ofPrevious(report, world).created }, world, origin),
    }),
  },
  {
    id: "event-created-at-hour-late",
    rule: "events.report-complete.created-at-of-report",
    sentence: "The created_at of the payload is an hour late.",
    bend: createdAt((at) => timestamp(Date.parse(at) + 3_600_000)),
  },
  {
    id: "event-report-url-missing",
    rule: "events.report-complete.data.report_url.href",
    sentence: "The payload has no report_url.",
    bend: data((all) => without(all, "report_url")),
  },
  {
    id: "event-report-url-string",
    rule: "events.report-complete.data.report_url.href",
    sentence: "The report_url of the payload is the address itself.",
    bend: payload((all) => ({ ...all, data: changeAt(all.data, ["report_url"], () => all.resource_url) })),
  },
  {
    id: "event-resource-url-leads-nowhere",
    rule: "events.report-complete.leads-to-report",
    sentence: "The resource_url of the payload leads to no report.",
    bend: payload((all) => ({ ...all, resource_url: `${all.resource_url}0` })),
  },
  {
    id: "event-report-url-leads-nowhere",
    rule: "events.report-complete.leads-to-report",
    sentence: "The report_url of the payload leads to no report.",
    bend: data((all) => changeMember(all, ["report_url", "href"], (href) => `${href}0`)),
  },
  {
    id: "event-names-previous-report",
    rule: "events.report-complete.leads-to-report",
    sentence: "The payload tells of the report before the one that was completed.",
    bend: (does) => ({
      reportPayload: (report, world, origin) => does.reportPayload(ofPrevious(report, world), world, origin),
    }),
  },
  {
    id: "event-report-url-leads-to-first",
    rule: "events.report-complete.leads-to-report",
    sentence: "The report_url of the payload leads to the oldest report.",
    bend: data((all, list, { reports }) => ({
      ...all,
      report_url: { href: `${list}/${reports.ordered()[0]?.id}` },
    })),
  },
  {
    id: "event-resource-url-leads-to-list",
    rule: "events.report-complete.leads-to-report",
    sentence: "The resource_url of the payload leads to the list of reports.",
    bend: payload((all, list) => ({ ...all, resource_url: list })),
  },
  {
    id: "event-report-not-listed",
    rule: "events.report-complete.listed",
    sentence: "A report that is completed on demand can be read and is never in the list.",
    bend: remembering((told) => (does) => ({
      reportPayload: (report, world, origin) => {
        told.add(report.id);
        return does.reportPayload(report, world, origin);
      },
      matching: (listing, request) => does.matching(listing, request).filter(({ id }) => !told.has(id)),
    })),
  },
  {
    id: "event-sent-to-every-webhook",
    rule: "events.report-complete.only-registered",
    sentence: "Webhooks for other events get report_complete too.",
    bend: sentTo("report_complete", (_, webhooks) => webhooks),
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
    id: "event-sent-to-former-address",
    rule: "events.present-address",
    sentence: "Deliveries go to the address that a webhook was made with, whatever an update said.",
    bend: asMade((does, madeOf) => ({
      receivers: (event, webhooks) =>
        does.receivers(event, webhooks).map((webhook) => ({ ...webhook, url: madeOf(webhook).url })),
    })),
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
