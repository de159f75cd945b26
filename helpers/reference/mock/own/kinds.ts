import { ORDER_STATUSES } from "../../../contract/purchase-orders.js";
import type { Call } from "../../service/behaviours.js";
import { objectIn, objectsIn, oneOf, optionalText, requiredText, stringsIn } from "../../service/body.js";
import { plainFamilies } from "../../service/handlers/plain.js";
import { editable } from "../../service/handlers/purchase-orders.js";
import { readWebhook } from "../../service/handlers/webhooks.js";
import { type PlainFamily, plainView } from "../../service/plain-handlers.js";
import { invalidValue } from "../../service/problem.js";
import { makeLabel } from "../../service/purchase-label.js";
import {
  BATCH_STATUSES,
  type Batch,
  type Carrier,
  type JsonObject,
  LABEL_STATUSES,
  type Label,
  type PurchaseOrder,
  type Report,
  SHIPMENT_STATUSES,
  type Shipment,
  type Warehouse,
  type World,
} from "../../service/records.js";
import { readAddress } from "../../service/requests/address.js";
import { readMoney, readShipment } from "../../service/requests/shipment.js";
import { makePlain } from "../../service/seed/plain.js";
import { settleLabel } from "../../service/seed/shipments.js";
import { addressView } from "../../service/views/address.js";
import { batchView } from "../../service/views/batch.js";
import { carrierView } from "../../service/views/carrier.js";
import { labelView } from "../../service/views/label.js";
import { purchaseOrderView } from "../../service/views/purchase-order.js";
import { reportItemView } from "../../service/views/report.js";
import { shipmentView } from "../../service/views/shipment.js";
import { warehouseView } from "../../service/views/warehouse.js";
import { webhookView } from "../../service/views/webhook.js";
import { type Intake, instantIn, intake, timesIn } from "./kind.js";

const carriers = (world: World) => world.carriers;
const warehouses = (world: World) => world.warehouses;
const batches = (world: World) => world.batches;
const shipments = (world: World) => world.shipments;
const labels = (world: World) => world.labels;

/** A member that is a number if it is given; the contract's schemas judge its form afterwards. */
const numberIn = (json: JsonObject, name: string, otherwise: number): number => {
  const value = json[name];
  return typeof value === "number" ? value : otherwise;
};

const status = <S extends string>(json: JsonObject, name: string, all: readonly S[], otherwise: S): S =>
  oneOf(name, optionalText(json, name) ?? otherwise, all);

function readCarrier(call: Call, json: JsonObject): Carrier {
  const id = optionalText(json, "carrier_id") ?? call.ids.next("carrier");
  const code = optionalText(json, "carrier_code") ?? "own_carrier";
  return {
    ...timesIn(call, json),
    id,
    code,
    name: optionalText(json, "friendly_name") ?? optionalText(json, "nickname") ?? code,
    accountNumber: optionalText(json, "account_number") ?? "100001",
    balance: numberIn(json, "balance", 0),
    services: objectsIn(json, "services").map((service) => ({
      code: requiredText(service, "service_code"),
      name: optionalText(service, "name") ?? requiredText(service, "service_code"),
      domestic: service.domestic !== false,
      international: service.international === true,
      multiPackage: service.is_multi_package_supported === true,
    })),
    options: objectsIn(json, "options").map((option) => ({
      name: requiredText(option, "name"),
      defaultValue: optionalText(option, "default_value") ?? "",
      description: optionalText(option, "description") ?? "",
    })),
    packages: objectsIn(json, "packages").map((each) => requiredText(each, "package_code")),
  };
}

/** An address with all members, and no others. */
const wholeAddress = (json: JsonObject) => addressView(readAddress(json));

function readWarehouse(call: Call, json: JsonObject): Warehouse {
  const origin = objectIn(json, "origin_address");
  const back = json.return_address === undefined ? origin : objectIn(json, "return_address");
  const { address_residential_indicator: _, ...returns } = addressView(readAddress(back));
  return {
    ...timesIn(call, json),
    id: optionalText(json, "warehouse_id") ?? call.ids.next("warehouse"),
    name: optionalText(json, "name") ?? "Own warehouse",
    origin: { ...addressView(readAddress(origin)), ...origin },
    returns: { ...returns, ...back },
    isDefault: typeof json.is_default === "boolean" ? json.is_default : call.world.warehouses.size === 0,
  };
}

