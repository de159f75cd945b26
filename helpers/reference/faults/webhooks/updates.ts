import { before, on, registerAt } from "../../bends.js";
import { namedWebhook } from "../../named-records.js";
import type { Bend, Call, WebhookChange } from "../../service/behaviours.js";
import { conflict, invalidValue } from "../../service/problem.js";
import type { JsonObject, Webhook } from "../../service/records.js";
import type { Fault } from "../fault.js";
import { idOf, listing, oldestOther } from "./bends.js";

/** Changes a webhook in another way. */
const changing =
  (
    act: (
      webhook: Webhook,
      change: WebhookChange,
      apply: (change: WebhookChange) => void,
      call: Call,
    ) => void,
  ): Bend =>
  (does) => ({
    changeWebhook: (call, webhook, change) =>
      act(webhook, change, (each) => does.changeWebhook(call, webhook, each), call),
  });

/** Leaves one member unchanged. */
const leaving = (member: keyof WebhookChange): Bend =>
  changing((_, change, apply) => apply({ ...change, [member]: undefined }));

/** Does more to the webhook after it was changed. */
const changingMore = (act: (webhook: Webhook, call: Call) => void): Bend =>
  changing((webhook, change, apply, call) => {
    apply(change);
    act(webhook, call);
  });

/** Gives webhooks back the names that they had before their first update, whenever another one comes or goes. */
const renamedBackBy =
  (act: "createWebhook" | "removeWebhook"): Bend =>
  (does) => {
    const former = new Map<Webhook, string>();
    const undo = () => {
      for (const [webhook, name] of former) webhook.name = name;
    };
    return {
      changeWebhook: (call, webhook, change) => {
        if (!former.has(webhook)) former.set(webhook, webhook.name);
        does.changeWebhook(call, webhook, change);
      },
      createWebhook: (call) => {
        if (act === "createWebhook") undo();
        return does.createWebhook(call);
      },
      removeWebhook: (call, webhook) => {
        does.removeWebhook(call, webhook);
        if (act === "removeWebhook") undo();
      },
    };
  };

