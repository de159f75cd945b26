import { isObject } from "../../contract/json.js";
import { after, afterwards, all, before, on, onRefusal, remembering } from "../bends.js";
import { namedWebhook } from "../named-records.js";
import { noContent, ok } from "../service/answer.js";
import type { Bend, Call } from "../service/behaviours.js";
import { conflict, invalidValue, noRoute, Problem, valueRequired } from "../service/problem.js";
import type { JsonObject, Webhook } from "../service/records.js";
import { webhookShows } from "../view-bends.js";
import type { Habit } from "./habit.js";

/** Hosts under reserved names: nothing can be reached there. */
const UNREACHABLE = /^https?:\/\/([^/:]+\.)?(invalid|test|example|example\.(com|net|org))([:/]|$)/i;

/** Milliseconds until the sender of events knows a new webhook. */
const LEARNS_MS = 500;

/** Operations of webhooks. */
const WEBHOOK_CALLS = [
  "v1ListWebhooks",
  "v1CreateWebhook",
  "v1DeleteWebhook",
  "v2ListWebhooks",
  "v2CreateWebhook",
  "v2GetWebhook",
  "v2UpdateWebhook",
  "v2DeleteWebhook",
] as const;

/** Milliseconds until a new webhook has its signature. */
const SIGNS_MS = 100;

/** How often, and how long, an address is pinged that is pinged repeatedly, in milliseconds. */
const PING_MS = 400;
const PINGED_MS = 8_000;

/** Milliseconds until another client gives the oldest webhook its other name. */
const RENAMES_MS = 700;

/** Sends a ping to the address in a request after answering the request. */
function ping(call: Call): void {
  const { url } = call.optional();
  const body = JSON.stringify({ resource_type: "API_PING", resource_url: null });
  // The receiver's answer does not matter.
  void fetch(String(url), { method: "POST", body }).catch(() => {});
}

/** Refuses addresses without HTTPS; the error may name the member. */
const refusingHttp = (isNamed: boolean): Bend =>
  before(["v1CreateWebhook", "v2CreateWebhook", "v2UpdateWebhook"], (call) => {
    const { url } = call.optional();
    if (typeof url !== "string" || !url.startsWith("http:")) return;
    const field = isNamed ? { field: { name: "url", value: url } } : {};
    const message = "The url must begin with https.";
    throw new Problem(400, { type: "validation", code: "invalid_field_value", message, ...field });
  });

