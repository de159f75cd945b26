import type { OperationId } from "../../contract/generated/types.js";
import { isObject } from "../../contract/json.js";
import { operations } from "../../contract/operations.js";
import { after, before, on, onRefusal, remembering, showing } from "../bends.js";
import { multi, noContent, ok } from "../service/answer.js";
import type { Bend, Call } from "../service/behaviours.js";
import { conflict, invalidValue, Problem, unknownId } from "../service/problem.js";
import type { Address, Batch, JsonObject, Shipment } from "../service/records.js";
import type { Habit } from "./habit.js";

const ARCHIVING: readonly OperationId[] = ["v1ArchiveBatch", "v2UpdateBatch", "v2ArchiveBatch"];

/** Sends a ping to the address in a request after answering the request. */
function ping(call: Call): undefined {
  const { url } = call.optional();
  const body = JSON.stringify({ resource_type: "API_PING", resource_url: null });
  // The receiver's answer does not matter.
  void fetch(String(url), { method: "POST", body }).catch(() => {});
}

const WRITES = operations.filter(({ method }) => method !== "GET").map(({ id }) => id);

const ORDERS: readonly OperationId[] = [
  "v2CreatePurchaseOrder",
  "v2GetPurchaseOrder",
  "v2UpdatePurchaseOrder",
  "v2UpdatePurchaseOrderShippingDetails",
  "v2UpdatePurchaseOrderStatus",
];

const ORDER_CHANGES: readonly OperationId[] = [
  "v2UpdatePurchaseOrder",
  "v2UpdatePurchaseOrderShippingDetails",
];

/** The files of an unprocessed batch. */
const unprocessedFiles =
  (shown: JsonObject | null): Bend =>
  (does) => ({
    batchView: (call, batch) => {
      const view = does.batchView(call, batch);
      return batch.completed > 0 ? view : { ...view, label_download: shown, form_download: shown };
    },
  });

const orderShows =
  (change: (view: JsonObject) => JsonObject): Bend =>
  (does) => ({ purchaseOrderView: (call, order) => change(does.purchaseOrderView(call, order)) });

/** Whether a shipment of another batch is also in this one: one in three that are in any. */
function isShared({ world }: Call, shipment: string, batch: string): boolean {
  const own = world.shipments.get(shipment)?.batchId;
  return (
    Boolean(own) &&
    own !== batch &&
    world.batches.get(batch) !== undefined &&
    Number(shipment.at(-1)) % 3 === 0
  );
}

/** Whether a shipment is gone although its labels are kept. */
function isPurged(shipment: Shipment | undefined): boolean {
  return shipment?.status === "label_purchased" && Number(shipment.id.at(-2)) % 2 === 0;
}

/** A value that is understood and not taken, refused in the way of some frameworks. */
function unprocessable(field: string, value: string): Problem {
  return new Problem(422, invalidValue(field, value, "This value cannot be used.").detail);
}

/** Streets that the service stores already. */
function isKnownStreet({ world }: Call, street: unknown): boolean {
  const held = ({ line1 }: Address) => line1 === street;
  return (
    world.warehouses
      .ordered()
      .some(({ origin, returns }) => [origin, returns].some(({ address_line1: line }) => line === street)) ||
    world.shipments
      .ordered()
      .some(({ shipTo, shipFrom, returnTo }) => [shipTo, shipFrom, returnTo].some(held))
  );
}

/** Hosts under reserved names: nothing can be reached there. */
const UNREACHABLE = /^https?:\/\/([^/:]+\.)?(invalid|test|example|example\.(com|net|org))([:/]|$)/i;

const v2Deletions = operations
  .filter(({ generation, method }) => generation === "v2" && method === "DELETE")
  .map(({ id }) => id);

const isCreated = (status: number): boolean => status === 201;

