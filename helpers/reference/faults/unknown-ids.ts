import type { OperationId } from "../../contract/generated/types.js";
import type { OrderStatus } from "../../contract/purchase-orders.js";
import { hiding, on, onRefusal, showing } from "../bends.js";
import { namedLabel } from "../named-records.js";
import { noContent, ok } from "../service/answer.js";
import type { Bend, Call } from "../service/behaviours.js";
import { refuseKey } from "../service/key-check.js";
import { conflict, invalidValue, Problem } from "../service/problem.js";
import type { Fault } from "./fault.js";

/** Answers an unknown id with 400 instead of 404. */
const unknown400 =
  (id: OperationId): Bend =>
  (does) => ({
    find: (call, from, param) => {
      const wanted = call.param(param);
      const isKnown = call.operation.id !== id || from.get(wanted) !== undefined;
      if (!isKnown) throw invalidValue(param, wanted, "No such id.");
      return does.find(call, from, param);
    },
  });

const unknown401 = (id: OperationId): Bend =>
  onRefusal(id, 404, () => {
    throw refuseKey();
  });

const unknown403 = (id: OperationId): Bend =>
  onRefusal(id, 404, () => {
    throw new Problem(403, { type: "security", code: "forbidden", message: "This is not yours to see." });
  });

const unknownFails = (id: OperationId): Bend =>
  onRefusal(id, 404, () => {
    throw new Error("nothing found");
  });

const unknownIsFirst =
  (id: OperationId): Bend =>
  (does) => ({
    find: (call, from, param) => {
      const [first] = from.ordered();
      const isKnown = call.operation.id !== id || from.get(call.param(param)) !== undefined;
      return !isKnown && first ? first : does.find(call, from, param);
    },
  });

/** Finds the first record for each id that is known. */
const knownIsFirst =
  (id: OperationId): Bend =>
  (does) => ({
    find: (call, from, param) => {
      const found = does.find(call, from, param);
      const [first] = from.ordered();
      return call.operation.id === id && first ? first : found;
    },
  });

/** Finds the first record whose id is like the one asked for. */
const foundIfLike =
  (id: OperationId, isLike: (id: string, wanted: string) => boolean): Bend =>
  (does) => ({
    find: (call, from, param) => {
      const wanted = call.param(param);
      const like = from.ordered().find((each) => isLike(each.id, wanted));
      return call.operation.id === id && like ? like : does.find(call, from, param);
    },
  });

/** Does something although the record is unknown, and is refused for that. */
const refusedBut = (id: OperationId, act: (call: Call) => void): Bend =>
  onRefusal(id, 404, (call, problem) => {
    act(call);
    throw problem;
  });

/** Gives the note that was sent to the newest purchase order in a status. */
const keepsNote =
  (status: OrderStatus) =>
  (call: Call): void => {
    const order = call.world.purchaseOrders.ordered().findLast((each) => each.status === status);
    const { note_to_supplier } = call.object();
    if (order) call.does.editOrder(call, order, { note_to_supplier });
  };

const unknown204 = (id: OperationId): Bend => onRefusal(id, 404, noContent);

/** Deletions of what stands below a record. */
const NESTED: readonly OperationId[] = [
  "v2DeleteLabelDocument",
  "v2DeleteShipmentDocument",
  "v2DeleteCheckoutRateOption",
];

/** Reads of v1 by id, the rules of their 404, and what is unknown. */
const V1_READS = [
  ["v1GetShipment", "error.404.shipment", "An unknown shipment"],
  ["v1GetBatch", "error.404.batch", "An unknown batch"],
  ["v1ListBatchErrors", "error.404.batch-errors", "An unknown batch, asked for its errors,"],
  ["v1GetAdjustmentReport", "error.404.report", "An unknown report"],
  ["v1ListCarrierServices", "error.404.carrier-services", "An unknown carrier, asked for its services,"],
  ["v1ListCarrierOptions", "error.404.carrier-options", "An unknown carrier, asked for its options,"],
] as const;

/** Reads of v1 that may read no further than a known id, the rules of their 404, and what they find. */
const LONGER_READS = [
  ["v1GetShipment", "error.404.shipment", "a shipment"],
  ["v1ListCarrierServices", "error.404.carrier-services", "the services of a carrier"],
] as const;