export const habits: readonly Habit[] = [
  {
    id: "webhook-created-200",
    section: "v2 webhooks",
    sentence: "The creation of a webhook in v2 answers 200.",
    bend: after("v2CreateWebhook", (_, answer) => ({ ...answer, status: 200 })),
  },
  {
    id: "webhook-created-207",
    section: "v2 webhooks",
    sentence: "The creation of a webhook in v2 answers 207 with the webhook.",
    bend: after("v2CreateWebhook", (_, answer) => ({ ...answer, status: 207 })),
  },
  {
    id: "webhook-updated-204",
    section: "v2 webhooks",
    sentence: "The update of a webhook in v2 answers 204.",
    bend: after("v2UpdateWebhook", noContent),
  },
  {
    id: "webhook-deleted-shown",
    section: "v2 webhooks",
    sentence: "The deletion of a webhook in v2 answers 200 with the webhook.",
    bend: on("v2DeleteWebhook", (call, next) => {
      const webhook = namedWebhook(call);
      const answer = next(call);
      return webhook ? ok(call.does.webhookView(call, webhook)) : answer;
    }),
  },
  {
    id: "webhook-deleted-readable",
    section: "v2 webhooks",
    sentence: "A webhook that was deleted can still be read by its id in v2, and shows active as false.",
    bend: (does) => {
      const deleted = new Map<string, JsonObject>();
      return on(["v2DeleteWebhook", "v2GetWebhook"], (call, next) => {
        const id = call.param("webhook_id");
        const view = deleted.get(id);
        if (call.operation.method === "GET") return view === undefined ? next(call) : ok(view);
        const webhook = call.world.webhooks.get(id);
        if (webhook) deleted.set(id, { ...call.does.webhookView(call, webhook), active: false });
        return next(call);
      })(does);
    },
  },
  {
    id: "webhook-deleted-listed",
    section: "v2 webhooks",
    sentence: "A webhook that was deleted stays in v2's list, and shows active as false.",
    bend: (does) => {
      const deleted: JsonObject[] = [];
      return on(["v2DeleteWebhook", "v2ListWebhooks"], (call, next) => {
        const webhook = call.operation.method === "GET" ? null : namedWebhook(call);
        const answer = next(call);
        if (webhook) deleted.push({ ...call.does.webhookView(call, webhook), active: false });
        return Array.isArray(answer.json) ? { ...answer, json: [...answer.json, ...deleted] } : answer;
      })(does);
    },
  },
  {
    id: "webhook-delete-unknown-400",
    section: "v2 webhooks",
    sentence: "The deletion of an unknown webhook in v2 answers 400.",
    bend: onRefusal("v2DeleteWebhook", 404, (_, problem) => {
      throw new Problem(400, problem.detail);
    }),
  },
  {
    id: "webhook-address-unreachable",
    section: "v2 webhooks",
    sentence:
      "A webhook for an address that cannot be reached is refused by an error of the type business_rules.",
    bend: before(["v1CreateWebhook", "v2CreateWebhook", "v2UpdateWebhook"], (call) => {
      const { url } = call.optional();
      if (typeof url !== "string" || !UNREACHABLE.test(url)) return;
      const message = "The address cannot be reached.";
      throw new Problem(400, { type: "business_rules", code: "unspecified", message });
    }),
  },
  {
    id: "webhook-address-https-only",
    section: "v2 webhooks",
    sentence: "A webhook for an address without HTTPS is refused by a validation error that names url.",
    bend: refusingHttp(true),
  },
  {
    id: "webhook-address-https-unnamed",
    section: "v2 webhooks",
    sentence: "A webhook for an address without HTTPS is refused by a validation error that names no member.",
    bend: refusingHttp(false),
  },
  {
    id: "webhook-names-short",
    section: "v2 webhooks",
    sentence: "The name of a webhook has 24 characters at most.",
    bend: before(["v2CreateWebhook", "v2UpdateWebhook"], (call) => {
      const { name } = call.optional();
      if (typeof name === "string" && name.length > 24) throw invalidValue("name", name, "Too long.");
    }),
  },
  {
    id: "webhook-store-checked",
    section: "v2 webhooks",
    sentence: "A webhook for a store that does not exist is refused.",
    bend: before("v2CreateWebhook", (call) => {
      const { store_id: store } = call.object();
      const isKnown = call.world.webhooks.ordered().some(({ storeId }) => storeId === store);
      if (store !== undefined && !isKnown)
        throw invalidValue("store_id", String(store), "There is no such store.");
    }),
  },
  {
    id: "webhook-store-needed",
    section: "Webhook (v2)",
    sentence: "A v2 webhook must name a store.",
    bend: before("v2CreateWebhook", (call) => {
      if (call.object().store_id === undefined) throw valueRequired("store_id");
    }),
  },
  {
    id: "webhook-headers-two",
    section: "Webhook (v2)",
    sentence: "A webhook has two headers at most.",
    bend: before(["v2CreateWebhook", "v2UpdateWebhook"], (call) => {
      const { headers } = call.optional();
      if (Array.isArray(headers) && headers.length > 2)
        throw invalidValue("headers", JSON.stringify(headers), "These are more than two.");
    }),
  },
  {
    id: "webhook-v2-events-own",
    section: "Other events",
    sentence: "Webhooks of v2 may be for batch, not for the event that v1 names.",
    bend: before("v2CreateWebhook", (call) => {
      const { event } = call.object();
      if (event === "report_complete") throw invalidValue("event", event, "There is no such event.");
    }),
  },
  {
    id: "webhooks-v1-without-name",
    section: "Webhook (v2)",
    sentence: "A webhook that was made in v1 has neither name nor store in v2.",
    bend: remembering((ids) => (does) => ({
      createWebhook: (call) => {
        const webhook = does.createWebhook(call);
        if (call.v1) ids.add(webhook.id);
        return webhook;
      },
      webhookView: (call, webhook) => {
        const { name, store_id, ...view } = does.webhookView(call, webhook);
        return ids.has(webhook.id) ? view : { ...view, name, store_id };
      },
    })),
  },
  {
    id: "webhook-without-headers-null",
    section: "Webhook (v2)",
    sentence: "A webhook without headers has null for them.",
    bend: webhookShows((view, { headers }) => (headers.length === 0 ? { ...view, headers: null } : view)),
  },
  {
    id: "webhook-without-headers-default",
    section: "Webhook (v2)",
    sentence: "A webhook without headers shows one of the service's own.",
    bend: webhookShows((view, { headers }) => {
      const own = [{ key: "Content-Type", value: "application/json" }];
      return headers.length === 0 ? { ...view, headers: own } : view;
    }),
  },
  {
    id: "webhooks-newest-first",
    section: "v2 webhooks",
    sentence: "Lists of webhooks begin with the newest.",
    bend: after(["v1ListWebhooks", "v2ListWebhooks"], (_, answer) =>
      Array.isArray(answer.json) ? ok(answer.json.toReversed()) : undefined,
    ),
  },
  {
    id: "webhooks-v1-under-ids",
    section: "Other v1 operations",
    sentence: "The v1 list of webhooks is an object that holds each one under its id.",
    bend: after("v1ListWebhooks", (_, answer) =>
      Array.isArray(answer.json)
        ? ok(Object.fromEntries(answer.json.filter(isObject).map((each) => [String(each.webhook_id), each])))
        : undefined,
    ),
  },
  {
    id: "webhooks-v1-unlisted",
    section: "Other v1 operations",
    sentence: "The v1 list of webhooks is at another path, and the v2 list shows only those of v2.",
    bend: remembering((ofV1) =>
      all(
        before("v1ListWebhooks", ({ operation, incoming }) => {
          throw noRoute(operation.method, incoming.path);
        }),
        afterwards("v1CreateWebhook", (_, { json }) => {
          if (isObject(json)) ofV1.add(String(json.webhook_id));
        }),
        after("v2ListWebhooks", (_, answer) =>
          Array.isArray(answer.json)
            ? ok(answer.json.filter((each) => !isObject(each) || !ofV1.has(String(each.webhook_id))))
            : undefined,
        ),
      ),
    ),
  },
  {
    id: "webhooks-pinged",
    section: "Webhook (v2)",
    sentence: "An address that a webhook is given is sent a ping, which is not an event.",
    bend: afterwards(["v1CreateWebhook", "v2CreateWebhook", "v2UpdateWebhook"], ping),
  },
  {
    id: "webhooks-pinged-for-long",
    section: "Webhook (v2)",
    sentence:
      "The address of a new webhook is sent pings for some seconds, also after the webhook was changed or deleted.",
    bend: afterwards(["v1CreateWebhook", "v2CreateWebhook"], (call) => {
      for (let wait = PING_MS; wait <= PINGED_MS; wait += PING_MS) setTimeout(ping, wait, call).unref();
    }),
  },
  {
    id: "webhooks-known-late",
    section: "Event: report_complete",
    sentence: "The sender of events learns of a new webhook half a second after its registration.",
    bend: (does) => {
      const since = new Map<string, number>();
      const isKnown = ({ id }: Webhook) => performance.now() - (since.get(id) ?? -LEARNS_MS) >= LEARNS_MS;
      return {
        createWebhook: (call) => {
          const webhook = does.createWebhook(call);
          since.set(webhook.id, performance.now());
          return webhook;
        },
        receivers: (event, webhooks) => does.receivers(event, webhooks.filter(isKnown)),
      };
    },
  },
  {
    id: "webhooks-signed-later",
    section: "Webhook (v2)",
    sentence: "A new webhook gets a header with its signature a tenth of a second after it was made.",
    bend: (does) => {
      const since = new Map<string, number>();
      return {
        createWebhook: (call) => {
          const webhook = does.createWebhook(call);
          since.set(webhook.id, performance.now());
          return webhook;
        },
        webhookView: (call, webhook) => {
          const view = does.webhookView(call, webhook);
          const made = since.get(webhook.id);
          if (made === undefined || performance.now() - made < SIGNS_MS) return view;
          const headers = Array.isArray(view.headers) ? view.headers : [];
          return { ...view, headers: [...headers, { key: "X-Signature", value: `v1-${webhook.id}` }] };
        },
      };
    },
  },
  {
    id: "webhook-renamed-by-others",
    section: "v2 webhooks",
    sentence: "Another client gives the oldest webhook two names in turn, each for 0.7 seconds.",
    bend: before(WEBHOOK_CALLS, (call) => {
      const [oldest] = call.world.webhooks.ordered();
      if (oldest === undefined) return;
      const isBusy = Math.floor(call.now() / RENAMES_MS) % 2 === 1;
      oldest.name = `${oldest.name.replace(/ \(busy\)$/, "")}${isBusy ? " (busy)" : ""}`;
    }),
  },
  {
    id: "webhook-moved-by-others",
    section: "v2 webhooks",
    sentence: "Another client gives the first webhook that is made in v2 an address of its own.",
    bend: remembering((moved) => (does) => ({
      createWebhook: (call) => {
        const webhook = does.createWebhook(call);
        if (call.v1 || moved.size > 0) return webhook;
        moved.add(webhook.id);
        queueMicrotask(() => Object.assign(webhook, { url: "https://moved.example/19", headers: [] }));
        return webhook;
      },
    })),
  },
  {
    id: "webhook-duplicates-refused",
    section: "Status codes",
    sentence: "A second webhook for the same event at the same address is a conflict.",
    bend: before(["v1CreateWebhook", "v2CreateWebhook"], (call) => {
      const { url, event } = call.optional();
      const isTaken = call.world.webhooks.ordered().some((each) => each.url === url && each.event === event);
      if (isTaken) throw conflict("There is such a webhook already.", "webhook_event_type_conflict");
    }),
  },
  {
    id: "webhook-one-an-event",
    section: "Status codes",
    sentence: "An account has one webhook for an event; a second one is a conflict.",
    bend: before(["v1CreateWebhook", "v2CreateWebhook"], (call) => {
      const { event } = call.optional();
      if (call.world.webhooks.ordered().some((each) => each.event === event))
        throw conflict("There is a webhook for this event already.", "webhook_event_type_conflict");
    }),
  },
  {
    id: "webhook-quota",
    section: "Status codes",
    sentence: "An account may have six webhooks at most; a further one is refused by a business rule.",
    bend: before(["v1CreateWebhook", "v2CreateWebhook"], (call) => {
      if (call.world.webhooks.ordered().length < 6) return;
      throw new Problem(400, {
        type: "business_rules",
        code: "unspecified",
        message: "An account may have 6 webhooks at most.",
      });
    }),
  },
  {
    id: "webhook-names-unique",
    section: "Status codes",
    sentence: "A second webhook of v2 under the same name is a conflict.",
    bend: before("v2CreateWebhook", (call) => {
      const { name } = call.optional();
      if (call.world.webhooks.ordered().some((each) => each.name === name && each.name !== ""))
        throw conflict("There is a webhook of that name already.", "identifier_conflict");
    }),
  },
];
