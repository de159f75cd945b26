export const DATA_NAMES = ["default", "sparse", "lavish", "large"] as const;
export type DataName = (typeof DATA_NAMES)[number];

/** How many records of each kind a service starts with. */
export interface Variant {
  readonly shipments: number;
  /** Whether shipments carry labels. */
  readonly labels: boolean;
  readonly reports: number;
  readonly batches: number;
  readonly purchaseOrdersPerStatus: number;
  readonly carriers: number;
  readonly warehouses: number;
  readonly webhooks: number;
  readonly plainPerKind: number;
  /** Minutes between two shipments. */
  readonly spacing: number;
  /** Three shipments at a time are created at the same instant: the contract promises no order among them. */
  readonly ties: boolean;
}

const usual: Variant = {
  shipments: 240,
  labels: true,
  reports: 60,
  batches: 40,
  purchaseOrdersPerStatus: 4,
  carriers: 6,
  warehouses: 5,
  webhooks: 4,
  plainPerKind: 4,
  spacing: 360,
  ties: false,
};

export const VARIANTS: Readonly<Record<DataName, Variant>> = {
  default: usual,
  sparse: {
    ...usual,
    shipments: 3,
    labels: false,
    reports: 0,
    batches: 0,
    purchaseOrdersPerStatus: 0,
    carriers: 1,
    warehouses: 1,
    webhooks: 0,
    plainPerKind: 0,
  },
  lavish: { ...usual, warehouses: 30, webhooks: 30, ties: true },
  large: { ...usual, shipments: 100_000, spacing: 5 },
};
