import { after, before, hiding, remembering, showing } from "../../bends.js";
import { created, noContent } from "../../service/answer.js";
import type { Bend } from "../../service/behaviours.js";
import { invalidValue } from "../../service/problem.js";
import type { JsonObject, Webhook } from "../../service/records.js";
import { DAY } from "../../service/seed/stock.js";
import { webhookShows } from "../../view-bends.js";
import type { Fault } from "../fault.js";
import { handingBack, idOf, keptTwice, listing, making, notKept, oldestOther } from "./bends.js";

/** Stores other values of a new v2 webhook than those sent. */
const losing = (members: (webhook: Webhook) => Partial<Webhook>): Bend =>
  making("v2", (webhook) => Object.assign(webhook, members(webhook)));

/** Fails over some bodies of new v2 webhooks. */
const failing = (fits: (sent: JsonObject) => boolean, why: string): Bend =>
  before("v2CreateWebhook", (call) => {
    if (fits(call.object())) throw new Error(why);
  });

/** Creations in v2, and what v2 shows of them. */
export const faults: readonly Fault[] = [
  {
    id: "webhook-v2-list-wrapped",
    rule: "webhooks.v2.list.array",
    sentence: "The v2 webhook list is an object with an array.",
    bend: listing((webhooks) => ({ webhooks })),
  },
  {
    id: "webhook-v2-list-needs-store",
    rule: "status.lists-accepted",
    sentence: "The v2 webhook list refuses requests without a store_id.",
    bend: before("v2ListWebhooks", ({ query: { store_id } }) => {
      if (store_id === undefined) throw invalidValue("store_id", "", "A store is needed.");
    }),
  },
  {
    id: "webhook-v2-create-refuses-headers",
    rule: "webhooks.v2.create.object",
    sentence: "A v2 webhook with headers is refused.",
    bend: before("v2CreateWebhook", (call) => {
      if (call.object().headers !== undefined) throw invalidValue("headers", "[]", "headers cannot be set.");
    }),
  },
  {
    id: "webhook-v2-create-answers-nothing",
    rule: "webhooks.v2.create.object",
    sentence: "Creating a v2 webhook answers 204.",
    bend: after("v2CreateWebhook", noContent),
  },
  {
    id: "webhook-v2-create-refuses-batch",
    rule: "events.values.batch",
    sentence: "A v2 webhook for batch is refused: there is no such event.",
    bend: before("v2CreateWebhook", (call) => {
      if (call.object().event === "batch") throw invalidValue("event", "batch", "There is no such event.");
    }),
  },
  {
    id: "webhook-v2-create-fails-for-batch",
    rule: "events.values.batch",
    sentence: "A v2 webhook for batch leads to a 500.",
    bend: failing(({ event }) => event === "batch", "no such event"),
  },
  {
    id: "webhook-v2-create-long-name-fails",
    rule: "webhooks.v2.create.object",
    sentence: "A v2 webhook with a name of more than 64 characters leads to a 500.",
    bend: failing(({ name }) => String(name).length > 64, "the column is too short"),
  },
  {
    id: "webhook-v2-create-third-header-fails",
    rule: "webhooks.v2.create.object",
    sentence: "A v2 webhook with more than two headers leads to a 500.",
    bend: failing(({ headers }) => Array.isArray(headers) && headers.length > 2, "no third header"),
  },
  {
    id: "webhook-v2-create-answers-array",
    rule: "webhook.body",
    sentence: "Creating a v2 webhook answers an array that holds it.",
    bend: after("v2CreateWebhook", (_, { json }) => created([json])),
  },
  {
    id: "webhook-v2-create-loses-name",
    rule: "webhooks.v2.create.name",
    sentence: "A new v2 webhook gets another name.",
    bend: losing(() => ({ name: "Webhook" })),
  },
  {
    id: "webhook-v2-without-headers-loses-name",
    rule: "webhooks.v2.create.name",
    sentence: "A v2 webhook without headers shows null for its name and its store.",
    bend: webhookShows((view, { headers }, { v1, operation }) =>
      v1 || operation.method !== "GET" || headers.length > 0 ? view : { ...view, name: null, store_id: null },
    ),
  },
  {
    id: "webhook-v2-create-trims-name",
    rule: "webhooks.v2.create.name",
    sentence: "The name of a new v2 webhook is cut to eight characters.",
    bend: losing(({ name }) => ({ name: name.slice(0, 8) })),
  },
  {
    id: "webhook-v2-create-cuts-long-name",
    rule: "webhooks.v2.create.name",
    sentence: "The name of a new v2 webhook is cut to 30 characters.",
    bend: losing(({ name }) => ({ name: name.slice(0, 30) })),
  },
  {
    id: "webhook-v2-create-cuts-long-url",
    rule: "webhooks.v2.create.url",
    sentence: "The address of a new v2 webhook is cut to 255 characters.",
    bend: losing(({ url }) => ({ url: url.slice(0, 255) })),
  },
  {
    id: "webhook-v2-create-garbles-name",
    rule: "webhooks.v2.create.name",
    sentence: "In the name of a new v2 webhook, letters beyond ASCII become question marks.",
    bend: losing(({ name }) => ({ name: name.replace(/[^ -~]/gu, "?") })),
  },
  {
    id: "webhook-v2-create-escapes-name",
    rule: "webhooks.v2.create.name",
    sentence: "In the name of a new v2 webhook, & becomes &amp;.",
    bend: losing(({ name }) => ({ name: name.replaceAll("&", "&amp;") })),
  },
  {
    id: "webhook-v2-create-changes-url",
    rule: "webhooks.v2.create.url",
    sentence: "A new v2 webhook gets another path of its host.",
    bend: losing(({ url }) => ({ url: new URL("/events", url).href })),
  },
  {
    id: "webhook-v2-create-decodes-url",
    rule: "webhooks.v2.create.url",
    sentence: "The url of a new v2 webhook is kept decoded.",
    bend: losing(({ url }) => ({ url: decodeURIComponent(url) })),
  },
  {
    id: "webhook-v2-create-lowers-url",
    rule: "webhooks.v2.create.url",
    sentence: "The url of a new v2 webhook is put in lower case.",
    bend: losing(({ url }) => ({ url: url.toLowerCase() })),
  },
  {
    id: "webhook-v2-create-drops-query",
    rule: "webhooks.v2.create.url",
    sentence: "The url of a new v2 webhook loses its query.",
    bend: losing(({ url }) => ({ url: url.replace(/\?.*$/, "") })),
  },
  {
    id: "webhook-v2-create-url-loses-last-slash",
    rule: "webhooks.v2.create.url",
    sentence: "The url of a new v2 webhook loses the slash at its end.",
    bend: losing(({ url }) => ({ url: url.replace(/\/+$/, "") })),
  },
  {
    id: "webhook-v2-create-url-loses-port",
    rule: "webhooks.v2.create.url",
    sentence: "The url of a new v2 webhook loses its port.",
    bend: losing(({ url }) => ({ url: url.replace(/:\d+(?=\/|$)/, "") })),
  },
  {
    id: "webhook-v2-create-hands-back-same-event",
    rule: "webhooks.v2.create.url",
    sentence: "Making a v2 webhook for an event that one made in v2 has already answers 201 with that one.",
    bend: handingBack("v2"),
  },
  {
    id: "webhook-v2-create-changes-event",
    rule: "webhooks.v2.create.event",
    sentence: "A new v2 webhook is always for batch.",
    bend: losing(() => ({ event: "batch" })),
  },
  {
    id: "webhook-v2-create-with-headers-is-for-batch",
    rule: "webhooks.v2.create.event",
    sentence: "A new v2 webhook with several headers is for batch.",
    bend: losing(({ event, headers }) => ({ event: headers.length > 1 ? "batch" : event })),
  },
  {
    id: "webhook-v2-create-for-batch-is-for-reports",
    rule: "webhooks.v2.create.event",
    sentence: "A new v2 webhook for batch is for report_complete.",
    bend: losing(({ event }) => ({ event: event === "batch" ? "report_complete" : event })),
  },
  {
    id: "webhook-v2-create-headers-lower-case",
    rule: "webhooks.v2.create.headers",
    sentence: "The values of a new v2 webhook's headers are kept in lower case.",
    bend: losing(({ headers }) => ({
      headers: headers.map(({ key, value }) => ({ key, value: value.toLowerCase() })),
    })),
  },
  {
    id: "webhook-v2-create-loses-headers",
    rule: "webhooks.v2.create.headers",
    sentence: "A new v2 webhook has no headers.",
    bend: losing(() => ({ headers: [] })),
  },
  {
    id: "webhook-v2-create-keeps-first-header",
    rule: "webhooks.v2.create.headers",
    sentence: "A new v2 webhook keeps the first of its headers alone.",
    bend: losing(({ headers }) => ({ headers: headers.slice(0, 1) })),
  },
  {
    id: "webhook-v2-create-keeps-four-headers",
    rule: "webhooks.v2.create.headers",
    sentence: "A new v2 webhook keeps no more than four of its headers.",
    bend: losing(({ headers }) => ({ headers: headers.slice(0, 4) })),
  },
  {
    id: "webhook-v2-create-header-once-a-value",
    rule: "webhooks.v2.create.headers",
    sentence: "A new v2 webhook keeps one header of those with the same value.",
    bend: losing(({ headers }) => ({
      headers: headers.filter(({ value }, at) => headers.findIndex((one) => one.value === value) === at),
    })),
  },
  {
    id: "webhook-v2-create-header-to-comma",
    rule: "webhooks.v2.create.headers",
    sentence: "The values of a new v2 webhook's headers end at the first comma.",
    bend: losing(({ headers }) => ({
      headers: headers.map(({ key, value }) => ({ key, value: value.replace(/,.*/, "") })),
    })),
  },
  {
    id: "webhook-v2-create-header-loses-padding",
    rule: "webhooks.v2.create.headers",
    sentence: "The values of a new v2 webhook's headers lose the equals signs at their end.",
    bend: losing(({ headers }) => ({
      headers: headers.map(({ key, value }) => ({ key, value: value.replace(/=+$/, "") })),
    })),
  },
  {
    id: "webhook-v2-create-header-cut",
    rule: "webhooks.v2.create.headers",
    sentence: "The values of a new v2 webhook's headers are cut to 128 characters.",
    bend: losing(({ headers }) => ({
      headers: headers.map(({ key, value }) => ({ key, value: value.slice(0, 128) })),
    })),
  },
  {
    id: "webhook-v2-create-loses-store",
    rule: "webhooks.v2.create.store_id",
    sentence: "A new v2 webhook gets the default store.",
    bend: losing(() => ({ storeId: 5001 })),
  },
  {
    id: "webhook-v2-create-with-headers-loses-store",
    rule: "webhooks.v2.create.store_id",
    sentence: "A new v2 webhook with several headers gets the default store.",
    bend: losing(({ storeId, headers }) => ({ storeId: headers.length > 1 ? 5001 : storeId })),
  },
  {
    id: "webhook-v2-create-not-kept",
    rule: "webhooks.v2.create.listed",
    sentence: "A webhook made in v2 is not kept.",
    bend: notKept("v2"),
  },
  {
    id: "webhook-v2-create-kept-twice",
    rule: "webhooks.v2.create.listed",
    sentence: "A webhook made in v2 is registered twice.",
    bend: keptTwice("v2"),
  },
  {
    id: "webhook-v2-create-renames-neighbour",
    rule: "webhooks.v2.create.listed",
    sentence: "A webhook that is made in v2 gives its name to an older one too.",
    bend: making("v2", ({ id, name }, call) => {
      const other = oldestOther(call, id);
      if (other) other.name = name;
    }),
  },
  {
    id: "webhook-v2-list-shares-ids",
    rule: "webhooks.v2.ids.unique",
    sentence: "All listed v2 webhooks show the id of the first one.",
    bend: listing((webhooks) => webhooks.map((webhook) => Object.assign({}, webhook, idOf(webhooks[0])))),
  },
  {
    id: "webhook-v2-list-repeats-newest-id",
    rule: "webhooks.v2.ids.unique",
    sentence: "The newest v2 webhook is listed twice.",
    bend: listing((webhooks) => (webhooks.length > 1 ? [...webhooks, webhooks.at(-1)] : webhooks)),
  },
  {
    id: "webhook-v2-create-repeats-id",
    rule: "webhooks.v2.ids.unique",
    sentence: "Every new v2 webhook gets the id of the first that was made.",
    bend: remembering((ids) => (does) => ({
      webhookId: (call) => {
        if (call.v1) return does.webhookId(call);
        const [first = does.webhookId(call)] = ids;
        ids.add(first);
        return first;
      },
    })),
  },
  {
    id: "webhook-v2-get-shows-event-as-name",
    rule: "webhooks.v2.get.equals",
    sentence: "A v2 webhook by id shows its event as its name.",
    bend: showing("v2GetWebhook", (webhook) => ({ ...webhook, name: webhook.event })),
  },
  {
    id: "webhook-v2-get-hides-headers",
    rule: "webhooks.v2.get.equals",
    sentence: "A v2 webhook by id shows no headers.",
    bend: showing("v2GetWebhook", (webhook) => ({ ...webhook, headers: [] })),
  },
  {
    id: "webhook-v2-get-misses-older",
    rule: "webhooks.v2.get.equals",
    sentence: "A v2 webhook is found by its id only on the day that it was made.",
    bend: hiding("v2GetWebhook", (id, call) => {
      const { created = call.now() } = call.world.webhooks.get(id) ?? {};
      return created < call.now() - DAY;
    }),
  },
  {
    id: "webhook-v2-get-refuses-for-batch",
    rule: "webhooks.v2.get.equals",
    sentence: "A v2 webhook for batches is refused with 400 by its id.",
    bend: hiding(
      "v2GetWebhook",
      (id, { world }) => world.webhooks.get(id)?.event === "batch",
      (parameter, id) => invalidValue(parameter, id, "This webhook is of another kind."),
    ),
  },
];