/** Writes of v2, the rules of their 404, and what is unknown. */
const V2_WRITES = [
  ["v2VoidLabel", "error.404.v2.change", "Voiding an unknown label"],
  ["v2CancelShipment", "error.404.v2.change", "Cancelling an unknown shipment"],
  ["v2UpdatePurchaseOrder", "error.404.v2.change", "The update of an unknown purchase order"],
  [
    "v2UpdatePurchaseOrderShippingDetails",
    "error.404.v2.change",
    "A change of the shipping details of an unknown purchase order",
  ],
  [
    "v2UpdatePurchaseOrderStatus",
    "error.404.v2.change",
    "A change of the status of an unknown purchase order",
  ],
  ["v2CreatePurchaseOrderReceipt", "error.404.v2.change", "A receipt of an unknown purchase order"],
  ["v2ProcessBatchLabels", "error.404.v2.change", "The processing of an unknown batch"],
  ["v2UpdatePackage", "error.404.v2.change", "The update of an unknown package"],
  ["v2CreateCheckoutRateQuote", "error.404.v2.change", "A quote for an unknown configuration"],
  ["v2AddShipmentTag", "error.404.v2.change", "A tag for an unknown shipment"],
  ["v2AssignBatchUser", "error.404.v2.change", "The assignment of a user to an unknown batch"],
  ["v2UpdateCheckoutRateOption", "error.404.v2.change", "The update of an unknown option of a configuration"],
  ["v2SendLabelDocuments", "error.404.v2.change", "Sending the documents of an unknown label"],
  ["v2CreateReturnLabel", "error.404.v2.change", "A return label for an unknown label"],
  ["v2AddCarrierFunds", "error.404.v2.change", "Adding funds to an unknown carrier"],
  ["v2UnassignBatchUser", "error.404.v2.delete", "Unassigning the user of an unknown batch"],
  ["v2DeletePickup", "error.404.v2.delete", "The deletion of an unknown pickup"],
  ["v2DeleteTote", "error.404.v2.delete", "The deletion of an unknown tote"],
] as const;

