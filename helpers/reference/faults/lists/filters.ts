import type { Fault } from "../fault.js";
import * as filters from "../list-bends/filters.js";
import { perList, perParameter } from "./alike.js";

/** Filters, alone and together. */
export const faults: readonly Fault[] = [
  ...perList(filters.filtersOr, ({ one }) => `Of several filters of the ${one} list one is enough.`, {
    "labels-filters-or": "labels.filter.combined",
    "shipments-filters-or": "shipments.filter.combined",
    "reports-filters-or": "reports.filter.combined",
  }),
  ...perList(
    filters.lastFilterDropped,
    ({ one }) => `Of several filters of the ${one} list the last is dropped.`,
    {
      "labels-last-filter-dropped": "labels.filter.combined",
      "shipments-last-filter-dropped": "shipments.filter.combined",
      "reports-last-filter-dropped": "reports.filter.combined",
    },
  ),
  ...perList(
    filters.secondFilterLostWithPageSize,
    ({ one }) => `With a page_size only one of several filters of the ${one} list counts.`,
    {
      "labels-second-filter-lost-with-page-size": "labels.filter.combined",
      "shipments-second-filter-lost-with-page-size": "shipments.filter.combined",
      "reports-second-filter-lost-with-page-size": "reports.filter.combined",
    },
  ),
  ...perList(
    filters.secondFilterLostAlone,
    ({ one }) => `Where a ${one} list is asked for by two filters and nothing else, only one of them counts.`,
    {
      "labels-second-filter-lost-alone": "labels.filter.combined",
      "reports-second-filter-lost-alone": "reports.filter.combined",
    },
  ),
  ...perList(
    filters.modifiedDropsFilters,
    ({ one }) => `By modified_at the ${one} list ignores the filters.`,
    {
      "labels-modified-drops-filters": "labels.filter.label_status",
      "reports-modified-drops-filters": "reports.filter.created_at_start",
    },
  ),
  ...[
    ...perList(
      filters.afterPaging,
      ({ one }) => `The ${one} list is cut into pages first, and each page is filtered then.`,
      {
        "labels-filtered-after-paging": "paging.page_size.respected",
        "shipments-filtered-after-paging": "paging.page_size.respected",
        "reports-filtered-after-paging": "reports.total",
      },
    ),
    ...perList(
      filters.afterPagingAndCount("all"),
      ({ one }) => `The ${one} list is cut into pages and counted first, and each page is filtered then.`,
      {
        "labels-filtered-after-paging-and-count": "labels.total",
        "shipments-filtered-after-paging-and-count": "shipments.total",
        "reports-filtered-after-paging-and-count": "reports.total",
      },
    ),
    ...perList(
      filters.afterPagingAndCount("the page"),
      ({ one }) => `The ${one} list is cut into pages first; each page is filtered then, and counts itself.`,
      { "labels-filtered-after-paging-counting-the-page": "labels.total" },
    ),
  ].map((fault) => ({
    ...fault,
    blame: "What is due on a page under any filter is lost, or comes on a later one.",
  })),
  ...perParameter(filters.ignored, ({ one, parameter }) => `The ${one} list ignores ${parameter}.`, {
    "labels-label_status-ignored": "labels.filter.label_status",
    "labels-carrier_id-ignored": "labels.filter.carrier_id",
    "labels-service_code-ignored": "labels.filter.service_code",
    "labels-tracking_number-ignored": "labels.filter.tracking_number",
    "labels-warehouse_id-ignored": "labels.filter.warehouse_id",
    "labels-batch_id-ignored": "labels.filter.batch_id",
    "labels-created_at_start-ignored": "labels.filter.created_at_start",
    "labels-created_at_end-ignored": "labels.filter.created_at_end",
    "shipments-shipment_status-ignored": "shipments.filter.shipment_status",
    "shipments-tag-ignored": "shipments.filter.tag",
    "shipments-batch_id-ignored": "shipments.filter.batch_id",
    "shipments-modified_at_start-ignored": "shipments.filter.modified_at_start",
    "shipments-modified_at_end-ignored": "shipments.filter.modified_at_end",
    "shipments-created_at_start-ignored": "shipments.filter.created_at_start",
    "shipments-created_at_end-ignored": "shipments.filter.created_at_end",
    "reports-created_at_start-ignored": "reports.filter.created_at_start",
    "reports-created_at_end-ignored": "reports.filter.created_at_end",
  }),
  ...perParameter(
    filters.ignoredFromPage3,
    ({ one, parameter }) => `From page 3 on the ${one} list ignores ${parameter}.`,
    { "reports-created_at_start-ignored-from-page-3": "reports.filter.created_at_start" },
  ),
  ...perParameter(
    filters.ignoredFromPage2,
    ({ one, parameter }) => `From page 2 on the ${one} list ignores ${parameter}.`,
    {
      "labels-carrier_id-ignored-from-page-2": "labels.filter.carrier_id",
      "shipments-tag-ignored-from-page-2": "shipments.filter.tag",
      "shipments-batch_id-ignored-from-page-2": "shipments.filter.batch_id",
    },
  ),
  ...perParameter(
    (list, parameter) => filters.ignoredBehind(list, parameter, "page_size"),
    ({ one, parameter }) => `The ${one} list ignores ${parameter} behind page_size in the query.`,
    {
      "labels-label_status-ignored-behind-page-size": "labels.filter.label_status",
      "labels-created_at_end-ignored-behind-page-size": "labels.filter.created_at_end",
      "shipments-tag-ignored-behind-page-size": "shipments.filter.tag",
      "shipments-created_at_start-ignored-behind-page-size": "shipments.filter.created_at_start",
    },
  ).map((fault) => ({ ...fault, blame: "Where it stands is drawn for each request of whichever check." })),
  ...perParameter(
    filters.ignoredWithoutPage,
    ({ one, parameter }) => `Without page the ${one} list ignores ${parameter}.`,
    {
      "labels-label_status-ignored-without-page": "labels.filter.label_status",
      "labels-carrier_id-ignored-without-page": "labels.filter.carrier_id",
      "labels-service_code-ignored-without-page": "labels.filter.service_code",
      "labels-tracking_number-ignored-without-page": "labels.filter.tracking_number",
      "labels-batch_id-ignored-without-page": "labels.filter.batch_id",
      "labels-created_at_start-ignored-without-page": "labels.filter.created_at_start",
      "labels-created_at_end-ignored-without-page": "labels.filter.created_at_end",
      "shipments-shipment_status-ignored-without-page": "shipments.filter.shipment_status",
      "shipments-tag-ignored-without-page": "shipments.filter.tag",
      "shipments-created_at_start-ignored-without-page": "shipments.filter.created_at_start",
      "shipments-created_at_end-ignored-without-page": "shipments.filter.created_at_end",
      "shipments-modified_at_start-ignored-without-page": "shipments.filter.modified_at_start",
      "shipments-modified_at_end-ignored-without-page": "shipments.filter.modified_at_end",
      "reports-created_at_start-ignored-without-page": "reports.filter.created_at_start",
      "reports-created_at_end-ignored-without-page": "reports.filter.created_at_end",
    },
  ),
  ...perParameter(
    filters.ignoredWithoutPageSize,
    ({ one, parameter }) => `Without page_size the ${one} list ignores ${parameter}.`,
    {
      "labels-label_status-ignored-without-page-size": "labels.filter.label_status",
      "labels-carrier_id-ignored-without-page-size": "labels.filter.carrier_id",
      "labels-service_code-ignored-without-page-size": "labels.filter.service_code",
      "labels-tracking_number-ignored-without-page-size": "labels.filter.tracking_number",
      "labels-batch_id-ignored-without-page-size": "labels.filter.batch_id",
      "labels-created_at_start-ignored-without-page-size": "labels.filter.created_at_start",
      "labels-created_at_end-ignored-without-page-size": "labels.filter.created_at_end",
      "shipments-shipment_status-ignored-without-page-size": "shipments.filter.shipment_status",
      "shipments-created_at_start-ignored-without-page-size": "shipments.filter.created_at_start",
      "shipments-created_at_end-ignored-without-page-size": "shipments.filter.created_at_end",
      "shipments-modified_at_start-ignored-without-page-size": "shipments.filter.modified_at_start",
      "shipments-modified_at_end-ignored-without-page-size": "shipments.filter.modified_at_end",
    },
  ),
  ...perParameter(
    filters.ignoredWithoutSort,
    ({ one, parameter }) => `Unless both sort parameters are given, the ${one} list ignores ${parameter}.`,
    {
      "labels-label_status-ignored-without-sort": "labels.filter.label_status",
      "labels-carrier_id-ignored-without-sort": "labels.filter.carrier_id",
      "labels-service_code-ignored-without-sort": "labels.filter.service_code",
      "labels-tracking_number-ignored-without-sort": "labels.filter.tracking_number",
      "labels-batch_id-ignored-without-sort": "labels.filter.batch_id",
      "labels-created_at_start-ignored-without-sort": "labels.filter.created_at_start",
      "labels-created_at_end-ignored-without-sort": "labels.filter.created_at_end",
      "shipments-shipment_status-ignored-without-sort": "shipments.filter.shipment_status",
      "shipments-tag-ignored-without-sort": "shipments.filter.tag",
      "shipments-created_at_start-ignored-without-sort": "shipments.filter.created_at_start",
      "shipments-created_at_end-ignored-without-sort": "shipments.filter.created_at_end",
      "shipments-modified_at_start-ignored-without-sort": "shipments.filter.modified_at_start",
      "shipments-modified_at_end-ignored-without-sort": "shipments.filter.modified_at_end",
      "reports-created_at_start-ignored-without-sort": "reports.filter.created_at_start",
      "reports-created_at_end-ignored-without-sort": "reports.filter.created_at_end",
    },
  ),
  ...perParameter(
    filters.ignoredByChange,
    ({ one, parameter }) => `By modified_at the ${one} list ignores ${parameter}.`,
    {
      "labels-created_at_start-ignored-by-change": "labels.filter.created_at_start",
      "labels-carrier_id-ignored-by-change": "labels.filter.carrier_id",
      "shipments-tag-ignored-by-change": "shipments.filter.tag",
      "shipments-batch_id-ignored-by-change": "shipments.filter.batch_id",
      "reports-created_at_end-ignored-by-change": "reports.filter.created_at_end",
    },
  ),
  ...perParameter(
    filters.losesSome,
    ({ one, parameter }) => `Under ${parameter} the ${one} list misses one ${one} in seven.`,
    {
      "labels-service_code-loses-some": "labels.filter.service_code",
      "labels-warehouse_id-loses-some": "labels.filter.warehouse_id.items",
      "shipments-batch_id-loses-some": "shipments.filter.batch_id",
    },
  ),
  ...perParameter(
    filters.addsSome,
    ({ one, parameter }) => `Under ${parameter} the ${one} list adds one ${one} in seven of any batch.`,
    {
      "labels-batch_id-adds-some": "labels.filter.batch_id",
      "shipments-batch_id-adds-some": "shipments.filter.batch_id",
    },
  ),
];
