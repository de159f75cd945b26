import { isObject } from "../../contract/json.js";
import { changeAt, changeMember, remembering, without } from "../bends.js";
import type { Bend } from "../service/behaviours.js";
import type { JsonObject, Report, World } from "../service/records.js";
import { timestamp } from "../service/views/time.js";
import type { Fault } from "./fault.js";

/** Changes the payload of report_complete. */
const payload =
  (change: (payload: JsonObject, list: string, world: World) => JsonObject): Bend =>
  (does) => ({
    reportPayload: (report, world, origin) =>
      change(does.reportPayload(report, world, origin), `${origin}/v1/incubator/adjustments/reports`, world),
  });

/** Hides reports from the list. @param note is told of each completed report, and sets which are hidden */
const hiding = (note: (hidden: Set<string>, id: string) => void): Bend =>
  remembering((hidden) => (does) => ({
    reportPayload: (report, world, origin) => {
      note(hidden, report.id);
      return does.reportPayload(report, world, origin);
    },
    matching: (listing, request) => does.matching(listing, request).filter(({ id }) => !hidden.has(id)),
  }));

const data = (change: (data: JsonObject, list: string, world: World) => JsonObject): Bend =>
  payload((all, list, world) => ({
    ...all,
    data: isObject(all.data) ? change(all.data, list, world) : all.data,
  }));

const createdAt = (change: (at: string) => unknown): Bend =>
  data((all) => ({ ...all, created_at: change(String(all.created_at)) }));

/** Announces another report instead of the completed one. */
const ofPrevious = (report: Report, { reports }: World): Report => reports.ordered().at(-2) ?? report;

/** What the payload of report_complete says. */
export const faults: readonly Fault[] = [
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
    bend: hiding((told, id) => told.add(id)),
  },
  {
    id: "event-last-report-not-listed",
    rule: "events.report-complete.listed",
    sentence: "The report that was completed last is not in the list until another one is complete.",
    bend: hiding((told, id) => {
      told.clear();
      told.add(id);
    }),
  },
];