function readBatch(call: Call, json: JsonObject): Batch {
  const id = optionalText(json, "batch_id") ?? call.ids.next("batch");
  return {
    ...timesIn(call, json),
    id,
    status: status(json, "status", BATCH_STATUSES, "open"),
    externalId: optionalText(json, "external_batch_id") ?? `batch-${id}`,
    notes: optionalText(json, "batch_notes") ?? "",
    warnings: numberIn(json, "warnings", 0),
    completed: numberIn(json, "completed", 0),
    forms: numberIn(json, "forms", 0),
    count: numberIn(json, "count", 0),
    labelLayout: optionalText(json, "label_layout") ?? null,
    labelFormat: optionalText(json, "label_format") ?? null,
    failures: [],
    userId: null,
  };
}

function readOwnShipment(call: Call, json: JsonObject): Shipment {
  const draft = readShipment(call, json);
  const id = optionalText(json, "shipment_id") ?? draft.id;
  const times = timesIn(call, json);
  const batchId = optionalText(json, "batch_id") ?? "";
  return {
    ...draft,
    ...times,
    id,
    externalId: optionalText(json, "external_shipment_id") ?? `order-${id}`,
    shipDate: instantIn(json, "ship_date", times.created),
    status: status(json, "shipment_status", SHIPMENT_STATUSES, "pending"),
    batchId,
  };
}

function readLabel(call: Call, json: JsonObject): Label {
  const shipment = call.world.shipments.get(requiredText(json, "shipment_id"));
  if (!shipment) throw new Error("The shipment of a label was looked for before it is read.");
  const made = makeLabel(call, shipment, { format: "pdf", layout: "4x6" });
  const text = (name: string, otherwise: string) => optionalText(json, name) ?? otherwise;
  const times = timesIn(call, json);
  const state = status(json, "status", LABEL_STATUSES, "completed");
  return {
    ...made,
    ...times,
    id: text("label_id", made.id),
    status: state,
    shipDate: instantIn(json, "ship_date", made.shipDate),
    cost: json.shipment_cost === undefined ? made.cost : readMoney(json.shipment_cost).amount,
    insurance: readMoney(json.insurance_cost).amount,
    trackingNumber: text("tracking_number", made.trackingNumber),
    isReturn: json.is_return_label === true,
    isInternational:
      typeof json.is_international === "boolean" ? json.is_international : made.isInternational,
    voidedAt: state === "voided" ? instantIn(json, "voided_at", times.created) : null,
    batchId: text("batch_id", made.batchId),
    warehouseId: optionalText(json, "warehouse_id") ?? made.warehouseId,
    carrierId: text("carrier_id", made.carrierId),
    carrierCode: text("carrier_code", made.carrierCode),
    serviceCode: text("service_code", made.serviceCode),
    packageCode: text("package_code", made.packageCode),
    format: text("label_format", made.format),
    layout: text("label_layout", made.layout),
    trackingStatus: text("tracking_status", made.trackingStatus),
  };
}

function readReport(call: Call, json: JsonObject): Report {
  const given = json.label_ids ?? [];
  const ids = stringsIn(json, "label_ids");
  if (!Array.isArray(given) || ids.length < given.length) {
    throw invalidValue("label_ids", JSON.stringify(given), "label_ids must be an array of ids.");
  }
  const rows = ids.flatMap((id) => {
    const label = call.world.labels.get(id);
    const shipment = label && call.world.shipments.get(label.shipmentId);
    return shipment ? [{ label: { ...label }, shipment: { ...shipment } }] : [];
  });
  return {
    ...timesIn(call, json),
    id: optionalText(json, "report_id") ?? call.ids.report(),
    seed: call.shared.random.int(1, 1_000_000),
    rows,
  };
}

