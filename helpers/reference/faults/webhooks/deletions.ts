import { afterwards, all, before, on, onceDone, onRefusal, remembering } from "../../bends.js";
import { namedWebhook } from "../../named-records.js";
import { noContent } from "../../service/answer.js";
import { conflict } from "../../service/problem.js";
import type { JsonObject } from "../../service/records.js";
import type { Fault } from "../fault.js";
import { idOf, listing, stays, taking, unknown204, unknown409, unknownTakes } from "./bends.js";

/** Deletions in v2. */
export const faults: readonly Fault[] = [
  {
    id: "webhook-v2-delete-refused",
    rule: "webhooks.v2.delete.accepted",
    sentence: "Deleting a webhook in v2 is refused.",
    bend: before("v2DeleteWebhook", (call) => {
      if (namedWebhook(call)) throw conflict("A webhook in use cannot be deleted.");
    }),
  },
  {
    id: "webhook-v2-deleted-still-listed",
    rule: "webhooks.v2.delete.gone",
    sentence: "A webhook deleted through v2 stays.",
    bend: stays("v2"),
  },
  {
    id: "webhook-v2-delete-only-hides",
    rule: "webhooks.v2.delete.gone",
    sentence: "A webhook deleted through v2 leaves the list and can still be read by id.",
    bend: all(
      stays("v2"),
      onceDone("v2DeleteWebhook", "webhook_id", (ids) =>
        listing((webhooks) => webhooks.filter((webhook) => !ids.has(String(idOf(webhook).webhook_id)))),
      ),
    ),
  },
  {
    id: "webhook-v2-deleted-still-in-v1-list",
    rule: "webhooks.v2.delete.gone-in-v1",
    sentence: "A webhook deleted through v2 stays in the list of v1.",
    bend: (does) => {
      const deleted: JsonObject[] = [];
      return on(["v2DeleteWebhook", "v1ListWebhooks"], (call, next) => {
        const webhook = call.operation.method === "GET" ? null : namedWebhook(call);
        if (webhook) deleted.push({ ...call.does.webhookView(call, webhook) });
        const answer = next(call);
        return Array.isArray(answer.json) ? { ...answer, json: [...answer.json, ...deleted] } : answer;
      })(does);
    },
  },
  {
    id: "webhook-v2-deleted-answers-204",
    rule: "webhooks.v2.delete.gone",
    sentence: "A webhook deleted through v2 is answered with 204 when it is read by its id.",
    bend: unknown204("v2DeleteWebhook", "gone", "v2GetWebhook"),
  },
  {
    id: "webhook-v2-deleted-updated",
    rule: "error.404.v2.change",
    sentence: "An update of a webhook that was deleted through v2 is answered with 204.",
    bend: unknown204("v2DeleteWebhook", "gone", "v2UpdateWebhook"),
  },
  {
    id: "webhook-v2-delete-takes-newest",
    rule: "webhooks.v2.delete.only-that-one",
    sentence: "Deleting a webhook in v2 deletes the newest of the others too.",
    bend: taking("v2", (all) => all.slice(-1)),
  },
  {
    id: "webhook-v2-delete-unknown-takes-newest",
    rule: "webhooks.v2.delete.only-that-one",
    sentence: "Deleting an unknown webhook in v2 is answered with 404 and deletes the newest.",
    bend: unknownTakes("newest", "v2DeleteWebhook"),
  },
  {
    id: "webhook-v2-delete-takes-oldest",
    rule: "webhooks.v2.delete.only-that-one",
    sentence: "Deleting a webhook in v2 deletes the oldest of the others too.",
    bend: taking("v2", (all) => all.slice(0, 1)),
  },
  {
    id: "webhook-v2-delete-again-takes-newest",
    rule: "webhooks.v2.delete.only-that-one",
    sentence: "Deleting a webhook a second time in v2 is answered with 404 and deletes the newest.",
    bend: remembering((gone) =>
      all(
        onRefusal("v2DeleteWebhook", 404, (call, problem) => {
          const newest = [...call.world.webhooks.ordered()].at(-1);
          if (newest !== undefined && gone.has(call.param("webhook_id")))
            call.world.webhooks.remove(newest.id);
          throw problem;
        }),
        afterwards("v2DeleteWebhook", (call) => gone.add(call.param("webhook_id"))),
      ),
    ),
  },
  {
    id: "webhook-v2-delete-takes-address",
    rule: "webhooks.v2.delete.only-that-one",
    sentence: "Deleting a webhook in v2 deletes all others with its address too.",
    bend: taking("v2", (all, { url }) => all.filter((other) => other.url === url)),
  },
  {
    id: "webhook-v2-delete-takes-event",
    rule: "webhooks.v2.delete.only-that-one",
    sentence: "Deleting a webhook in v2 deletes all others for its event too.",
    bend: taking("v2", (all, { event }) => all.filter((other) => other.event === event)),
  },
  {
    id: "webhook-v2-delete-strips-neighbour",
    rule: "webhooks.v2.delete.only-that-one",
    sentence: "Deleting a webhook in v2 takes the headers of another one away.",
    bend: (does) => ({
      removeWebhook: (call, webhook) => {
        does.removeWebhook(call, webhook);
        const other = call.world.webhooks.ordered().find(({ headers }) => headers.length > 0);
        if (!call.v1 && other) other.headers = [];
      },
    }),
  },
  {
    id: "webhook-v2-delete-again-204",
    rule: "webhooks.v2.delete.again",
    sentence: "Deleting a webhook a second time in v2 answers 204.",
    bend: unknown204("v2DeleteWebhook", "gone"),
  },
  {
    id: "webhook-v2-delete-again-409",
    rule: "webhooks.v2.delete.again",
    sentence: "Deleting a webhook a second time in v2 answers 409.",
    bend: unknown409("v2DeleteWebhook", "gone"),
  },
  {
    id: "webhook-v2-delete-unknown-204",
    rule: "webhooks.v2.delete.unknown-id",
    sentence: "Deleting an unknown webhook in v2 answers 204.",
    bend: onRefusal("v2DeleteWebhook", 404, noContent),
  },
  {
    id: "webhook-v2-delete-unknown-409",
    rule: "webhooks.v2.delete.unknown-id",
    sentence: "Deleting an unknown webhook in v2 answers 409.",
    bend: onRefusal("v2DeleteWebhook", 404, () => {
      throw conflict("There is nothing to delete.");
    }),
  },
];
