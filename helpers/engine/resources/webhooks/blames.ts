import type { Generation } from "../../../contract/model.js";
import type { WebhookBlames } from "../../../oracles/webhooks/sequences.js";

/** The rules to blame in sequences of each generation. */
export const BLAMES: Readonly<Record<Generation, WebhookBlames>> = {
  v1: {
    accepted: {
      create: "webhooks.v1.create.accepted",
      update: "webhooks.v1.create.accepted",
      delete: "webhooks.v1.delete.status-204",
    },
    // The document does not say what the v1 list shows besides the id.
    members: null,
    listed: "webhooks.v1.create.listed",
    gone: "webhooks.v1.delete.gone",
    others: {
      create: "webhooks.v1.create.listed",
      update: "webhooks.v1.create.listed",
      delete: "webhooks.v1.delete.only-that-one",
    },
    reused: "webhooks.v1.ids-not-reused",
  },
  v2: {
    accepted: {
      create: "webhooks.v2.create.object",
      update: "webhooks.v2.put.accepted",
      delete: "webhooks.v2.delete.accepted",
    },
    members: {
      create: {
        name: "webhooks.v2.create.name",
        url: "webhooks.v2.create.url",
        event: "webhooks.v2.create.event",
        headers: "webhooks.v2.create.headers",
        store_id: "webhooks.v2.create.store_id",
      },
      update: {
        name: "webhooks.v2.put.name",
        url: "webhooks.v2.put.url",
        event: "webhooks.v2.put.event-unchanged",
        headers: "webhooks.v2.put.headers",
        store_id: "webhooks.v2.put.store-unchanged",
      },
    },
    listed: "webhooks.v2.create.listed",
    gone: "webhooks.v2.delete.gone",
    others: {
      create: "webhooks.v2.create.listed",
      update: "webhooks.v2.put.only-that-one",
      delete: "webhooks.v2.delete.only-that-one",
    },
    reused: null,
  },
};
