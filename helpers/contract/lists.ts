import type { OperationId } from "./generated/types.js";

/** The operation behind each list that the contract describes in full. */
export const LIST_OPERATIONS = {
  shipments: "v1ListShipments",
  labels: "v1ListLabels",
  reports: "v1ListAdjustmentReports",
} as const satisfies Record<string, OperationId>;

/** Name of such a list: the member that holds its array. */
export type ListName = keyof typeof LIST_OPERATIONS;

/** What these lists give when no page, and no page size, is asked for. */
export const DEFAULT_PAGE = 1;
export const DEFAULT_PAGE_SIZE = 25;

/** The shipment list serves no page for which page times page size is more. */
export const OFFSET_LIMIT = 10_000;

/** The filters of the labels that a label shows by a member of its own: parameter to member. */
export const LABEL_MEMBERS = {
  label_status: "status",
  carrier_id: "carrier_id",
  service_code: "service_code",
  tracking_number: "tracking_number",
  batch_id: "batch_id",
} as const;

/** What the filters for a state may ask for, by the member that shows it. */
export const STATES = {
  status: ["processing", "completed", "error", "voided"],
  shipment_status: ["pending", "processing", "label_purchased", "cancelled"],
} as const;

/** Members that filters go by, of each list: parameter to member. */
export const FILTER_MEMBERS: Readonly<Record<ListName, Readonly<Record<string, string>>>> = {
  shipments: { shipment_status: "shipment_status" },
  labels: LABEL_MEMBERS,
  reports: {},
};

/** The list that an operation gives, or null. */
export function listOf(operation: OperationId): ListName | null {
  if (operation === LIST_OPERATIONS.shipments) return "shipments";
  if (operation === LIST_OPERATIONS.labels) return "labels";
  return operation === LIST_OPERATIONS.reports ? "reports" : null;
}
