import type { OperationId, RuleId, SchemaId, SortKey } from "./generated/types.js";
import type { ListName, Shown } from "./model.js";
import { operation } from "./operations.js";
import { ruleById } from "./rules.js";

// Declarations of the lists. Their parameters and how their filters match are in schemas/openapi.yaml. This file holds
// what else checks and oracles need, such as the default order. It belongs to the contract because recorded traffic is
// judged by it too, without any check.

export type SortDir = "asc" | "desc";

/** The links of a page. */
export const LINK_NAMES = ["first", "last", "prev", "next"] as const;
export type LinkName = (typeof LINK_NAMES)[number];

/** How a filter matches. */
type Match = Shown & {
  /** All values that may be asked for; null if that is open. */
  readonly values: readonly string[] | null;
  /** A well-formed value that no item has; null if none is tried. */
  readonly unknown: string | null;
};

/** The rules that several checks and oracles judge on each list. */
interface ListRules {
  readonly total: RuleId;
  readonly partition: RuleId;
  readonly slice: Readonly<Record<SortDir, RuleId>>;
  /** That the items of a page stand oldest first; missing where their order is open. */
  readonly oldestFirst?: RuleId;
  /** By parameter; without those whose default is open. */
  readonly default: Readonly<Record<"page" | "page_size", RuleId>> &
    Readonly<Partial<Record<"sort_dir" | "sort_by", RuleId>>>;
  /** By parameter, the bounds of windows included; each rule is named after its list and parameter. */
  readonly filter: Readonly<Record<string, RuleId>>;
  /** Several filters at once. */
  readonly combined: RuleId;
}

export interface ListDeclaration {
  readonly name: ListName;
  readonly operation: OperationId;
  /** The member that identifies the items. */
  readonly id: string;
  /** Reads one item; its path parameter is called as that member. */
  readonly byId: OperationId;
  readonly item: SchemaId;
  readonly filters: Readonly<Record<string, Match>>;
  /**
   * The times that `<member>_start` and `<member>_end` filter by, and whether an item exactly on the bound must be
   * included.
   */
  readonly windows: Readonly<Partial<Record<SortKey, "inclusive" | "silent">>>;
  /** Whether items show when they were last changed. */
  readonly showsChange: boolean;
  /** Upper limit of page times page_size; null if there is none. */
  readonly offsetLimit: number | null;
  /** Parameters that are ignored when another one is given. */
  readonly ignored: Readonly<Record<string, readonly string[]>>;
  /** Operations by which a run changes items of the list, which makes earlier readings out of date. */
  readonly changedBy: readonly OperationId[];
  readonly rules: ListRules;
}

/** Well-formed, but no account has it. */
export const IMPROBABLE_ID = "se-999999999999999";

/** The defaults of these lists when page or page size is missing. */
export const DEFAULT_PAGE = 1;
export const DEFAULT_PAGE_SIZE = 25;
/** The same as a query spells them. */
export const DEFAULT_PAGING: Readonly<Record<string, string>> = {
  page: String(DEFAULT_PAGE),
  page_size: String(DEFAULT_PAGE_SIZE),
};
/** The default order of labels and reports; for shipments it is open. */
export const DEFAULT_SORT = { sort_dir: "desc", sort_by: "created_at" } as const;

/** The parameters for paging and ordering; all others are filters. */
export const PAGE_PARAMETERS: readonly string[] = ["page", "page_size"];
export const SORT_PARAMETERS: readonly string[] = ["sort_dir", "sort_by"];
export const LIST_PARAMETERS: readonly string[] = [...PAGE_PARAMETERS, ...SORT_PARAMETERS];

/** The shipment list serves no page for which page times page_size exceeds this. */
export const OFFSET_LIMIT = 10_000;

/** The parameters that the shipment list ignores when batch_id is given. */
export const IGNORED_BESIDE_BATCH = [
  "shipment_status",
  "modified_at_start",
  "modified_at_end",
  "created_at_start",
  "created_at_end",
  "tag",
] as const;

/** Values that no item has, for filters that do not take ids. */
const UNKNOWN: Readonly<Record<string, string>> = {
  tag: "no_such_tag_of_any_shipment",
  service_code: "no_such_service_of_any_carrier",
  tracking_number: "0".repeat(32),
};

/** The filters that the parameters of an operation are. */
function filtersOf(id: OperationId): ListDeclaration["filters"] {
  const filters = operation(id).query.flatMap(
    ({ name, filters: shown, enum: values = null }): [string, Match][] => {
      if (shown === undefined) return [];
      const unknown = values === null ? (UNKNOWN[name] ?? IMPROBABLE_ID) : null;
      return [[name, { ...shown, values, unknown }]];
    },
  );
  return Object.fromEntries(filters);
}

