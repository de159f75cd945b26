import { after, all, before, hiding, on, remembering } from "../../bends.js";
import { ok } from "../../service/answer.js";
import { invalidValue } from "../../service/problem.js";
import type { Webhook } from "../../service/records.js";
import type { Fault } from "../fault.js";
import {
  handingBack,
  keptTwice,
  making,
  notKept,
  oldestOther,
  stays,
  taking,
  unknown204,
  unknown409,
  unknownTakes,
} from "./bends.js";

/** Webhooks of v1. */
export const faults: readonly Fault[] = [
  {
    id: "webhook-v1-create-refused",
    rule: "webhooks.v1.create.accepted",
    sentence: "A v1 webhook is refused.",
    bend: before("v1CreateWebhook", () => {
      throw invalidValue("event", "report_complete", "No such event.");
    }),
  },
  {
    id: "webhook-v1-create-not-kept",
    rule: "webhooks.v1.create.listed",
    sentence: "A webhook made in v1 is not kept.",
    bend: notKept("v1"),
  },
  {
    id: "webhook-v1-create-hands-back-same-event",
    rule: "webhooks.v1.create.listed",
    sentence: "While there is a webhook that v1 made, making another one there answers 201 with that one.",
    bend: handingBack("v1"),
  },
  {
    id: "webhook-v1-create-not-kept-same-id",
    rule: "webhooks.v1.create.listed",
    sentence: "A webhook made in v1 is not kept, and the next one gets its id.",
    bend: (does) => ({
      ...notKept("v1")(does),
      webhookId: (call) => (call.v1 ? "900001" : does.webhookId(call)),
    }),
  },
  {
    id: "webhook-v1-create-kept-twice",
    rule: "webhooks.v1.create.listed",
    sentence: "A webhook made in v1 is registered twice.",
    bend: keptTwice("v1"),
  },
  {
    id: "webhook-v1-create-takes-newest",
    rule: "webhooks.v1.create.listed",
    sentence: "A webhook that is made in v1 takes the place of the newest other one.",
    bend: making("v1", ({ id }, { world: { webhooks } }) => {
      const newest = [...webhooks.ordered()].findLast((other) => other.id !== id);
      if (newest) webhooks.remove(newest.id);
    }),
  },
  {
    id: "webhook-v1-create-changes-event",
    rule: "webhooks.v1.create.event",
    sentence: "A webhook made in v1 is registered for batch.",
    bend: making("v1", (webhook) => Object.assign(webhook, { event: "batch" })),
  },
  {
    id: "webhook-v1-created-in-lower-case",
    rule: "webhooks.v1.create.url",
    sentence: "A webhook made in v1 has its address in lower case.",
    bend: making("v1", (webhook) => Object.assign(webhook, { url: webhook.url.toLowerCase() })),
  },
  {
    id: "webhook-v1-create-drops-query",
    rule: "webhooks.v1.create.url",
    sentence: "The url of a webhook made in v1 loses its query.",
    bend: making("v1", (webhook) => Object.assign(webhook, { url: webhook.url.replace(/\?.*$/, "") })),
  },
  {
    id: "webhook-v1-made-hidden-by-id",
    rule: "webhooks.v2.get.equals",
    sentence: "A webhook made in v1 is in v2's list, and v2 does not know its id.",
    bend: remembering((made) =>
      all(
        making("v1", ({ id }) => made.add(id)),
        hiding("v2GetWebhook", (id) => made.has(id)),
      ),
    ),
  },
  {
    id: "webhook-v1-delete-answers-200",
    rule: "webhooks.v1.delete.status-204",
    sentence: "Deleting a v1 webhook answers 200.",
    bend: after("v1DeleteWebhook", () => ({ status: 200 })),
  },
  {
    id: "webhook-v1-delete-answers-webhook",
    rule: "webhooks.v1.delete.status-204",
    sentence: "Deleting a v1 webhook answers 200 with its id.",
    bend: after("v1DeleteWebhook", (call) => ok({ webhook_id: call.param("webhook_id") })),
  },
  {
    id: "webhook-v1-deleted-still-listed",
    rule: "webhooks.v1.delete.gone",
    sentence: "A webhook deleted through v1 stays.",
    bend: stays("v1"),
  },
  {
    id: "webhook-v1-delete-leaves-those-of-v2",
    rule: "webhooks.v1.delete.gone",
    sentence: "Deleting a webhook in v1 answers 204, and leaves it there if it was made in v2.",
    bend: remembering((made) =>
      all(
        making("v2", ({ id }) => made.add(id)),
        (does) => ({
          removeWebhook: (call, webhook) => {
            if (!call.v1 || !made.has(webhook.id)) does.removeWebhook(call, webhook);
          },
        }),
      ),
    ),
  },
  {
    id: "webhook-v1-deleted-still-readable",
    rule: "webhooks.v1.delete.gone",
    sentence: "A webhook deleted through v1 is gone from lists, and v2 goes on showing it by its id.",
    bend: (does) => {
      const deleted = new Map<string, Webhook>();
      return {
        removeWebhook: (call, webhook) => {
          if (call.operation.id === "v1DeleteWebhook") deleted.set(webhook.id, webhook);
          does.removeWebhook(call, webhook);
        },
        ...on("v2GetWebhook", (call, next) => {
          const webhook = deleted.get(call.param("webhook_id"));
          return webhook === undefined ? next(call) : ok(call.does.webhookView(call, webhook));
        })(does),
      };
    },
  },
  {
    id: "webhook-v1-delete-takes-newest",
    rule: "webhooks.v1.delete.only-that-one",
    sentence: "Deleting a webhook in v1 deletes the newest of the others too.",
    bend: taking("v1", (all) => all.slice(-1)),
  },
  {
    id: "webhook-v1-delete-unknown-takes-newest",
    rule: "webhooks.v1.delete.only-that-one",
    sentence: "Deleting an unknown webhook in v1 is answered with 404 and deletes the newest.",
    bend: unknownTakes("newest", "v1DeleteWebhook"),
  },
  {
    id: "webhook-v1-delete-unknown-takes-oldest",
    rule: "webhooks.v1.delete.only-that-one",
    sentence: "Deleting an unknown webhook in v1 is answered with 404 and deletes the oldest.",
    bend: unknownTakes("oldest", "v1DeleteWebhook"),
  },
  {
    id: "webhook-v1-delete-takes-oldest",
    rule: "webhooks.v1.delete.only-that-one",
    sentence: "Deleting a webhook in v1 deletes the oldest of the others too.",
    bend: taking("v1", (all) => all.slice(0, 1)),
  },
  {
    id: "webhook-v1-delete-takes-event",
    rule: "webhooks.v1.delete.only-that-one",
    sentence: "Deleting a webhook in v1 deletes all others for its event too.",
    bend: taking("v1", (all, { event }) => all.filter((other) => other.event === event)),
  },
  {
    id: "webhook-v1-delete-renames-neighbour",
    rule: "webhooks.v1.delete.only-that-one",
    sentence: "Deleting a webhook in v1 points another one to its address.",
    bend: (does) => ({
      removeWebhook: (call, webhook) => {
        does.removeWebhook(call, webhook);
        const other = oldestOther(call, webhook.id);
        if (call.v1 && other) other.url = webhook.url;
      },
    }),
  },
  {
    id: "webhook-v1-delete-again-204",
    rule: "webhooks.v1.delete.again",
    sentence: "Deleting a webhook a second time in v1 answers 204.",
    bend: unknown204("v1DeleteWebhook", "gone"),
  },
  {
    id: "webhook-v1-create-second-fails",
    rule: "status.open-calls-no-5xx",
    sentence: "While there is a webhook that v1 made, making another one there leads to a 500.",
    bend: remembering((made) =>
      all(
        before("v1CreateWebhook", ({ world }) => {
          if ([...made].some((id) => world.webhooks.get(id))) throw new Error("the event is taken");
        }),
        making("v1", ({ id }) => made.add(id)),
      ),
    ),
  },
  {
    id: "webhook-v1-delete-unknown-204",
    rule: "webhooks.v1.delete.unknown-id",
    sentence: "Deleting an unknown webhook in v1 answers 204.",
    bend: unknown204("v1DeleteWebhook", "never there"),
  },
  {
    id: "webhook-v1-delete-unknown-409",
    rule: "webhooks.v1.delete.unknown-id.status",
    sentence: "Deleting an unknown webhook in v1 answers 409.",
    bend: unknown409("v1DeleteWebhook", "never there"),
  },
  {
    id: "webhook-v1-reuses-id",
    rule: "webhooks.v1.ids-not-reused",
    sentence: "A new v1 webhook gets the id of a deleted one.",
    bend: remembering((free) => (does) => ({
      removeWebhook: (call, webhook) => {
        does.removeWebhook(call, webhook);
        if (call.v1) free.add(webhook.id);
      },
      webhookId: (call) => {
        const [id] = call.v1 ? free : [];
        if (id === undefined) return does.webhookId(call);
        free.delete(id);
        return id;
      },
    })),
  },
];