export const habits: readonly Habit[] = [
  {
    id: "created-200",
    section: "Status codes",
    sentence: "What creates something answers 200 in place of 201.",
    bend: (does) => ({
      handle: (call) => {
        const answer = does.handle(call);
        return isCreated(answer.status) ? { ...answer, status: 200 } : answer;
      },
    }),
  },
  {
    id: "v2-deletions-200",
    section: "v2 endpoints",
    sentence: "Deletions of v2 answer 200 with what was deleted.",
    bend: on(v2Deletions, (call, next) => {
      const answer = next(call);
      return answer.status === 204 ? ok({ deleted: true, ...call.incoming.params }) : answer;
    }),
  },
  {
    id: "shipments-created-207",
    section: "Status codes",
    sentence: "The creation of shipments in v2 answers 207, with a status for each.",
    bend: after("v2CreateShipments", (_, { json }) => multi(json)),
  },
  {
    id: "cancel-200",
    section: "v2 endpoints",
    sentence: "The cancellation of a shipment answers 200 with a message.",
    bend: after("v2CancelShipment", () => ok({ message: "The shipment was cancelled." })),
  },
  // Labels
  {
    id: "label-files-once-completed",
    section: "Label (v1 list item)",
    sentence: "A label that is not completed has null for label_download.",
    bend: (does) => ({
      labelView: (call, label) => {
        const view = does.labelView(call, label);
        return label.status === "completed" ? view : { ...view, label_download: null };
      },
    }),
  },
  {
    id: "label-files-elsewhere",
    section: "Other v1 operations",
    sentence: "The files of labels are on another host.",
    bend: (does) => ({
      labelView: (call, label) => {
        const { incoming } = call;
        return does.labelView(call.with({ ...incoming, origin: "https://files.shipping.invalid" }), label);
      },
    }),
  },
  {
    id: "labels-of-moved-shipments",
    section: "GET /v1/labels",
    sentence: "All labels were made in one warehouse, from which many shipments were moved since.",
    bend: (does) => ({
      condition: (asked, condition) => {
        const usual = does.condition(asked, condition);
        if (asked.word !== "labels" || usual?.name !== "warehouse_id") return usual;
        const [first] = asked.call.world.warehouses.ordered();
        return { ...usual, holds: () => usual.value === first?.id };
      },
    }),
  },
  {
    id: "labels-outlive-shipments",
    section: "GET /v1/shipments",
    sentence:
      "Every second shipment with labels is gone, though its labels are kept and its batch counts it.",
    bend: (does) => ({
      find: (call, from, param) => {
        const found = does.find(call, from, param);
        if (isPurged(call.world.shipments.get(found.id))) throw unknownId(param, found.id);
        return found;
      },
      matching: (listing, request) =>
        does
          .matching(listing, request)
          .filter(
            ({ id }) => listing.name !== "shipments" || !isPurged(listing.call.world.shipments.get(id)),
          ),
    }),
  },
  // Batches
  {
    id: "batch-files-once-processed",
    section: "Batch (v1 by-id response)",
    sentence: "A batch that was not processed has empty objects for its files.",
    bend: unprocessedFiles({}),
  },
  {
    id: "batch-files-null",
    section: "Batch (v1 by-id response)",
    sentence: "A batch that was not processed has null for its files.",
    bend: unprocessedFiles(null),
  },
  {
    id: "batch-files-address-empty",
    section: "Batch (v1 by-id response)",
    sentence: "A batch that was not processed has an empty text for the address of its files.",
    bend: unprocessedFiles({ href: "" }),
  },
  {
    id: "shipments-in-several-batches",
    section: "GET /v1/shipments",
    sentence: "Every batch also holds, and counts, some shipments whose labels were made in another one.",
    bend: (does) => ({
      condition: (asked, condition) => {
        const usual = does.condition(asked, condition);
        if (asked.word !== "shipments" || usual?.name !== "batch_id") return usual;
        return { ...usual, holds: (item) => usual.holds(item) || isShared(asked.call, item.id, usual.value) };
      },
      batchView: (call, batch) => {
        const shared = call.world.shipments.ordered().filter(({ id }) => isShared(call, id, batch.id));
        return { ...does.batchView(call, batch), count: batch.count + shared.length };
      },
    }),
  },
  {
    id: "archived-batches-unreadable",
    section: "States and transitions",
    sentence: "A batch that was archived cannot be read any more.",
    bend: before(["v1GetBatch", "v2GetBatch"], (call) => {
      const id = call.param("batch_id");
      if (call.world.batches.get(id)?.status === "archived") throw unknownId("batch_id", id);
    }),
  },
  {
    id: "archive-again-accepted",
    section: "States and transitions",
    sentence: "A batch that is archived already can be archived again.",
    bend: on(ARCHIVING, (call, next) => {
      const batch: Batch | undefined = call.world.batches.get(call.param("batch_id"));
      return batch?.status === "archived" ? noContent() : next(call);
    }),
  },
  {
    id: "archive-v2-shows-batch",
    section: "v2 endpoints",
    sentence: "Archiving a batch in v2 answers 200 with the batch.",
    bend: after(["v2UpdateBatch", "v2ArchiveBatch"], (call) => {
      const batch = call.world.batches.get(call.param("batch_id"));
      return batch && ok(call.does.batchView(call, batch));
    }),
  },
  // Purchase orders
  {
    id: "draft-shipping-refused",
    section: "States and transitions",
    sentence: "The shipping details of a draft cannot be changed by their operation.",
    bend: (does) => ({
      mayChangeShipping: (call, order) => order.status !== "draft" && does.mayChangeShipping(call, order),
    }),
  },
  {
    id: "purchase-orders-wrapped",
    section: "Purchase order (v2)",
    sentence: "A purchase order stands in a wrapper with a status of its own.",
    bend: showing(ORDERS, (order) => ({ status: "ok", purchase_order: order })),
  },
  {
    id: "purchase-order-status-named",
    section: "Purchase order (v2)",
    sentence: "The status of a purchase order is named purchase_order_status.",
    bend: orderShows(({ status, ...order }) => ({ ...order, purchase_order_status: status })),
  },
  {
    id: "purchase-order-id-named",
    section: "Purchase order (v2)",
    sentence: "A purchase order shows its id as id.",
    bend: orderShows(({ purchase_order_id, ...order }) => ({ id: purchase_order_id, ...order })),
  },
  {
    id: "purchase-order-delivery-ahead",
    section: "Purchase order (v2)",
    sentence: "An expected_delivery_date that is past is refused: invalid_field_value.",
    bend: before(ORDER_CHANGES, (call) => {
      const { expected_delivery_date: date } = call.optional();
      if (typeof date !== "string" || !(Date.parse(date) < call.now())) return;
      throw invalidValue("expected_delivery_date", date, "This date is past.");
    }),
  },
  {
    id: "purchase-order-paid-for-good",
    section: "Purchase order (v2)",
    sentence: "A purchase order that is paid cannot be made unpaid: invalid_field_value.",
    bend: before(ORDER_CHANGES, (call) => {
      const order = call.world.purchaseOrders.get(call.param("purchase_order_id"));
      if (order?.fields.payment_status !== "paid" || call.optional().payment_status !== "unpaid") return;
      throw invalidValue("payment_status", "unpaid", "This order is paid.");
    }),
  },
  {
    id: "purchase-order-noted-by-another-run",
    section: "Purchase order (v2)",
    sentence: "Another run of the same suite writes its note into one draft while another draft is edited.",
    bend: after("v2UpdatePurchaseOrder", (call) => {
      const edited = call.param("purchase_order_id");
      const order = call.world.purchaseOrders
        .ordered()
        .find(({ id, status }) => status === "draft" && id !== edited);
      if (order) order.fields = { ...order.fields, note_to_supplier: "PLIMSOLL-0b5e55ed-3" };
      return undefined;
    }),
  },
  // Warehouses
  {
    id: "warehouse-streets-checked",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence: "A warehouse cannot be moved to a street that does not exist: invalid_field_value.",
    bend: before("v1UpdateWarehouse", (call) => {
      if (!call.world.warehouses.get(call.param("warehouse_id"))) return;
      const body = call.object();
      for (const address of [body.origin_address, body.return_address]) {
        const street = isObject(address) ? address.address_line1 : undefined;
        if (street === undefined || isKnownStreet(call, street)) continue;
        throw invalidValue("address_line1", String(street), "There is no such street.");
      }
    }),
  },
  {
    id: "warehouse-phones-checked",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence: "A phone must have ten digits since lately; stored ones with fewer are refused too, with 422.",
    bend: before("v1UpdateWarehouse", (call) => {
      if (!call.world.warehouses.get(call.param("warehouse_id"))) return;
      const body = call.object();
      for (const address of [body.origin_address, body.return_address]) {
        const phone = isObject(address) ? address.phone : undefined;
        if (typeof phone === "string" && phone.replaceAll(/\D/g, "").length < 10)
          throw unprocessable("phone", phone);
      }
    }),
  },
  {
    id: "warehouse-names-ascii",
    section: "PUT /v1/warehouses/{warehouse_id}",
    sentence: "The name of a warehouse is ASCII text; anything else is refused with 422.",
    bend: before("v1UpdateWarehouse", (call) => {
      const { name } = call.object();
      if (typeof name === "string" && /[^ -~]/.test(name)) throw unprocessable("name", name);
    }),
  },
  {
    id: "writes-refused",
    section: "Status codes",
    sentence:
      "An account that may only read is refused everything else with 400, by an error of the type security.",
    bend: before(WRITES, () => {
      throw new Problem(400, { type: "security", code: "forbidden", message: "This key may only read." });
    }),
  },
  {
    id: "writes-need-subscription",
    section: "Status codes",
    sentence:
      "An account without a subscription is refused everything but reads with 400, by an error of the type business_rules.",
    bend: before(WRITES, () => {
      const message = "The subscription has ended.";
      throw new Problem(400, { type: "business_rules", code: "subscription_inactive", message });
    }),
  },
  // Webhooks
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
      const webhook = call.world.webhooks.get(call.param("webhook_id"));
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
    id: "user-of-unknown-shipments-refused",
    section: "Limits",
    sentence: "A user can only be assigned to shipments that there are: a call that names others is refused.",
    bend: before(["v2AssignShipmentsUser"], (call) => {
      const ids = call.object().shipment_ids;
      const unknown = Array.isArray(ids) && ids.find((id) => !call.world.shipments.get(String(id)));
      if (typeof unknown === "string") throw invalidValue("shipment_ids", unknown, "No such shipment.");
    }),
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
    bend: before(["v1CreateWebhook", "v2CreateWebhook", "v2UpdateWebhook"], (call) => {
      const { url } = call.optional();
      if (typeof url !== "string" || !url.startsWith("http:")) return;
      const field = { name: "url", value: url };
      const message = "The url must begin with https.";
      throw new Problem(400, { type: "validation", code: "invalid_field_value", message, field });
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
    bend: (does) => ({
      webhookView: (call, webhook) => {
        const view = does.webhookView(call, webhook);
        return webhook.headers.length === 0 ? { ...view, headers: null } : view;
      },
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
    id: "webhooks-pinged",
    section: "Webhook (v2)",
    sentence: "An address that a webhook is given is sent a ping, which is no event.",
    bend: after(["v1CreateWebhook", "v2CreateWebhook", "v2UpdateWebhook"], (call) => ping(call)),
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
];
