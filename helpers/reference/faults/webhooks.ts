import type { OperationId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import type { Generation } from "../../contract/model.js";
import {
  after,
  afterwards,
  all,
  before,
  on,
  onceDone,
  onRefusal,
  registerAt,
  remembering,
  showing,
} from "../bends.js";
import { namedWebhook } from "../named-records.js";
import { created, noContent, ok } from "../service/answer.js";
import type { Bend, Call, WebhookChange } from "../service/behaviours.js";
import { conflict, invalidValue } from "../service/problem.js";
import type { JsonObject, Webhook } from "../service/records.js";
import type { Fault } from "./fault.js";

const is = ({ operation }: Call, generation: Generation): boolean => operation.generation === generation;

/** Does something with a new webhook. */
const making =
  (generation: Generation, act: (webhook: Webhook, call: Call) => void): Bend =>
  (does) => ({
    createWebhook: (call) => {
      const webhook = does.createWebhook(call);
      if (is(call, generation)) act(webhook, call);
      return webhook;
    },
  });

/** Stores other values of a new v2 webhook than those sent. */
const losing = (members: (webhook: Webhook) => Partial<Webhook>): Bend =>
  making("v2", (webhook) => Object.assign(webhook, members(webhook)));

const notKept = (generation: Generation): Bend =>
  making(generation, ({ id }, { world }) => {
    world.webhooks.remove(id);
  });

const keptTwice = (generation: Generation): Bend =>
  making(generation, (webhook, { ids, world }) => {
    world.webhooks.add({ ...webhook, id: ids.next("webhook") });
  });

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

const oldestOther = ({ world }: Call, id: string): Webhook | undefined =>
  world.webhooks.ordered().find((other) => other.id !== id);

/** Deletes other webhooks too. */
const taking =
  (generation: Generation, others: (all: readonly Webhook[], deleted: Webhook) => readonly Webhook[]): Bend =>
  (does) => ({
    removeWebhook: (call, webhook) => {
      does.removeWebhook(call, webhook);
      if (!is(call, generation)) return;
      for (const { id } of others([...call.world.webhooks.ordered()], webhook))
        call.world.webhooks.remove(id);
    },
  });

/** Deletes the newest webhook instead of one that is not there. */
const unknownTakesNewest = (id: "v1DeleteWebhook" | "v2DeleteWebhook"): Bend =>
  onRefusal(id, 404, ({ world }, problem) => {
    const newest = [...world.webhooks.ordered()].at(-1);
    if (newest !== undefined) world.webhooks.remove(newest.id);
    throw problem;
  });

const stays =
  (generation: Generation): Bend =>
  (does) => ({
    removeWebhook: (call, webhook) => {
      if (!is(call, generation)) does.removeWebhook(call, webhook);
    },
  });

/** Answers the deletion, or the read, of an unknown webhook, depending on whether it was deleted before. */
const deletedUnknown204 = (
  id: "v1DeleteWebhook" | "v2DeleteWebhook",
  wasDeleted: boolean,
  asked: OperationId = id,
): Bend =>
  remembering((ids) =>
    all(
      onRefusal(asked, 404, (call, problem) => {
        if (ids.has(call.param("webhook_id")) === wasDeleted) return noContent();
        throw problem;
      }),
      afterwards(id, (call) => ids.add(call.param("webhook_id"))),
    ),
  );

const listing = (change: (webhooks: readonly unknown[]) => unknown): Bend =>
  after("v2ListWebhooks", (_, answer) =>
    Array.isArray(answer.json) ? { ...answer, json: change(answer.json) } : undefined,
  );

/** Shows only the id of a webhook. */
const idOf = (webhook: unknown): JsonObject => (isObject(webhook) ? { webhook_id: webhook.webhook_id } : {});

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
    id: "webhook-v1-create-kept-twice",
    rule: "webhooks.v1.create.listed",
    sentence: "A webhook made in v1 is registered twice.",
    bend: keptTwice("v1"),
  },
  {
    id: "webhook-v1-create-changes-event",
    rule: "webhooks.v1.create.event",
    sentence: "A webhook made in v1 is registered for batch.",
    bend: making("v1", (webhook) => Object.assign(webhook, { event: "batch" })),
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
    id: "webhook-v1-delete-takes-newest",
    rule: "webhooks.v1.delete.only-that-one",
    sentence: "Deleting a webhook in v1 deletes the newest of the others too.",
    bend: taking("v1", (all) => all.slice(-1)),
  },
  {
    id: "webhook-v1-delete-unknown-takes-newest",
    rule: "webhooks.v1.delete.only-that-one",
    sentence: "Deleting an unknown webhook in v1 is answered with 404 and deletes the newest.",
    bend: unknownTakesNewest("v1DeleteWebhook"),
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
    bend: deletedUnknown204("v1DeleteWebhook", true),
  },
  {
    id: "webhook-v1-delete-unknown-204",
    rule: "webhooks.v1.delete.unknown-id",
    sentence: "Deleting an unknown webhook in v1 answers 204.",
    bend: deletedUnknown204("v1DeleteWebhook", false),
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
  {
    id: "webhook-v2-list-wrapped",
    rule: "webhooks.v2.list.array",
    sentence: "The v2 webhook list is an object with an array.",
    bend: listing((webhooks) => ({ webhooks })),
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
    id: "webhook-v2-create-url-loses-port",
    rule: "webhooks.v2.create.url",
    sentence: "The url of a new v2 webhook loses its port.",
    bend: losing(({ url }) => ({ url: url.replace(/:\d+(?=\/|$)/, "") })),
  },
  {
    id: "webhook-v2-create-changes-event",
    rule: "webhooks.v2.create.event",
    sentence: "A new v2 webhook is always for batch.",
    bend: losing(() => ({ event: "batch" })),
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
    id: "webhook-v2-put-refused",
    rule: "webhooks.v2.put.accepted",
    sentence: "Updates of v2 webhooks are refused.",
    bend: before("v2UpdateWebhook", (call) => {
      if (namedWebhook(call)) throw conflict("A webhook cannot be changed.");
    }),
  },
  {
    id: "webhook-v2-put-without-effect",
    rule: "webhooks.v2.put.accepted",
    sentence: "Updates of v2 webhooks succeed and change nothing.",
    bend: changing(() => {}),
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
    id: "webhook-v2-deleted-answers-204",
    rule: "webhooks.v2.delete.gone",
    sentence: "A webhook deleted through v2 is answered with 204 when it is read by its id.",
    bend: deletedUnknown204("v2DeleteWebhook", true, "v2GetWebhook"),
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
    bend: unknownTakesNewest("v2DeleteWebhook"),
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
    bend: deletedUnknown204("v2DeleteWebhook", true),
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
