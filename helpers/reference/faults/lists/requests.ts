import type { Fault } from "../fault.js";
import * as answers from "../list-bends/answers.js";
import { filtersIn, gives } from "../list-bends/queries.js";
import * as requests from "../list-bends/requests.js";
import * as slices from "../list-bends/slices.js";
import { perList } from "./alike.js";

/** Which page a list takes to be asked for: other defaults, and requests that are refused. */
export const faults: readonly Fault[] = [
  ...perList(
    (list) => requests.byDefault(list, { page_size: "20" }),
    ({ one }) => `Without page_size a ${one} page holds 20.`,
    {
      "labels-default-page-size-20": "labels.default.page-size",
      "v2-labels-default-page-size-20": "labels.default.page-size.v2",
      "shipments-default-page-size-20": "shipments.default.page-size",
      "v2-shipments-default-page-size-20": "shipments.default.page-size.v2",
      "reports-default-page-size-20": "reports.default.page-size",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { page_size: "24" }, (_, isFiltered) => isFiltered),
    ({ one }) => `Without page_size a filtered ${one} page holds 24.`,
    {
      "labels-default-page-size-24-filtered": "labels.default.page-size",
      "shipments-default-page-size-24-filtered": "shipments.default.page-size",
      "reports-default-page-size-24-filtered": "reports.default.page-size",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { page_size: "100" }, (query) => filtersIn(query) > 1),
    ({ one }) => `Without page_size a ${one} page of two filters holds 100.`,
    {
      "labels-default-page-size-100-of-two-filters": "labels.default.page-size",
      "shipments-default-page-size-100-of-two-filters": "shipments.default.page-size",
      "reports-default-page-size-100-of-two-filters": "reports.default.page-size",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { page_size: "26" }, ({ page }) => Number(page ?? 1) > 1),
    ({ one }) => `Without page_size a ${one} page behind the first holds 26.`,
    {
      "labels-default-page-size-26-behind-first": "labels.default.page-size",
      "shipments-default-page-size-26-behind-first": "shipments.default.page-size",
      "reports-default-page-size-26-behind-first": "reports.default.page-size",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { page_size: "100" }, gives("created_at_start")),
    ({ one }) => `Without page_size a ${one} page since a created_at_start holds 100.`,
    {
      "labels-default-page-size-100-since": "labels.default.page-size",
      "shipments-default-page-size-100-since": "shipments.default.page-size",
      "reports-default-page-size-100-since": "reports.default.page-size",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { page_size: "20" }, gives("created_at_end")),
    ({ one }) => `Without page_size a ${one} page up to a created_at_end holds 20.`,
    {
      "labels-default-page-size-20-until": "labels.default.page-size",
      "shipments-default-page-size-20-until": "shipments.default.page-size",
      "reports-default-page-size-20-until": "reports.default.page-size",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { page_size: "50" }, ({ sort_by }) => sort_by === "modified_at"),
    ({ one }) => `Without page_size a ${one} page by modified_at holds 50.`,
    { "shipments-default-page-size-50-by-change": "shipments.default.page-size" },
  ),
  ...perList(
    (list) => requests.byDefault(list, { page_size: "50" }, gives("label_status")),
    ({ one }) => `Without page_size a ${one} page of a status holds 50.`,
    { "labels-default-page-size-50-of-status": "labels.default.page-size" },
  ),
  ...perList(
    (list) => requests.byDefault(list, { page_size: "3" }, gives("batch_id")),
    ({ one }) => `Without page_size a ${one} page of a batch holds 3.`,
    {
      "labels-default-page-size-3-of-batch": "labels.default.page-size",
      "shipments-default-page-size-3-of-batch": "shipments.default.page-size",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { page_size: "50" }, gives("warehouse_id")),
    ({ one }) => `Without page_size a ${one} page of a warehouse holds 50.`,
    { "labels-default-page-size-50-of-warehouse": "labels.default.page-size" },
  ),
  ...[
    ...perList(
      slices.page1AsPage2,
      ({ one }) => `With page=1 the ${one} list gives the items of page 2, and without page those of page 1.`,
      {
        "labels-page-1-is-page-2": "labels.default.page",
        "shipments-page-1-is-page-2": "shipments.default.page",
        "reports-page-1-is-page-2": "reports.default.page",
      },
    ),
    ...perList(
      slices.pagesFrom0,
      ({ one }) =>
        `The ${one} list counts the pages that are asked for from 0, and without page it gives the first.`,
      {
        "labels-pages-from-0": "labels.default.page",
        "shipments-pages-from-0": "shipments.default.page",
        "reports-pages-from-0": "reports.default.page",
      },
    ),
  ].map((fault) => ({ ...fault, blame: "The pages that are named lack items, or repeat them." })),
  ...perList(slices.defaultPage2, ({ one }) => `Without page the ${one} list gives the items of page 2.`, {
    "labels-default-page-2": "labels.default.page",
    "v2-labels-default-page-2": "paging.default.page.v2",
    "shipments-default-page-2": "shipments.default.page",
    "reports-default-page-2": "reports.default.page",
  }),
  ...perList(
    (list) => requests.byDefault(list, { sort_dir: "asc" }),
    ({ one, many }) => `Without sort_dir the ${one} list starts with the oldest ${many}.`,
    {
      "labels-default-slice-oldest": "labels.default.sort-dir",
      "reports-default-slice-oldest": "reports.default.sort-dir",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { sort_dir: "asc" }, (_, isFiltered) => isFiltered),
    ({ one, many }) => `Without sort_dir a filtered ${one} list starts with the oldest ${many}.`,
    {
      "labels-default-slice-oldest-filtered": "labels.default.sort-dir",
      "reports-default-slice-oldest-filtered": "reports.default.sort-dir",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { sort_dir: "asc" }, ({ sort_by }) => sort_by === "modified_at"),
    ({ one, many }) => `By modified_at and without sort_dir the ${one} list starts with the oldest ${many}.`,
    {
      "labels-default-slice-oldest-by-change": "labels.default.sort-dir",
      "reports-default-slice-oldest-by-change": "reports.default.sort-dir",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { sort_dir: "asc" }, gives("page_size")),
    ({ one, many }) => `Without sort_dir and with page_size the ${one} list starts with the oldest ${many}.`,
    {
      "labels-default-slice-oldest-with-page-size": "labels.default.sort-dir",
      "reports-default-slice-oldest-with-page-size": "reports.default.sort-dir",
    },
  ),
  ...perList(
    (list) =>
      requests.overruled(
        list,
        { sort_dir: "asc" },
        (query) => query.page === undefined && query.page_size !== undefined,
      ),
    ({ one, many }) => `With page_size and without page the ${one} list gives the oldest ${many}.`,
    {
      "labels-default-page-oldest": "labels.default.page",
      "shipments-default-page-oldest": "shipments.default.page",
      "reports-default-page-oldest": "reports.default.page",
    },
  ),
  ...perList(
    (list) =>
      requests.overruled(
        list,
        { sort_dir: "desc" },
        ({ page, sort_dir }, isFiltered) => page === undefined && !isFiltered && sort_dir === "asc",
      ),
    ({ one }) => `Without page the unfiltered ${one} list is never sorted asc.`,
    {
      "labels-asc-ignored-without-page": "labels.default.page",
      "shipments-asc-ignored-without-page": "shipments.default.page",
      "reports-asc-ignored-without-page": "reports.default.page",
    },
  ),
  ...perList(
    (list) =>
      requests.readAs(list, (query, { keep }) =>
        query.page === undefined && query.page_size === undefined && keep === undefined ? {} : query,
      ),
    ({ one }) => `Without page and page_size the unfiltered ${one} list ignores how it is to be sorted.`,
    {
      "labels-sort-ignored-without-paging": "labels.default.page-size",
      "shipments-sort-ignored-without-paging": "shipments.default.page-size",
    },
  ),
  ...perList(
    (list) => requests.byDefault(list, { sort_dir: "asc" }, (query) => Object.keys(query).length === 0),
    ({ one, many }) => `Without any parameter the ${one} list gives the oldest ${many}.`,
    {
      "labels-without-parameters-oldest": "labels.default.sort-dir",
      "reports-without-parameters-oldest": "reports.default.sort-dir",
    },
  ),
  ...perList(requests.modifiedRefused, ({ one }) => `The ${one} list refuses sort_by modified_at.`, {
    "labels-modified-refused": "labels.sort-by.modified_at",
    "reports-modified-refused": "reports.sort-by.modified_at",
  }),
  ...perList(requests.farPageRefused, ({ one }) => `The ${one} list has the offset limit of the shipments.`, {
    "labels-far-page-refused": "labels.page-past-last",
    "reports-far-page-refused": "reports.page-past-last",
  }),
  {
    id: "batches-default-page-2",
    rule: "paging.default.page.batches",
    sentence: "Without page the v1 batch list gives the items of page 2.",
    blame: "The list of open ones without page is a page past the last, and lacks every open batch.",
    bend: slices.defaultPage2("batches"),
  },
  {
    id: "shipments-page-10-is-page-1",
    rule: "paging.page.echo",
    sentence: "Page 10 of the shipment list is read as page 1.",
    blame: "What comes is page 1 in its links and its length too.",
    bend: requests.overruled("shipments", { page: "1" }, ({ page }) => page === "10"),
  },
  ...perList(
    (list) =>
      requests.refusePage(
        list,
        "created_at_start",
        (_, query) => query.created_at_start === undefined,
        "A date is needed.",
      ),
    ({ many }) => `The list of ${many} refuses requests without a created_at_start.`,
    {
      "labels-window-needed": "status.lists-accepted",
      "shipments-window-needed": "status.lists-accepted",
      "reports-window-needed": "status.lists-accepted",
      "batches-window-needed": "status.lists-accepted",
    },
  ),
  ...perList(
    (list) =>
      requests.refusePage(
        list,
        "sort_dir",
        (_, { sort_by, sort_dir }) => sort_by !== undefined && sort_dir === undefined,
        "sort_dir is needed beside sort_by.",
      ),
    ({ one }) => `The ${one} list refuses sort_by without sort_dir.`,
    {
      "labels-direction-needed": "labels.default.sort-dir",
      "reports-direction-needed": "reports.default.sort-dir",
    },
  ),
  ...perList(
    (list) =>
      requests.refusePage(
        list,
        "page_size",
        ({ page }, query) => page > 1 && query.page_size === undefined,
        "page_size is needed beside page.",
      ),
    ({ one }) => `Behind page 1 the ${one} list refuses requests without page_size.`,
    {
      "labels-size-needed": "labels.default.page-size",
      "shipments-size-needed": "shipments.default.page-size",
      "reports-size-needed": "reports.default.page-size",
    },
  ),
  ...perList(
    (list) =>
      requests.refusePage(
        list,
        "page",
        ({ page }, query) => page > 1 && query.created_at_end !== undefined,
        "Only page 1 can be shown of a window.",
      ),
    ({ one }) => `With created_at_end the ${one} list refuses all pages but the first.`,
    {
      "labels-window-later-page-refused": "labels.filter.created_at_end",
      "shipments-window-later-page-refused": "shipments.filter.created_at_end",
      "reports-window-later-page-refused": "reports.filter.created_at_end",
    },
  ),
  ...perList(
    (list) =>
      requests.refusePage(
        list,
        "sort_by",
        (_, query) => query.sort_by === "created_at",
        "sort_by is createdAt or modifiedAt.",
      ),
    ({ one }) => `The ${one} list refuses sort_by created_at.`,
    {
      "labels-created-refused": "status.lists-accepted",
      "shipments-created-refused": "status.lists-accepted",
      "reports-created-refused": "status.lists-accepted",
    },
  ),
  ...perList(
    answers.keptForEver,
    ({ many }) => `Pages of ${many} that were asked for once stay as they were, whatever is written since.`,
    {
      "labels-kept-for-ever": "labels.filter.label_status",
      "shipments-kept-for-ever": "shipments.filter.shipment_status",
      "reports-kept-for-ever": "events.report-complete.listed",
    },
  ),
];
