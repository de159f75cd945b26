import type { OperationId } from "../../contract/generated/types.js";
import {
  namedBatch,
  namedLabel,
  namedOrder,
  namedShipment,
  namedWarehouse,
  namedWebhook,
} from "../named-records.js";
import type { Bend, Call } from "../service/behaviours.js";
import type { Kept } from "../service/collection.js";
import type { Webhook } from "../service/records.js";
import type { Fault } from "./fault.js";

/** Milliseconds between a write and its late effect. */
const LATER = 1_100;

/** Does something some time after certain operations have succeeded, before the next request is answered. */
const later =
  (ids: readonly OperationId[], prepare: (call: Call) => () => void): Bend =>
  (does) => {
    const due: { readonly at: number; readonly act: () => void }[] = [];
    return {
      handle: (call) => {
        while (due[0] !== undefined && due[0].at <= call.now()) due.shift()?.act();
        if (!ids.includes(call.operation.id)) return does.handle(call);
        const act = prepare(call);
        const answer = does.handle(call);
        due.push({ at: call.now() + LATER, act });
        return answer;
      },
    };
  };

/** Restores a record to its state before a write: all of it, or some members. Its place among the changed ones stays. */
const undone = <T extends Kept>(
  ids: OperationId | readonly OperationId[],
  recordOf: (call: Call) => T | undefined,
  members: (before: T) => Partial<T> = (before) => before,
): Bend =>
  later([ids].flat(), (call) => {
    const record = recordOf(call);
    const before = record && { ...record };
    return () => {
      if (before) Object.assign(record, members(before), { modified: record.modified });
    };
  });

/** Changes a record other than the one that is written to. */
const another = <T extends object>(
  id: OperationId,
  othersOf: (call: Call) => readonly T[],
  change: (other: T, call: Call) => void,
): Bend =>
  later([id], (call) => {
    const [other] = othersOf(call);
    return () => {
      if (other) change(other, call);
    };
  });

/** Removes again what was created. */
const unmade = (id: "v1CreateWebhook" | "v2CreateWebhook"): Bend =>
  later([id], ({ world: { webhooks } }) => {
    const before = new Set(webhooks.ordered());
    const made: Webhook[] = [];
    queueMicrotask(() => made.push(...webhooks.ordered().filter((webhook) => !before.has(webhook))));
    return () => {
      for (const { id } of made) webhooks.remove(id);
    };
  });

/** Brings back what was removed. */
const removedAgain = (id: "v1DeleteWebhook" | "v2DeleteWebhook"): Bend =>
  later([id], (call) => {
    const webhook = namedWebhook(call);
    return () => {
      if (webhook) call.world.webhooks.add(webhook);
    };
  });

const webhooksBeside = ({ world }: Call, id: string) =>
  world.webhooks.ordered().filter((other) => other.id !== id);
const shipmentsBeside = (call: Call) => {
  const all = call.world.shipments.ordered();
  const at = all.findIndex(({ id }) => id === call.param("shipment_id"));
  return all.slice(at + 1).filter(({ status }) => status === "pending");
};
const labelsBeside = (call: Call) => {
  const all = call.world.labels.ordered();
  const at = all.findIndex(({ id }) => id === call.param("label_id"));
  return all.slice(at + 1).filter(({ status }) => status !== "voided");
};
const ordersBeside = (call: Call) =>
  call.world.purchaseOrders.ordered().filter(({ id }) => id !== call.param("purchase_order_id"));

