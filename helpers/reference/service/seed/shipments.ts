import { newRecord } from "../collection.js";
import type { Random } from "../random.js";
import type {
  Batch,
  Carrier,
  Label,
  LabelStatus,
  Parcel,
  Service,
  Shipment,
  ShipmentStatus,
  World,
} from "../records.js";
import { DAY, SEED_END, type Stock } from "./stock.js";

const TAGS = ["fragile", "gift", "preorder", "wholesale", "rush", "Backorder", "made to measure"] as const;
const STATUS_WHEEL: readonly ShipmentStatus[] = [
  "label_purchased",
  "pending",
  "label_purchased",
  "cancelled",
  "label_purchased",
  "pending",
  "label_purchased",
  "processing",
];

export const NO_OPTIONS: Shipment["options"] = {
  bill_to_account: null,
  bill_to_country_code: null,
  bill_to_party: null,
  bill_to_postal_code: null,
  contains_alcohol: false,
  custom_field1: null,
  custom_field2: null,
  custom_field3: null,
  non_machinable: false,
  saturday_delivery: false,
};

const OPTIONS: readonly Shipment["options"][] = [
  NO_OPTIONS,
  { ...NO_OPTIONS, custom_field1: "spring order", saturday_delivery: true },
  { ...NO_OPTIONS, contains_alcohol: true, custom_field2: "dock 4" },
  {
    ...NO_OPTIONS,
    bill_to_account: "88-1042",
    bill_to_country_code: "US",
    bill_to_party: "third_party",
    bill_to_postal_code: "78756",
    non_machinable: true,
  },
];

function makeParcel(random: Random, packageCode: string): Parcel {
  const insured = random.chance(0.3) ? random.amount(20, 400) : 0;
  return {
    packageCode,
    weight: random.amount(1, 64),
    weightUnit: "ounce",
    length: random.int(4, 30),
    width: random.int(4, 20),
    height: random.int(1, 16),
    lengthUnit: "inch",
    insured: { currency: "usd", amount: insured },
    references: [random.chance(0.4) ? `ref-${random.int(100, 999)}` : null, null, null],
  };
}

/** Parcels are shared: otherwise 100,000 shipments would each have their own. */
function makeShelf(random: Random): readonly (readonly Parcel[])[] {
  return Array.from({ length: 200 }, () =>
    Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => makeParcel(random, "package")),
  );
}

/** Seeds shipments with their labels, and puts both into suitable batches. */
export function seedShipments(stock: Stock): void {
  const { world, random, variant } = stock;
  const shelf = makeShelf(random);
  const batches = batchesByFit(world.batches.ordered());
  const spacing = variant.spacing * 60_000;
  const start = SEED_END - (variant.shipments + 2) * spacing - DAY;
  for (let index = 0; index < variant.shipments; index++) {
    const jitter = random.int(0, Math.floor(spacing / 2000)) * 1000;
    const exact = start + index * spacing + jitter;
    const created = variant.ties ? start + Math.floor(index / 3) * 3 * spacing : exact;
    const status = STATUS_WHEEL[index % STATUS_WHEEL.length] ?? "pending";
    const shipment = makeShipment(stock, shelf, status, created);
    shipment.batchId = chooseBatch(random, batches, status);
    world.shipments.add(shipment);
    if (variant.labels) seedLabels(stock, shipment, index);
  }
  settleBatches(world);
}

function makeShipment(
  { ids, random, world, book }: Stock,
  shelf: readonly (readonly Parcel[])[],
  status: ShipmentStatus,
  created: number,
): Shipment {
  const carrier = status === "pending" && random.chance(0.5) ? null : random.pick(world.carriers.ordered());
  const service = carrier && random.pick(carrier.services);
  const abroad = service?.international && !service.domestic;
  const from = random.pick(book.business);
  const warehouses = world.warehouses.ordered();
  const modified = random.chance(0.75) ? created + random.int(60, 5 * 86_400) * 1000 : created;
  const id = ids.next("shipment");
  return {
    ...newRecord(id, created, Math.min(modified, SEED_END)),
    status,
    carrierId: carrier?.id ?? "",
    serviceCode: service?.code ?? "",
    externalId: `order-${id.replace("se-", "")}`,
    shipDate: Math.floor(created / DAY) * DAY + random.int(1, 3) * DAY,
    shipTo: random.pick(abroad ? book.abroad : book.home),
    shipFrom: from,
    returnTo: random.chance(0.8) ? from : random.pick(book.business),
    warehouseId: random.chance(0.15) ? null : random.pick(warehouses).id,
    confirmation: random.pick(["none", "delivery", "signature", "adult_signature"]),
    options: random.pick(OPTIONS),
    insuranceProvider: random.pick(["", "none", "carrier"]),
    tags: TAGS.filter(() => random.chance(0.2)),
    batchId: "",
    userId: null,
    parcels: random.pick(shelf),
  };
}