function readOrder(call: Call, json: JsonObject): PurchaseOrder {
  return {
    ...timesIn(call, json),
    id: optionalText(json, "purchase_order_id") ?? call.ids.next("purchaseOrder"),
    status: status(json, "status", ORDER_STATUSES, "draft"),
    fields: { currency_code: "USD", products: [], ...editable(json) },
  };
}

function plainIntake(family: PlainFamily): Intake {
  return intake({
    idName: family.idName,
    from: (world) => world.plain[family.kind],
    read: (call, json) => {
      const { [family.idName]: id, created_at: _created, modified_at: _modified, ...fields } = json;
      const { created, modified } = timesIn(call, json);
      return {
        ...makePlain(typeof id === "string" ? id : call.ids.next("plain"), created, fields),
        modified,
      };
    },
    view: (_call, record) => plainView(family, record),
    schemas: [],
    also: null,
    names: {},
  });
}

/** Counts the contents of batches whose records do not give the count. */
export function countBatches(world: World, records: readonly JsonObject[]): void {
  for (const json of records) {
    const batch = world.batches.get(String(json.batch_id));
    if (!batch) continue;
    const inside = world.shipments.ordered().filter(({ batchId }) => batchId === batch.id).length;
    for (const label of world.labels.ordered()) if (label.batchId === batch.id) settleLabel(batch, label);
    batch.count = numberIn(json, "count", inside);
    batch.completed = numberIn(json, "completed", batch.completed);
    batch.forms = numberIn(json, "forms", batch.forms);
  }
}

/** How records of each kind are added; a kind comes after the kinds that its records name. */
export const OWN_KINDS: Readonly<Record<string, Intake>> = {
  ...Object.fromEntries(plainFamilies.map((family) => [family.listName, plainIntake(family)])),
  carriers: intake({
    idName: "carrier_id",
    from: carriers,
    read: readCarrier,
    view: carrierView,
    schemas: ["v1/carrier-services", "v1/carrier-options"],
    also: [],
    open: ["packages"],
    names: {},
  }),
  warehouses: intake({
    idName: "warehouse_id",
    from: warehouses,
    read: readWarehouse,
    view: (call, warehouse) => ({
      ...warehouseView(call, warehouse),
      origin_address: wholeAddress(warehouse.origin),
      return_address: wholeAddress(warehouse.returns),
    }),
    schemas: ["v1/warehouse-update"],
    also: [],
    names: {},
  }),
  batches: intake({
    idName: "batch_id",
    from: batches,
    read: readBatch,
    view: batchView,
    schemas: ["v1/batch"],
    also: [],
    names: {},
  }),
  shipments: intake({
    idName: "shipment_id",
    from: shipments,
    read: readOwnShipment,
    view: (call, shipment) => shipmentView(call, shipment, "by-id"),
    schemas: ["v1/shipment"],
    also: ["service_code", "batch_id"],
    names: { carrier_id: carriers, warehouse_id: warehouses, batch_id: batches },
  }),
  labels: intake({
    idName: "label_id",
    from: labels,
    read: readLabel,
    view: labelView,
    schemas: ["v1/label"],
    also: ["warehouse_id"],
    names: { shipment_id: shipments, carrier_id: carriers, warehouse_id: warehouses, batch_id: batches },
  }),
  reports: intake({
    idName: "report_id",
    from: (world) => world.reports,
    read: readReport,
    view: reportItemView,
    schemas: ["v1/report-item"],
    also: ["label_ids"],
    names: { label_ids: labels },
  }),
  webhooks: intake({
    idName: "webhook_id",
    from: (world) => world.webhooks,
    read: (call, json) => ({
      ...readWebhook(json),
      ...timesIn(call, json),
      id: optionalText(json, "webhook_id") ?? call.ids.next("webhook"),
    }),
    view: webhookView,
    schemas: ["v2/webhook"],
    also: [],
    names: {},
  }),
  purchase_orders: intake({
    idName: "purchase_order_id",
    from: (world) => world.purchaseOrders,
    read: readOrder,
    view: purchaseOrderView,
    schemas: ["v2/purchase-order"],
    also: null,
    names: { warehouse_id: warehouses, supplier_id: (world) => world.plain.suppliers },
  }),
};