/** Faults that show only about a second after a write. */
export const faults: readonly Fault[] = [
  {
    id: "batch-v1-archive-undone-later",
    rule: "batches.archive.leaves-open-listing",
    sentence: "A batch that was archived by v1 is open again a second later.",
    bend: undone("v1ArchiveBatch", namedBatch),
  },
  {
    id: "batch-v2-delete-undone-later",
    rule: "batches.archive.leaves-open-listing",
    sentence: "A batch that was archived by a v2 DELETE is open again a second later.",
    bend: undone("v2ArchiveBatch", namedBatch),
  },
  {
    id: "batch-v2-put-undone-later",
    rule: "batches.archive.leaves-open-listing",
    sentence: "A batch that was archived by a v2 PUT is open again a second later.",
    bend: undone("v2UpdateBatch", namedBatch),
  },
  {
    id: "batch-archive-takes-another-later",
    rule: "batches.archive.only-that-one",
    sentence: "A second after a batch was archived by v1 another open one is archived too.",
    bend: another(
      "v1ArchiveBatch",
      (call) => call.world.batches.ordered().filter(({ status }) => status === "open"),
      (other) => Object.assign(other, { status: "archived" }),
    ),
  },
  {
    id: "shipment-tag-undone-later",
    rule: "v2.shipments.tag-added",
    sentence: "A tag that was added to a shipment is gone a second later.",
    bend: undone("v2AddShipmentTag", namedShipment, ({ tags }) => ({ tags })),
  },
  {
    id: "shipment-tag-removal-undone-later",
    rule: "v2.shipments.tag-removed",
    sentence: "A tag that was removed from a shipment is there again a second later.",
    bend: undone("v2RemoveShipmentTag", namedShipment, ({ tags }) => ({ tags })),
  },
  {
    id: "shipment-cancellation-undone-later",
    rule: "v2.shipments.cancel",
    sentence: "A shipment that was cancelled is pending again a second later.",
    bend: undone("v2CancelShipment", namedShipment, ({ status }) => ({ status })),
  },
  {
    id: "shipment-cancel-takes-another-later",
    rule: "v2.shipments.cancel",
    sentence: "A second after a shipment was cancelled another one is cancelled too.",
    bend: another("v2CancelShipment", shipmentsBeside, (other) =>
      Object.assign(other, { status: "cancelled" }),
    ),
  },
  {
    id: "label-void-undone-later",
    rule: "label.void.flag",
    sentence: "A label that was voided is completed again a second later.",
    bend: undone("v2VoidLabel", namedLabel, ({ status, voidedAt }) => ({ status, voidedAt })),
  },
  {
    id: "label-void-takes-next-later",
    rule: "label.void.only-that-one",
    sentence: "A second after a label was voided the next one is voided too.",
    bend: another("v2VoidLabel", labelsBeside, (other, call) =>
      Object.assign(other, { status: "voided", voidedAt: call.now() }),
    ),
  },
  {
    id: "purchase-order-draft-put-undone-later",
    rule: "purchase-orders.draft.put-applied",
    sentence: "A draft is a second after each PUT what it was before.",
    bend: undone("v2UpdatePurchaseOrder", namedOrder, ({ fields }) => ({ fields })),
  },
  {
    id: "purchase-order-shipping-undone-later",
    rule: "purchase-orders.shipping-details.open.applied",
    sentence:
      "An open purchase order is a second after each change of its shipping details what it was before.",
    bend: undone("v2UpdatePurchaseOrderShippingDetails", namedOrder, ({ fields }) => ({ fields })),
  },
  {
    id: "purchase-order-status-undone-later",
    rule: "purchase-orders.status.applied",
    sentence: "A purchase order has its former status again a second after the status operation.",
    bend: undone("v2UpdatePurchaseOrderStatus", namedOrder, ({ status }) => ({ status })),
  },
  {
    id: "purchase-order-put-changes-neighbour-later",
    rule: "purchase-orders.draft.put-applied",
    sentence: "A second after the PUT of a draft another order has its reference_number too.",
    bend: another("v2UpdatePurchaseOrder", ordersBeside, (other, call) => {
      const { reference_number: reference } = call.object();
      if (namedOrder(call)?.status === "draft" && typeof reference === "string")
        other.fields = { ...other.fields, reference_number: reference };
    }),
  },
  {
    id: "webhook-v1-creation-undone-later",
    rule: "webhooks.v1.create.listed",
    sentence: "A webhook that was made in v1 is gone a second later.",
    bend: unmade("v1CreateWebhook"),
  },
  {
    id: "webhook-v2-creation-undone-later",
    rule: "webhooks.v2.create.listed",
    sentence: "A webhook that was made in v2 is gone a second later.",
    bend: unmade("v2CreateWebhook"),
  },
  {
    id: "webhook-v1-deletion-undone-later",
    rule: "webhooks.v1.delete.gone",
    sentence: "A webhook that was deleted in v1 is there again a second later.",
    bend: removedAgain("v1DeleteWebhook"),
  },
  {
    id: "webhook-v2-deletion-undone-later",
    rule: "webhooks.v2.delete.gone",
    sentence: "A webhook that was deleted in v2 is there again a second later.",
    bend: removedAgain("v2DeleteWebhook"),
  },
  {
    id: "webhook-v2-update-undone-later",
    rule: "webhooks.v2.put.name",
    sentence: "A v2 webhook is a second after its update what it was before.",
    blame: "each member has a rule of its own",
    bend: undone("v2UpdateWebhook", namedWebhook),
  },
  {
    id: "webhook-v2-url-undone-later",
    rule: "webhooks.v2.put.url",
    sentence: "A v2 webhook has its former url again a second after its update.",
    bend: undone("v2UpdateWebhook", namedWebhook, ({ url }) => ({ url })),
  },
  {
    id: "webhook-v2-headers-undone-later",
    rule: "webhooks.v2.put.headers",
    sentence: "A v2 webhook has its former headers again a second after its update.",
    bend: undone("v2UpdateWebhook", namedWebhook, ({ headers }) => ({ headers })),
  },
  {
    id: "webhook-v2-put-changes-neighbour-later",
    rule: "webhooks.v2.put.only-that-one",
    sentence: "A second after the update of a v2 webhook another one has its name too.",
    bend: another(
      "v2UpdateWebhook",
      (call) => webhooksBeside(call, call.param("webhook_id")),
      (other, call) => Object.assign(other, { name: namedWebhook(call)?.name ?? other.name }),
    ),
  },
  {
    id: "webhook-v2-delete-takes-another-later",
    rule: "webhooks.v2.delete.only-that-one",
    sentence: "A second after the deletion of a webhook in v2 another one is gone too.",
    bend: another(
      "v2DeleteWebhook",
      (call) => webhooksBeside(call, call.param("webhook_id")),
      ({ id }, { world }) => world.webhooks.remove(id),
    ),
  },
  {
    id: "warehouse-update-undone-later",
    rule: "warehouses.update.restores",
    sentence: "A second after each update, a warehouse is what it was before.",
    blame: "the name and each address has a rule of its own",
    bend: undone("v1UpdateWarehouse", namedWarehouse),
  },
  {
    id: "warehouse-origin-undone-later",
    rule: "warehouses.update.origin-address",
    sentence: "A second after each update, the origin address of a warehouse is what it was before.",
    bend: undone("v1UpdateWarehouse", namedWarehouse, ({ origin }) => ({ origin })),
  },
  {
    id: "warehouse-update-renames-neighbour-later",
    rule: "warehouses.update.only-that-one",
    sentence: "A second after the update of a warehouse another one has its name too.",
    bend: another(
      "v1UpdateWarehouse",
      ({ world }) => world.warehouses.ordered().slice(-1),
      (other, call) => Object.assign(other, { name: call.object().name ?? other.name }),
    ),
  },
];