/** The labels of a shipment with a given status, which the last label determines. */
function labelStatuses(status: ShipmentStatus, index: number): readonly LabelStatus[] {
  if (status === "label_purchased") return index % 16 === 0 ? ["voided", "completed"] : ["completed"];
  if (status === "processing") return ["processing"];
  if (status === "cancelled") return index % 16 === 3 ? ["voided"] : [];
  return index % 16 === 1 ? ["error"] : [];
}

function seedLabels(stock: Stock, shipment: Shipment, index: number): void {
  const { world, random, variant } = stock;
  const carrier = world.carriers.get(shipment.carrierId) ?? random.pick(world.carriers.ordered());
  const service = carrier.services.find(({ code }) => code === shipment.serviceCode) ?? carrier.services[0];
  if (!service) return;
  const bought = { shipment, carrier, service };
  let at = shipment.created;
  for (const status of labelStatuses(shipment.status, index)) {
    at = Math.min(at + (variant.ties ? 60 : random.int(20, 5400)) * 1000, SEED_END);
    world.labels.add(makeLabel(stock, bought, status, at));
    shipment.modified = Math.max(shipment.modified, at);
  }
  if (shipment.status === "label_purchased" && index % 24 === 2) {
    const sentBack = makeLabel(stock, bought, "completed", Math.min(at + DAY, SEED_END));
    world.labels.add({ ...sentBack, isReturn: true });
  }
}

/** What a label is bought for, and from whom. */
interface Bought {
  readonly shipment: Shipment;
  readonly carrier: Carrier;
  readonly service: Service;
}

function makeLabel(
  { ids, random }: Stock,
  { shipment, carrier, service }: Bought,
  status: LabelStatus,
  created: number,
): Label {
  const voidedAt = status === "voided" ? Math.min(created + random.int(60, 40_000) * 1000, SEED_END) : null;
  const format = random.pick(["pdf", "pdf", "png", "zpl"]);
  return {
    ...newRecord(ids.next("label"), created, voidedAt ?? created),
    status,
    shipmentId: shipment.id,
    shipDate: shipment.shipDate,
    cost: random.amount(3, 90),
    insurance: random.chance(0.2) ? random.amount(0.5, 6) : 0,
    trackingNumber: `94${String(random.int(0, 999_999_999)).padStart(9, "0")}${random.int(10, 99)}`,
    isReturn: service.code.includes("return"),
    isInternational: shipment.shipTo.country !== shipment.shipFrom.country,
    voidedAt,
    batchId: status === "voided" ? "" : shipment.batchId,
    warehouseId: shipment.warehouseId,
    carrierId: carrier.id,
    carrierCode: carrier.code,
    serviceCode: service.code,
    packageCode: shipment.parcels[0]?.packageCode ?? "package",
    format,
    layout: format === "pdf" ? random.pick(["4x6", "letter"]) : "4x6",
    trackingStatus: status === "completed" ? random.pick(["in_transit", "delivered", "unknown"]) : "unknown",
  };
}

type Fit = Readonly<Record<ShipmentStatus, readonly Batch[]>>;

function batchesByFit(batches: readonly Batch[]): Fit {
  const open = batches.filter(({ status }) => status === "open");
  const done = batches.filter(({ status }) => status !== "open");
  return {
    pending: open,
    processing: [],
    label_purchased: done,
    cancelled: batches.filter(({ status }) => status === "archived"),
  };
}

function chooseBatch(random: Random, fit: Fit, status: ShipmentStatus): string {
  const batches = fit[status];
  return batches.length > 0 && random.chance(0.55) ? random.pick(batches).id : "";
}

/** Makes the counts of the batches match their shipments and labels. */
function settleBatches(world: World): void {
  for (const { batchId } of world.shipments.ordered()) {
    const batch = world.batches.get(batchId);
    if (batch) batch.count += 1;
  }
  for (const label of world.labels.ordered()) {
    const batch = world.batches.get(label.batchId);
    if (batch) settleLabel(batch, label);
  }
}

/** Counts a label of a batch. */
export function settleLabel(batch: Batch, { status, shipmentId, isInternational }: Label): void {
  if (status === "error") {
    const message = "The carrier did not accept the address of the receiver.";
    batch.failures = [...batch.failures, { shipmentId, message }];
  }
  if (status !== "completed") return;
  batch.completed += 1;
  if (isInternational) batch.forms += 1;
  batch.labelFormat = "pdf";
  batch.labelLayout = "4x6";
}
