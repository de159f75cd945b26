import type { OperationId, SortKey } from "./generated/types.js";
import type { ListName, Shown } from "./model.js";
import { operation } from "./operations.js";

export type { SortKey } from "./generated/types.js";
export type { ListName } from "./model.js";

// A list is a declaration. What it is asked for with and how its filters match stand at its operation in
// schemas/openapi.yaml; here stands what else checks and oracles know of it, its default order among that. Recorded traffic is judged by it too,
// without any check, which is why it lies beside the rest of the contract.

export type SortDir = "asc" | "desc";

/** How a filter matches. */
export type Match = Shown & {
  /** All that may be asked for; null where that is open. */
  readonly values: readonly string[] | null;
  /** A well-formed value that no item has; null where none is tried. */
  readonly unknown: string | null;
};

export interface ListDeclaration {
  readonly name: ListName;
  readonly operation: OperationId;
  /** Member that tells the items apart. */
  readonly id: string;
  readonly filters: Readonly<Record<string, Match>>;
  /** Times that `<member>_start` and `<member>_end` are asked for by; whether an item on the bound is due. */
  readonly windows: Readonly<Partial<Record<SortKey, "inclusive" | "silent">>>;
  /** Whether items show when they were last changed. */
  readonly showsChange: boolean;
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
/** How labels and reports are sorted when that is left out; of shipments it is open. */
export const DEFAULT_SORT = { sort_dir: "desc", sort_by: "created_at" } as const;

/** Parameters of every list that turn pages, and that order items; all others are filters. */
export const PAGE_PARAMETERS: readonly string[] = ["page", "page_size"];
export const SORT_PARAMETERS: readonly string[] = ["sort_dir", "sort_by"];
export const LIST_PARAMETERS: readonly string[] = [...PAGE_PARAMETERS, ...SORT_PARAMETERS];

/** The shipment list serves no page for which page times page size is more. */
export const OFFSET_LIMIT = 10_000;

/** The parameters that the shipment list ignores beside batch_id. */
export const IGNORED_BESIDE_BATCH = [
  "shipment_status",
  "modified_at_start",
  "modified_at_end",
  "created_at_start",
  "created_at_end",
  "tag",
] as const;

/** Values that no item has, of filters that are not for ids. */
const UNKNOWN: Readonly<Record<string, string>> = {
  service_code: "no_such_service_of_any_carrier",
  tracking_number: "0".repeat(32),
};

/** A list as its operation has it. */
function documented(id: OperationId): Pick<ListDeclaration, "operation" | "filters"> {
  const { query } = operation(id);
  const filters = query.flatMap(({ name, filters: shown, enum: values = null }): [string, Match][] => {
    if (shown === undefined) return [];
    const untried = values !== null || shown.by === "tag";
    return [[name, { ...shown, values, unknown: untried ? null : (UNKNOWN[name] ?? IMPROBABLE_ID) }]];
  });
  return { operation: id, filters: Object.fromEntries(filters) };
}

export const shipments: ListDeclaration = {
  ...documented("v1ListShipments"),
  name: "shipments",
  id: "shipment_id",
  windows: { created_at: "silent", modified_at: "silent" },
  showsChange: true,
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
  ...documented("v1ListLabels"),
  name: "labels",
  id: "label_id",
  windows: { created_at: "inclusive" },
  showsChange: false,
  inside: "oldest first",
  offsetLimit: null,
  ignored: {},
  changedBy: ["v1VoidLabel", "v2VoidLabel"],
};

export const reports: ListDeclaration = {
  ...documented("v1ListAdjustmentReports"),
  name: "reports",
  id: "report_id",
  windows: { created_at: "inclusive" },
  showsChange: false,
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