/** Updates in v2. */
export const faults: readonly Fault[] = [
  {
    id: "webhook-v2-put-refused",
    rule: "webhooks.v2.put.accepted",
    sentence: "Updates of v2 webhooks are refused.",
    bend: before("v2UpdateWebhook", (call) => {
      if (namedWebhook(call)) throw conflict("A webhook cannot be changed.");
    }),
  },
  {
    id: "webhook-v2-put-accepted-once",
    rule: "webhooks.v2.put.accepted",
    sentence: "A webhook can be updated once; every further update is refused.",
    bend: (does) => {
      const changed = new Set<string>();
      return {
        changeWebhook: (call, webhook, change) => {
          if (changed.has(webhook.id)) throw conflict("The webhook was changed in the meantime.");
          changed.add(webhook.id);
          does.changeWebhook(call, webhook, change);
        },
      };
    },
  },
  {
    id: "webhook-v2-put-own-url-refused",
    rule: "webhooks.v2.put.accepted",
    sentence: "An update that keeps the url of the webhook is refused, for the url is taken.",
    bend: changing((webhook, change, apply) => {
      if (change.url === webhook.url) throw conflict("The url is taken.", "identifier_conflict");
      apply(change);
    }),
  },
  {
    id: "webhook-v2-put-own-name-refused",
    rule: "webhooks.v2.put.accepted",
    sentence: "An update that keeps the name of the webhook is refused, for the name is taken.",
    bend: changing((webhook, change, apply) => {
      if (change.name === webhook.name) throw invalidValue("name", webhook.name, "The name is taken.");
      apply(change);
    }),
  },
  {
    id: "webhook-v2-put-long-url-fails",
    rule: "webhooks.v2.put.accepted",
    sentence: "An update to a url of more than 120 characters leads to a 500.",
    bend: changing((_, change, apply) => {
      if (String(change.url).length > 120) throw new Error("the column is too short");
      apply(change);
    }),
  },
  {
    id: "webhook-v2-put-cuts-long-url",
    rule: "webhooks.v2.put.url",
    sentence: "An update cuts the url of a v2 webhook to 255 characters.",
    bend: changingMore((webhook) => {
      webhook.url = webhook.url.slice(0, 255);
    }),
  },
  {
    id: "webhook-v2-put-header-loses-padding",
    rule: "webhooks.v2.put.headers",
    sentence: "An update takes the equals signs from the ends of the values of a v2 webhook's headers.",
    bend: changingMore((webhook) => {
      webhook.headers = webhook.headers.map(({ key, value }) => ({ key, value: value.replace(/=+$/, "") }));
    }),
  },
  {
    id: "webhook-v2-list-before-updates",
    rule: "webhooks.v2.get.equals",
    sentence: "The v2 list goes on showing webhooks as they were before their first update.",
    bend: (does) => {
      const former = new Map<unknown, JsonObject>();
      return {
        changeWebhook: (call, webhook, change) => {
          if (!former.has(webhook.id)) former.set(webhook.id, does.webhookView(call, webhook));
          does.changeWebhook(call, webhook, change);
        },
        ...listing((webhooks) => webhooks.map((each) => former.get(idOf(each).webhook_id) ?? each))(does),
      };
    },
  },
  {
    id: "webhook-v2-put-empty-headers-fails",
    rule: "webhooks.v2.put.accepted",
    sentence: "An update with an empty list of headers leads to a 500.",
    bend: changing((_, change, apply) => {
      if (change.headers?.length === 0) throw new Error("no first header");
      apply(change);
    }),
  },
  {
    id: "webhook-v2-put-without-effect",
    rule: "webhooks.v2.put.accepted",
    sentence: "Updates of v2 webhooks succeed and change nothing.",
    bend: changing(() => {}),
  },
  {
    id: "webhook-v2-put-name-undone-by-creation",
    rule: "webhooks.v2.put.name",
    sentence: "The creation of a webhook gives the others the names that they had before their updates.",
    bend: renamedBackBy("createWebhook"),
  },
  {
    id: "webhook-v2-put-name-undone-by-deletion",
    rule: "webhooks.v2.put.name",
    sentence: "The deletion of a webhook gives the others the names that they had before their updates.",
    bend: renamedBackBy("removeWebhook"),
  },
  {
    id: "webhook-v2-put-name-needs-new-url",
    rule: "webhooks.v2.put.name",
    sentence: "An update of a v2 webhook changes the name only if it changes the url.",
    bend: changing((webhook, change, apply) =>
      apply(change.url === webhook.url ? { ...change, name: undefined } : change),
    ),
  },
  {
    id: "webhook-v2-put-refuses-headers",
    rule: "webhooks.v2.put.accepted",
    sentence: "Updates of v2 webhooks are refused when they have headers.",
    bend: changing((_, change, apply) => {
      if (change.headers)
        throw invalidValue("headers", JSON.stringify(change.headers), "headers cannot be changed.");
      apply(change);
    }),
  },
  {
    id: "webhook-v2-put-loses-name",
    rule: "webhooks.v2.put.name",
    sentence: "An update does not change the name of a v2 webhook.",
    bend: leaving("name"),
  },
  {
    id: "webhook-v2-put-loses-url",
    rule: "webhooks.v2.put.url",
    sentence: "An update does not change the url of a v2 webhook.",
    bend: leaving("url"),
  },
  {
    id: "webhook-v2-put-lowers-url",
    rule: "webhooks.v2.put.url",
    sentence: "An update puts the url of a v2 webhook in lower case.",
    bend: changingMore((webhook) => {
      webhook.url = webhook.url.toLowerCase();
    }),
  },
  {
    id: "webhook-v2-put-loses-headers",
    rule: "webhooks.v2.put.headers",
    sentence: "An update does not change the headers of a v2 webhook.",
    bend: leaving("headers"),
  },
  {
    id: "webhook-v2-put-ignores-empty-headers",
    rule: "webhooks.v2.put.headers",
    sentence: "Updating a v2 webhook with an empty list of headers leaves those that it has.",
    bend: changing((_, change, apply) =>
      apply(change.headers?.length === 0 ? { ...change, headers: undefined } : change),
    ),
  },
  {
    id: "webhook-v2-put-fills-empty-headers",
    rule: "webhooks.v2.put.headers",
    sentence: "Updating a v2 webhook with an empty list of headers gives it one that nobody sent.",
    bend: changing((_, change, apply) =>
      apply(
        change.headers?.length === 0 ? { ...change, headers: [{ key: "X-Moved", value: "yes" }] } : change,
      ),
    ),
  },
  {
    id: "webhook-v2-put-adds-headers",
    rule: "webhooks.v2.put.headers",
    sentence: "An update adds its headers to those that a v2 webhook had.",
    bend: changing(({ headers }, change, apply) =>
      apply({ ...change, headers: [...headers, ...(change.headers ?? [])] }),
    ),
  },
  {
    id: "webhook-v2-put-resets-event",
    rule: "webhooks.v2.put.event-unchanged",
    sentence: "An update sets the event of a v2 webhook to track.",
    bend: changingMore((webhook) => Object.assign(webhook, { event: "track" })),
  },
  {
    id: "webhook-v2-put-resets-event-of-batches",
    rule: "webhooks.v2.put.event-unchanged",
    sentence: "An update sets the event of a v2 webhook to report_complete.",
    bend: changingMore((webhook) => Object.assign(webhook, { event: "report_complete" })),
  },
  {
    id: "webhook-v2-put-resets-store",
    rule: "webhooks.v2.put.store-unchanged",
    sentence: "An update sets the store of a v2 webhook to 0.",
    bend: changingMore((webhook) => Object.assign(webhook, { storeId: 0 })),
  },
  {
    id: "webhook-v2-put-applies-event",
    rule: "webhooks.v2.put.event-in-body",
    sentence: "An update applies an event that is sent along.",
    bend: changingMore((webhook, call) => {
      const { event } = call.object();
      if (typeof event === "string") Object.assign(webhook, { event });
    }),
  },
  {
    id: "webhook-v2-put-creates-second",
    rule: "webhooks.v2.put.only-that-one",
    sentence: "An update of a v2 webhook also makes a new one with what was sent.",
    bend: changingMore((webhook, { ids, world }) => {
      world.webhooks.add({ ...webhook, id: ids.next("webhook") });
    }),
  },
  {
    id: "webhook-v2-put-unknown-creates",
    rule: "webhooks.v2.put.only-that-one",
    sentence: "An update of an unknown v2 webhook is answered with 404 and makes one.",
    bend: before("v2UpdateWebhook", (call) => {
      if (!namedWebhook(call)) registerAt(call, call.optional().url);
    }),
  },
  {
    id: "webhook-v2-put-renames-neighbour",
    rule: "webhooks.v2.put.only-that-one",
    sentence: "An update renames another webhook too.",
    bend: changingMore(({ id, name }, call) => {
      const other = oldestOther(call, id);
      if (other) other.name = name;
    }),
  },
  {
    id: "webhook-v2-put-renames-same-address",
    rule: "webhooks.v2.put.only-that-one",
    sentence: "An update renames every webhook that has the address which the updated one had.",
    bend: before("v2UpdateWebhook", (call) => {
      const webhook = namedWebhook(call);
      const { name } = call.optional();
      if (!webhook || typeof name !== "string") return;
      for (const other of call.world.webhooks.ordered()) if (other.url === webhook.url) other.name = name;
    }),
  },
  {
    id: "webhook-v2-put-strips-neighbour",
    rule: "webhooks.v2.put.only-that-one",
    sentence: "An update takes the headers of another webhook away.",
    bend: changingMore(({ id }, call) => {
      const other = oldestOther(call, id);
      if (other) other.headers = [];
    }),
  },
  {
    id: "webhook-v2-put-hits-neighbour",
    rule: "webhooks.v2.put.only-that-one",
    sentence: "An update changes another webhook in place of the one that it names.",
    bend: on("v2UpdateWebhook", (call, next) => {
      const id = call.param("webhook_id");
      const other = call.world.webhooks.get(id) && oldestOther(call, id);
      return next(other ? call.with({ params: { webhook_id: other.id } }) : call);
    }),
  },
  {
    id: "webhook-v2-put-refused-renames",
    rule: "webhooks.v2.put.refused-unchanged",
    sentence: "An update that is refused for its headers stores the name all the same.",
    bend: before("v2UpdateWebhook", (call) => {
      const webhook = namedWebhook(call);
      const { headers, name } = call.optional();
      if (webhook && typeof name === "string" && !Array.isArray(headers)) webhook.name = name;
    }),
  },
  {
    id: "webhook-v2-put-refused-loses-headers",
    rule: "webhooks.v2.put.refused-unchanged",
    sentence: "An update that is refused for its headers takes the former ones away.",
    bend: before("v2UpdateWebhook", (call) => {
      const webhook = namedWebhook(call);
      const { headers } = call.optional();
      if (webhook && headers !== undefined && !Array.isArray(headers)) webhook.headers = [];
    }),
  },
];
