import type { OperationId } from "../../../contract/generated/types.js";
import { isObject } from "../../../contract/json.js";
import type { Generation } from "../../../contract/model.js";
import { after, afterwards, all, onRefusal, remembering } from "../../bends.js";
import { type Answer, noContent } from "../../service/answer.js";
import type { Bend, Call } from "../../service/behaviours.js";
import { conflict } from "../../service/problem.js";
import type { JsonObject, Webhook } from "../../service/records.js";

/** Whether a call is of a generation. */
const is = ({ operation }: Call, generation: Generation): boolean => operation.generation === generation;

/** Does something with a new webhook. */
export const making =
  (generation: Generation, act: (webhook: Webhook, call: Call) => void): Bend =>
  (does) => ({
    createWebhook: (call) => {
      const webhook = does.createWebhook(call);
      if (is(call, generation)) act(webhook, call);
      return webhook;
    },
  });

/** Forgets a new webhook. */
export const notKept = (generation: Generation): Bend =>
  making(generation, ({ id }, { world }) => {
    world.webhooks.remove(id);
  });

/** Keeps a new webhook twice. */
export const keptTwice = (generation: Generation): Bend =>
  making(generation, (webhook, { ids, world }) => {
    world.webhooks.add({ ...webhook, id: ids.next("webhook") });
  });

/** Answers a creation with an earlier one for the same event, and makes none. */
export const handingBack = (generation: Generation): Bend =>
  remembering((made) => (does) => ({
    createWebhook: (call) => {
      if (!is(call, generation)) return does.createWebhook(call);
      const { event } = call.object();
      const older = [...call.world.webhooks.ordered()].find(
        (each) => made.has(each.id) && each.event === event,
      );
      const webhook = older ?? does.createWebhook(call);
      made.add(webhook.id);
      return webhook;
    },
  }));

/** The oldest webhook besides one. */
export const oldestOther = ({ world }: Call, id: string): Webhook | undefined =>
  world.webhooks.ordered().find((other) => other.id !== id);

/** Deletes other webhooks too. */
export const taking =
  (generation: Generation, others: (all: readonly Webhook[], deleted: Webhook) => readonly Webhook[]): Bend =>
  (does) => ({
    removeWebhook: (call, webhook) => {
      does.removeWebhook(call, webhook);
      if (!is(call, generation)) return;
      for (const { id } of others([...call.world.webhooks.ordered()], webhook))
        call.world.webhooks.remove(id);
    },
  });

/** Deletes the oldest or the newest webhook instead of one that is not there. */
export const unknownTakes = (which: "oldest" | "newest", id: "v1DeleteWebhook" | "v2DeleteWebhook"): Bend =>
  onRefusal(id, 404, ({ world }, problem) => {
    const taken = world.webhooks.ordered().at(which === "oldest" ? 0 : -1);
    if (taken !== undefined) world.webhooks.remove(taken.id);
    throw problem;
  });

/** Keeps a webhook although its deletion succeeds. */
export const stays =
  (generation: Generation): Bend =>
  (does) => ({
    removeWebhook: (call, webhook) => {
      if (!is(call, generation)) does.removeWebhook(call, webhook);
    },
  });

/** Answers the deletion, or the read, of a webhook that is gone, or was never there, in another way. */
const unknownAs =
  (answer: () => Answer) =>
  (id: "v1DeleteWebhook" | "v2DeleteWebhook", which: "gone" | "never there", asked: OperationId = id): Bend =>
    remembering((ids) =>
      all(
        onRefusal(asked, 404, (call, problem) => {
          if (ids.has(call.param("webhook_id")) === (which === "gone")) return answer();
          throw problem;
        }),
        afterwards(id, (call) => ids.add(call.param("webhook_id"))),
      ),
    );

export const unknown204 = unknownAs(noContent);

export const unknown409 = unknownAs(() => {
  throw conflict("There is nothing to delete.");
});

/** Shows the list of v2 in another way. */
export const listing = (change: (webhooks: readonly unknown[]) => unknown): Bend =>
  after("v2ListWebhooks", (_, answer) =>
    Array.isArray(answer.json) ? { ...answer, json: change(answer.json) } : undefined,
  );

/** Shows only the id of a webhook. */
export const idOf = (webhook: unknown): JsonObject =>
  isObject(webhook) ? { webhook_id: webhook.webhook_id } : {};