/** What comes of an id that nothing has, and of one that something has. */
export const faults: readonly Fault[] = [
  ...V1_READS.flatMap(([id, rule, what]): readonly Fault[] => [
    {
      id: `unknown-id-answers-400-${id}`,
      rule,
      sentence: `${what} is answered with 400.`,
      bend: unknown400(id),
    },
    {
      id: `unknown-id-answers-first-${id}`,
      rule,
      sentence: `${what} is answered as if it were the first one.`,
      bend: unknownIsFirst(id),
    },
  ]),
  {
    id: "unknown-warehouse-update-fails",
    rule: "status.unknown-id-no-5xx",
    sentence: "The update of an unknown warehouse leads to a 500.",
    bend: unknownFails("v1UpdateWarehouse"),
  },
  {
    id: "unknown-id-fails-v2DeleteTote",
    rule: "status.unknown-id-no-5xx",
    sentence: "The deletion of an unknown tote leads to a 500.",
    bend: unknownFails("v2DeleteTote"),
  },
  {
    id: "unknown-id-fails-v2UpdateWebhook",
    rule: "status.unknown-id-no-5xx",
    sentence: "The update of an unknown webhook leads to a 500.",
    bend: unknownFails("v2UpdateWebhook"),
  },
  {
    id: "unknown-totes-and-packages-deleted-answers-409",
    rule: "error.404.v2.delete.status",
    sentence: "The deletion of an unknown tote or package is answered with 409.",
    bend: onRefusal(["v2DeleteTote", "v2DeletePackage"], 404, () => {
      throw conflict("There is nothing to delete.");
    }),
  },
  {
    id: "unknown-label-voided-answers-409",
    rule: "error.404.v2.change.status",
    sentence: "Voiding an unknown label is answered with 409.",
    bend: onRefusal("v2VoidLabel", 404, () => {
      throw conflict("This label cannot be voided.");
    }),
  },
  {
    id: "unknown-shipment-cancelled-answers-400",
    rule: "error.404.v2.change.status",
    sentence: "Cancelling an unknown shipment is answered with 400.",
    bend: unknown400("v2CancelShipment"),
  },
  {
    id: "unknown-parent-answers-204",
    rule: "error.404.v2.delete",
    sentence: "A deletion of what is below an unknown record answers 204 and does nothing.",
    bend: onRefusal(NESTED, 404, (call, problem) => {
      // The refusal names the id that is unknown.
      const [parent = ""] = call.operation.pathParams;
      if (problem.message.includes(call.param(parent))) return noContent();
      throw problem;
    }),
  },
  {
    id: "unknown-id-cut-finds-shipment",
    rule: "error.404.shipment",
    sentence: "The beginning of an id finds a shipment.",
    bend: foundIfLike("v1GetShipment", (id, wanted) => id.startsWith(wanted)),
  },
  {
    id: "unknown-id-cut-finds-batch",
    rule: "error.404.batch",
    sentence: "The beginning of an id finds a batch.",
    bend: foundIfLike("v1GetBatch", (id, wanted) => id.startsWith(wanted)),
  },
  ...LONGER_READS.map(([id, rule, what]) => ({
    id: `unknown-id-longer-finds-${id}`,
    rule,
    sentence: `An id that begins with a known one finds ${what}.`,
    bend: foundIfLike(id, (known, wanted) => wanted.startsWith(known)),
  })),
  {
    id: "unknown-id-answers-401-v2GetShipment",
    rule: "error.404.v2",
    sentence: "An unknown shipment is answered with 401 in v2.",
    bend: unknown401("v2GetShipment"),
  },
  {
    id: "unknown-id-answers-403-v2GetManifest",
    rule: "error.404.v2",
    sentence: "An unknown manifest is answered with 403 in v2.",
    bend: unknown403("v2GetManifest"),
  },
  {
    id: "listed-manifests-answer-400-in-v2",
    rule: "v2.records.by-id",
    sentence: "Each manifest is refused with 400 by its id in v2.",
    bend: hiding(
      "v2GetManifest",
      (id, { world }) => world.plain.manifests.get(id) !== undefined,
      (parameter, id) => invalidValue(parameter, id, "This is no id."),
    ),
  },
  {
    id: "bought-shipments-answer-409-in-v2",
    rule: "v2.records.by-id",
    sentence: "A shipment that has a label is refused with 409 by its id in v2.",
    bend: hiding(
      "v2GetShipment",
      (id, { world }) => world.shipments.get(id)?.status === "label_purchased",
      () => conflict("The shipment has a label."),
    ),
  },
  {
    id: "listed-supplier-answers-404-v2GetSupplier",
    rule: "v2.records.by-id",
    sentence: "No supplier is found by its id in v2.",
    bend: hiding("v2GetSupplier", () => true),
  },
  {
    id: "cancelled-shipments-answer-404-in-v2",
    rule: "v2.records.by-id",
    sentence: "A cancelled shipment is not found by its id in v2.",
    bend: hiding("v2GetShipment", (id, { world }) => world.shipments.get(id)?.status === "cancelled"),
  },
  {
    id: "voided-labels-answer-404-in-v2",
    rule: "v2.records.by-id",
    sentence: "A voided label is not found by its id in v2.",
    bend: hiding("v2GetLabel", (id, { world }) => world.labels.get(id)?.status === "voided"),
  },
  {
    id: "oldest-shipments-answer-404-in-v2",
    rule: "v2.records.by-id",
    sentence: "The oldest ten shipments are not found by their ids in v2.",
    bend: hiding("v2GetShipment", (id, { world }) =>
      world.shipments
        .ordered()
        .toSorted((one, other) => Number(one.created) - Number(other.created))
        .slice(0, 10)
        .some((each) => each.id === id),
    ),
  },
  {
    id: "other-warehouses-answer-404-in-v2",
    rule: "v2.records.by-id",
    sentence: "A warehouse that is not the default one is not found by its id in v2.",
    bend: hiding("v2GetWarehouse", (id, { world }) => world.warehouses.get(id)?.isDefault === false),
  },
  {
    id: "listed-carrier-answers-first-v2GetCarrier",
    rule: "v2.records.by-id.own",
    sentence: "Each carrier that is read by its id in v2 is the first one.",
    bend: knownIsFirst("v2GetCarrier"),
  },
  {
    id: "listed-records-are-empty-in-v2",
    rule: "v2.records.by-id.own",
    sentence: "Manifests, totes and suppliers that are read by their ids in v2 are empty objects.",
    bend: showing(["v2GetManifest", "v2GetTote", "v2GetSupplier"], () => ({})),
  },
  {
    id: "listed-labels-are-null-in-v2",
    rule: "v2.records.by-id.own",
    sentence: "A label that is read by its id in v2 is null in a wrapper.",
    bend: showing("v2GetLabel", () => ({ label: null })),
  },
  {
    id: "listed-tote-answers-first-v2GetTote",
    rule: "v2.records.by-id.own",
    sentence: "Each tote that is read by its id in v2 is the first one.",
    bend: knownIsFirst("v2GetTote"),
  },
  {
    id: "unknown-id-answers-400-v2GetLabel",
    rule: "error.404.v2",
    sentence: "An unknown label is answered with 400 in v2.",
    bend: unknown400("v2GetLabel"),
  },
  ...(
    [
      ["v2GetManifest", "An unknown manifest is answered as if it were"],
      ["v2GetSupplier", "An unknown supplier is answered as if it were"],
      ["v2ListShipmentLabels", "The labels of an unknown shipment are those of"],
      ["v2TrackLabel", "The tracking of an unknown label is that of"],
    ] as const
  ).map(
    ([id, what]): Fault => ({
      id: `unknown-id-answers-first-${id}`,
      rule: "error.404.v2",
      sentence: `${what} the first one.`,
      bend: unknownIsFirst(id),
    }),
  ),
  {
    id: "batch-by-external-id-unknown-answers-empty",
    rule: "error.404.v2.external-id",
    sentence: "An unknown external id of a batch is answered with 200 and an empty object.",
    bend: onRefusal("v2GetBatchByExternalId", 404, () => ok({})),
  },
  {
    id: "unknown-external-id-answers-400",
    rule: "error.404.v2.external-id",
    sentence: "An unknown external id of a batch is answered with 400.",
    bend: onRefusal("v2GetBatchByExternalId", 404, (call) => {
      throw invalidValue("external_batch_id", call.param("external_batch_id"), "No such id.");
    }),
  },
  ...V2_WRITES.map(
    ([id, rule, what]): Fault => ({
      id: `unknown-id-answers-204-${id}`,
      rule,
      sentence: `${what} is answered with 204.`,
      bend: unknown204(id),
    }),
  ),
  {
    id: "warehouse-unknown-answers-204",
    rule: "error.404.warehouse",
    sentence: "The update of an unknown warehouse is answered with 204.",
    bend: unknown204("v1UpdateWarehouse"),
  },
  {
    id: "warehouse-unknown-updates-that-in-body",
    rule: "error.404.warehouse",
    sentence: "The update of an unknown warehouse changes the one that its body names.",
    bend: on("v1UpdateWarehouse", (call, next) => {
      const { warehouse_id } = call.optional();
      const isKnown = call.world.warehouses.get(call.param("warehouse_id")) !== undefined;
      if (isKnown || typeof warehouse_id !== "string") return next(call);
      return next(call.with({ params: { warehouse_id } }));
    }),
  },
  {
    id: "webhook-v2-update-unknown-204",
    rule: "error.404.v2.change",
    sentence: "The update of an unknown webhook is answered with 204.",
    bend: unknown204("v2UpdateWebhook"),
  },
  {
    id: "webhook-v2-update-unknown-renames-newest",
    rule: "error.404.v2.change",
    sentence: "The update of an unknown webhook is answered with 404, and renames the newest one.",
    bend: refusedBut("v2UpdateWebhook", (call) => {
      const newest = call.world.webhooks.ordered().at(-1);
      const { name } = call.object();
      if (newest && typeof name === "string") newest.name = name;
    }),
  },
  {
    id: "purchase-order-put-unknown-edits-draft",
    rule: "error.404.v2.change",
    sentence:
      "PUT of an unknown purchase order is answered with 404, and its note is that of the newest draft.",
    bend: refusedBut("v2UpdatePurchaseOrder", keepsNote("draft")),
  },
  {
    id: "purchase-order-shipping-unknown-edits-open",
    rule: "error.404.v2.change",
    sentence:
      "Shipping details of an unknown purchase order are answered with 404, and their note is that of the newest open one.",
    bend: refusedBut("v2UpdatePurchaseOrderShippingDetails", keepsNote("open")),
  },
  {
    id: "warehouse-unknown-renames-oldest",
    rule: "error.404.warehouse",
    sentence: "The update of an unknown warehouse is answered with 404, and renames the oldest one.",
    bend: refusedBut("v1UpdateWarehouse", (call) => {
      const [oldest] = call.world.warehouses.ordered();
      const { name } = call.object();
      if (oldest && typeof name === "string") oldest.name = name;
    }),
  },
  {
    id: "unknown-tote-is-created",
    rule: "error.404.v2.change",
    sentence: "The update of an unknown tote creates it.",
    bend: onRefusal("v2UpdateTote", 404, (call) => {
      const [tote] = call.world.plain.totes.ordered();
      const id = call.param("tote_id");
      if (tote) call.world.plain.totes.add({ ...tote, id });
      return ok({ tote_id: id });
    }),
  },
  {
    id: "unknown-file-answers-empty",
    rule: "error.404.v2",
    sentence: "A download that does not exist is answered with 200 and an empty file.",
    bend: onRefusal("v2DownloadFile", 404, () => ({
      status: 200,
      file: { type: "application/pdf", content: "" },
    })),
  },
  {
    id: "unknown-document-of-a-label-answers-204",
    rule: "error.404.v2.delete",
    sentence: "The deletion of an unknown document of a known label is answered with 204.",
    bend: onRefusal("v2DeleteLabelDocument", 404, (call, problem) => {
      if (namedLabel(call) === undefined) throw problem;
      return noContent();
    }),
  },
  {
    id: "unknown-option-of-a-configuration-answers-200",
    rule: "error.404.v2",
    sentence: "An unknown option of a known configuration is answered with 200 and its id.",
    bend: onRefusal("v2GetCheckoutRateOption", 404, (call, problem) => {
      if (call.world.plain.checkoutRates.get(call.param("config_id")) === undefined) throw problem;
      return ok({ option_id: call.param("option_id") });
    }),
  },
];
