import type { Schemas } from "../../contract/generated/types.js";
import type { OrderStatus } from "../../contract/purchase-orders.js";
import type { Collection, Kept } from "./collection.js";

export type JsonObject = Record<string, unknown>;

export interface Address {
  readonly name: string;
  readonly companyName: string;
  readonly phone: string;
  readonly email: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
  readonly residential: boolean;
}

export interface Money {
  readonly currency: string;
  readonly amount: number;
}

export interface Parcel {
  readonly packageCode: string;
  readonly weight: number;
  readonly weightUnit: string;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly lengthUnit: string;
  readonly insured: Money;
  readonly references: readonly (string | null)[];
}

export const SHIPMENT_STATUSES = ["pending", "processing", "label_purchased", "cancelled"] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

export interface Shipment extends Kept {
  status: ShipmentStatus;
  /** Empty when no carrier is chosen. */
  carrierId: string;
  /** Empty when no service is chosen. */
  serviceCode: string;
  externalId: string;
  shipDate: number;
  shipTo: Address;
  shipFrom: Address;
  returnTo: Address;
  warehouseId: string | null;
  confirmation: string;
  options: Schemas["v1/advanced-options"];
  insuranceProvider: string;
  tags: string[];
  /** Empty if it is in no batch. */
  batchId: string;
  userId: string | null;
  parcels: readonly Parcel[];
}

export const LABEL_STATUSES = ["processing", "completed", "error", "voided"] as const;
export type LabelStatus = (typeof LABEL_STATUSES)[number];

export interface Label extends Kept {
  status: LabelStatus;
  shipmentId: string;
  shipDate: number;
  cost: number;
  insurance: number;
  trackingNumber: string;
  isReturn: boolean;
  isInternational: boolean;
  voidedAt: number | null;
  batchId: string;
  warehouseId: string | null;
  carrierId: string;
  carrierCode: string;
  serviceCode: string;
  packageCode: string;
  format: string;
  layout: string;
  trackingStatus: string;
}

export const BATCH_STATUSES = ["open", "completed", "archived"] as const;
/** A batch is processing only where a bend keeps it so. */
export type BatchStatus = (typeof BATCH_STATUSES)[number] | "processing";

interface BatchFailure {
  readonly shipmentId: string;
  readonly message: string;
}

export interface Batch extends Kept {
  status: BatchStatus;
  externalId: string;
  notes: string;
  warnings: number;
  completed: number;
  forms: number;
  count: number;
  labelLayout: string | null;
  labelFormat: string | null;
  failures: readonly BatchFailure[];
  userId: string | null;
}

/** What a batch is like before anything happens to it. */
export const EMPTY_BATCH = {
  status: "open",
  warnings: 0,
  completed: 0,
  forms: 0,
  count: 0,
  labelLayout: null,
  labelFormat: null,
  failures: [],
  userId: null,
} as const satisfies Partial<Batch>;

export interface Service {
  readonly code: string;
  readonly name: string;
  readonly domestic: boolean;
  readonly international: boolean;
  readonly multiPackage: boolean;
}

export interface CarrierOption {
  readonly name: string;
  readonly defaultValue: string;
  readonly description: string;
}

export interface Carrier extends Kept {
  readonly code: string;
  readonly name: string;
  readonly accountNumber: string;
  balance: number;
  readonly services: readonly Service[];
  readonly options: readonly CarrierOption[];
  readonly packages: readonly string[];
}

export interface Warehouse extends Kept {
  name: string;
  origin: JsonObject;
  returns: JsonObject;
  readonly isDefault: boolean;
}

export interface Webhook extends Kept {
  name: string;
  url: string;
  readonly event: string;
  headers: readonly { readonly key: string; readonly value: string }[];
  readonly storeId: number;
}

/** What a row of an adjustment report is about; stored, so that a report never changes. */
export interface Adjusted {
  readonly label: Label;
  readonly shipment: Shipment;
}

export interface Report extends Kept {
  /** Seed of the rows' contents. */
  readonly seed: number;
  readonly rows: readonly Adjusted[];
}

export interface PurchaseOrder extends Kept {
  status: OrderStatus;
  /** Everything that a client can edit, the products included. */
  fields: JsonObject;
}

/** A resource of which the contract names only the operations: whatever was sent is stored. */
export interface Plain extends Kept {
  fields: JsonObject;
}

export const PLAIN_KINDS = [
  "images",
  "suppliers",
  "packages",
  "inventory",
  "inventoryWarehouses",
  "inventoryLocations",
  "fulfillments",
  "totes",
  "products",
  "manifests",
  "pickups",
  "tags",
  "documents",
  "rates",
  "checkoutRates",
  "checkoutOptions",
  "checkoutQuotes",
] as const;
export type PlainKind = (typeof PLAIN_KINDS)[number];

/** Everything that the service holds. */
export interface World {
  readonly shipments: Collection<Shipment>;
  readonly labels: Collection<Label>;
  readonly reports: Collection<Report>;
  readonly batches: Collection<Batch>;
  readonly carriers: Collection<Carrier>;
  readonly warehouses: Collection<Warehouse>;
  readonly webhooks: Collection<Webhook>;
  readonly purchaseOrders: Collection<PurchaseOrder>;
  readonly plain: Readonly<Record<PlainKind, Collection<Plain>>>;
}
