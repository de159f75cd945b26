import type { OperationId } from "./generated/types.js";

// A list is a declaration. Everything that checks and oracles know of a list stands here: what it is asked for with, how
// a filter matches, what its bounds mean, what it gives by default. Recorded traffic is judged by it too, without any
// check, which is why it lies beside the rest of the contract.

/** Name of a list that the contract describes in full: the member that holds its array. */
export type ListName = "shipments" | "labels" | "reports";

export type SortDir = "asc" | "desc";
export type SortKey = "created_at" | "modified_at";

/** How a filter matches. */
export type Match =
  /** The items show the value as this member; `values` are all that may be asked for, where they are named. */
  | { readonly by: "member"; readonly member: string; readonly values: readonly string[] }
  /** The same where any value may be asked for; `unknown` is a well-formed one that no item has. */
  | { readonly by: "member"; readonly member: string; readonly values?: undefined; readonly unknown: string }
  /** One of the item's tags has this name. */
  | { readonly by: "tag" }
  /** The items do not show it; a member of another list names values. */
  | {
      readonly by: "elsewhere";
      readonly list: ListName;
      readonly member: string;
      readonly unknown: string;
    };

export interface ListDeclaration {
  readonly name: ListName;
  readonly operation: OperationId;
  /** Member that tells the items apart. */
  readonly id: string;
  readonly filters: Readonly<Record<string, Match>>;
  /** Times that `<member>_start` and `<member>_end` are asked for by; whether an item on the bound is due. */
  readonly windows: Readonly<Partial<Record<SortKey, "inclusive" | "silent">>>;
  /** Times that items show, so that their ranks by them are known. Every list may be sorted by both. */
  readonly ranked: readonly SortKey[];
  /** What leaving a parameter out stands for, beside page 1 of size 25; open where it is missing. */
  readonly defaults: { readonly sort_dir?: SortDir; readonly sort_by?: SortKey };
  /** The order inside a page. */
  readonly inside: "oldest first" | "open";
  /** The most that page times page_size may come to; none where it is null. */
  readonly offsetLimit: number | null;
  /** Parameters that are ignored beside another one. */
  readonly ignored: Readonly<Record<string, readonly string[]>>;
  /** Operations by which a run changes items of the list: what was read before is then out of date. */
  readonly changedBy: readonly OperationId[];
}

/** Well-formed, and of no resource that any account has. */
export const IMPROBABLE_ID = "se-999999999999999";

/** What these lists give when no page, and no page size, is asked for. */
export const DEFAULT_PAGE = 1;
export const DEFAULT_PAGE_SIZE = 25;

/** Parameters of every list that turn pages, and that order items; all others are filters. */
export const PAGE_PARAMETERS: readonly string[] = ["page", "page_size"];
export const SORT_PARAMETERS: readonly string[] = ["sort_dir", "sort_by"];
export const LIST_PARAMETERS: readonly string[] = [...PAGE_PARAMETERS, ...SORT_PARAMETERS];

/** The shipment list serves no page for which page times page size is more. */
export const OFFSET_LIMIT = 10_000;

/** What the filters for a state may ask for, by the member that shows it. */
export const STATES = {
  status: ["processing", "completed", "error", "voided"],
  shipment_status: ["pending", "processing", "label_purchased", "cancelled"],
} as const;

/** The parameters that the shipment list ignores beside batch_id. */
export const IGNORED_BESIDE_BATCH = [
  "shipment_status",
  "modified_at_start",
  "modified_at_end",
  "created_at_start",
  "created_at_end",
  "tag",
] as const;

export const shipments: ListDeclaration = {
  name: "shipments",
  operation: "v1ListShipments",
  id: "shipment_id",
  filters: {
    shipment_status: { by: "member", member: "shipment_status", values: STATES.shipment_status },
    tag: { by: "tag" },
    batch_id: { by: "elsewhere", list: "labels", member: "batch_id", unknown: IMPROBABLE_ID },
  },
  windows: { created_at: "silent", modified_at: "silent" },
  ranked: ["created_at", "modified_at"],
  defaults: {},
  inside: "open",
  offsetLimit: OFFSET_LIMIT,
  ignored: { batch_id: IGNORED_BESIDE_BATCH },
  changedBy: [
    "v2UpdateShipment",
    "v2CancelShipment",
    "v2AddShipmentTag",
    "v2RemoveShipmentTag",
    "v2CreateLabelFromShipment",
    "v2CreateLabelFromRate",
  ],
};

export const labels: ListDeclaration = {
  name: "labels",
  operation: "v1ListLabels",
  id: "label_id",
  filters: {
    label_status: { by: "member", member: "status", values: STATES.status },
    carrier_id: { by: "member", member: "carrier_id", unknown: IMPROBABLE_ID },
    service_code: { by: "member", member: "service_code", unknown: "no_such_service_of_any_carrier" },
    tracking_number: { by: "member", member: "tracking_number", unknown: "0".repeat(32) },
    batch_id: { by: "member", member: "batch_id", unknown: IMPROBABLE_ID },
    warehouse_id: { by: "elsewhere", list: "shipments", member: "warehouse_id", unknown: IMPROBABLE_ID },
  },
  windows: { created_at: "inclusive" },
  ranked: ["created_at"],
  defaults: { sort_dir: "desc", sort_by: "created_at" },
  inside: "oldest first",
  offsetLimit: null,
  ignored: {},
  changedBy: ["v1VoidLabel", "v2VoidLabel"],
};

export const reports: ListDeclaration = {
  name: "reports",
  operation: "v1ListAdjustmentReports",
  id: "report_id",
  filters: {},
  windows: { created_at: "inclusive" },
  ranked: ["created_at"],
  defaults: { sort_dir: "desc", sort_by: "created_at" },
  inside: "open",
  offsetLimit: null,
  ignored: {},
  changedBy: [],
};

/** The lists that the contract describes in full. */
export const LISTS: Readonly<Record<ListName, ListDeclaration>> = { labels, shipments, reports };

/** The list that an operation gives, or null. */
export function listOf(operation: OperationId): ListDeclaration | null {
  return Object.values(LISTS).find((list) => list.operation === operation) ?? null;
}

/** A list whose payload the contract does not show: its items stand in an array of objects. */
export interface OpenListDeclaration {
  readonly operation: OperationId;
  /** Member that most likely tells the items apart. */
  readonly id: string;
  /** Path parameter that an existing resource has to fill. */
  readonly below?: "batch_id";
  /** What it has to be asked for with. */
  readonly query?: Readonly<Record<string, string>>;
}

export const V2_LISTS: readonly OpenListDeclaration[] = [
  { operation: "v2ListShipments", id: "shipment_id" },
  { operation: "v2ListLabels", id: "label_id" },
  { operation: "v2ListBatches", id: "batch_id" },
  { operation: "v2ListBatchErrors", id: "error_id", below: "batch_id" },
];

export const BATCH_LISTS: readonly OpenListDeclaration[] = [
  { operation: "v1ListBatches", id: "batch_id", query: { status: "open" } },
  { operation: "v1ListBatchErrors", id: "error_id", below: "batch_id" },
];