/** A declaration with what its operation and the rules say of its filters. */
function declared(
  list: Omit<ListDeclaration, "filters" | "rules"> & { readonly rules: Omit<ListRules, "filter"> },
): ListDeclaration {
  const filters = filtersOf(list.operation);
  const bounds = Object.keys(list.windows).flatMap((member) => [`${member}_start`, `${member}_end`]);
  const filter = [...Object.keys(filters), ...bounds].map((parameter) => [
    parameter,
    ruleById(`${list.name}.filter.${parameter}`).id,
  ]);
  return { ...list, filters, rules: { ...list.rules, filter: Object.fromEntries(filter) } };
}

export const shipments = declared({
  name: "shipments",
  operation: "v1ListShipments",
  id: "shipment_id",
  byId: "v1GetShipment",
  item: "v1/shipment-in-list",
  windows: { created_at: "silent", modified_at: "silent" },
  showsChange: true,
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
  rules: {
    total: "shipments.total",
    partition: "shipments.partition",
    slice: { asc: "shipments.slice.asc", desc: "shipments.slice.desc" },
    default: {
      page: "shipments.default.page",
      page_size: "shipments.default.page-size",
    },
    combined: "shipments.filter.combined",
  },
});

export const labels = declared({
  name: "labels",
  operation: "v1ListLabels",
  id: "label_id",
  byId: "v2GetLabel",
  item: "v1/label",
  windows: { created_at: "inclusive" },
  showsChange: false,
  offsetLimit: null,
  ignored: {},
  changedBy: ["v1VoidLabel", "v2VoidLabel"],
  rules: {
    total: "labels.total",
    partition: "labels.partition",
    slice: { asc: "labels.slice.asc", desc: "labels.slice.desc" },
    oldestFirst: "labels.order.inside",
    default: {
      page: "labels.default.page",
      page_size: "labels.default.page-size",
      sort_dir: "labels.default.sort-dir",
      sort_by: "labels.default.sort-by",
    },
    combined: "labels.filter.combined",
  },
});

export const reports = declared({
  name: "reports",
  operation: "v1ListAdjustmentReports",
  id: "report_id",
  byId: "v1GetAdjustmentReport",
  item: "v1/report-item",
  windows: { created_at: "inclusive" },
  showsChange: false,
  offsetLimit: null,
  ignored: {},
  changedBy: [],
  rules: {
    total: "reports.total",
    partition: "reports.partition",
    slice: { asc: "reports.slice.asc", desc: "reports.slice.desc" },
    default: {
      page: "reports.default.page",
      page_size: "reports.default.page-size",
      sort_dir: "reports.default.sort-dir",
      sort_by: "reports.default.sort-by",
    },
    combined: "reports.filter.combined",
  },
});

/** The lists that the contract describes in full. */
export const LISTS: Readonly<Record<ListName, ListDeclaration>> = { labels, shipments, reports };

/** The list that an operation returns, or null. */
export function listOf(operation: OperationId): ListDeclaration | null {
  return Object.values(LISTS).find((list) => list.operation === operation) ?? null;
}

/** A bound before any item. */
export const LONG_AGO = "2000-01-01T00:00:00Z";

/** The query in whose company alone the contract describes a list. */
export const NEEDED_QUERY: Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>> = {
  v1ListBatches: { status: "open" },
};

/** A list whose body the contract does not show: its items are in some array of objects. */
export interface OpenListDeclaration {
  readonly operation: OperationId;
  /** The member that most likely identifies the items. */
  readonly id: string;
  /** A path parameter that needs an existing resource, and the member of such a resource that counts the items. */
  readonly below?: { readonly parameter: "batch_id"; readonly countedBy: "errors" };
}

export const shipmentsInV2: OpenListDeclaration = { operation: "v2ListShipments", id: "shipment_id" };
export const labelsInV2: OpenListDeclaration = { operation: "v2ListLabels", id: "label_id" };

export const V2_LISTS: readonly OpenListDeclaration[] = [
  shipmentsInV2,
  labelsInV2,
  { operation: "v2ListBatches", id: "batch_id" },
  { operation: "v2ListBatchErrors", id: "error_id", below: { parameter: "batch_id", countedBy: "errors" } },
];

export const BATCH_LISTS: readonly OpenListDeclaration[] = [
  { operation: "v1ListBatches", id: "batch_id" },
  { operation: "v1ListBatchErrors", id: "error_id", below: { parameter: "batch_id", countedBy: "errors" } },
];
