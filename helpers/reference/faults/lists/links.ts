import { all, relinked } from "../../bends.js";
import type { Bend } from "../../service/behaviours.js";
import type { Fault } from "../fault.js";
import * as links from "../list-bends/links.js";
import * as slices from "../list-bends/slices.js";
import { perList, perParameter } from "./alike.js";

/** From page 2 on, the next link loses page_size. */
const nextDropsPageSize = (list: string): Bend =>
  relinked(list, (href, name, page) =>
    name === "next" && page > 1 ? href.replace(/&page_size=\d+/, "") : href,
  );

/** One of the links loses page_size. */
const oneDropsPageSize =
  (link: "prev" | "last") =>
  (list: string): Bend =>
    relinked(list, (href, name) => (name === link ? href.replace(/&page_size=\d+/, "") : href));

/** The next link leads to a page that starts one item later. */
const nextSkipsItem = (list: string): Bend =>
  all(
    slices.skippedAfterNext(list),
    relinked(list, (href, name) => (name === "next" ? `${href}&after=1` : href)),
  );

/** Where the links of a page lead, and what they keep. */
export const faults: readonly Fault[] = [
  {
    id: "labels-first-link-page-0",
    rule: "paging.links.first",
    sentence: "The first link of the label list names page 0.",
    bend: links.linked("labels", () => ({ first: 0 })),
  },
  {
    id: "shipments-links-off-path",
    rule: "paging.links.first",
    sentence: "All links of the shipment list lack the generation in their path.",
    bend: relinked("shipments", (href) => href.replace("/v1/", "/")),
  },
  {
    id: "reports-first-link-current",
    rule: "paging.links.first",
    sentence: "The first link of the report list names the current page.",
    bend: links.firstLinkCurrent("reports"),
  },
  ...perList(
    links.lastLinkOneLess,
    ({ one }) => `The last link of the ${one} list names the page before the last.`,
    {
      "shipments-last-link-one-less": "paging.links.last",
      "v2-labels-last-link-one-less": "paging.links.v2",
    },
  ),
  {
    id: "labels-last-link-empty",
    rule: "paging.links.last",
    sentence: "The last link of the label list is empty.",
    bend: links.linked("labels", () => ({ last: null })),
  },
  {
    id: "reports-last-link-current",
    rule: "paging.links.last",
    sentence: "The last link of the report list names the current page.",
    bend: links.lastLinkCurrent("reports"),
  },
  {
    id: "labels-prev-link-is-first",
    rule: "paging.links.prev",
    sentence: "The prev link of the label list always names page 1.",
    bend: links.linked("labels", (page) => (page > 1 ? { prev: 1 } : {})),
  },
  {
    id: "shipments-prev-link-empty-on-last",
    rule: "paging.links.prev",
    sentence: "On the last shipment page the prev link is empty.",
    bend: links.linked("shipments", (page, pages) => (page > 1 && page === pages ? { prev: null } : {})),
  },
  {
    id: "v2-labels-prev-link-skips-page",
    rule: "paging.links.v2",
    sentence: "From page 3 on the prev link of the v2 label list leaves out a page.",
    bend: links.prevLinkSkipsPage("v2-labels"),
  },
  {
    id: "reports-links-say-none",
    rule: "paging.field.links.prev",
    sentence: "A link of the report list that does not exist is an object with rel none.",
    bend: links.linksSayNone("reports"),
  },
  ...perList(links.prevLinkOnPage1, ({ one }) => `On page 1 the prev link of the ${one} list names page 1.`, {
    "labels-prev-link-on-page-1": "paging.links.prev.empty",
    "reports-prev-link-on-page-1": "paging.links.prev.empty",
    "batches-prev-link-on-page-1": "paging.envelope.consistent.batches",
    "v2-batches-prev-link-on-page-1": "paging.links.v2",
  }),
  {
    id: "shipments-next-link-skips-page",
    rule: "paging.links.next",
    sentence: "The next link of the shipment list skips a page.",
    bend: links.linked("shipments", (page, pages) => (page < pages ? { next: page + 2 } : {})),
  },
  {
    id: "shipments-next-link-ends-at-page-3",
    rule: "paging.links.next",
    sentence: "From page 3 on the next link of the shipment list is empty.",
    bend: links.linked("shipments", (page) => (page > 2 ? { next: null } : {})),
  },
  {
    id: "reports-page-2-next-link-skips-page",
    rule: "paging.links.next",
    sentence: "On page 2 the next link of the report list names page 4.",
    bend: links.linked("reports", (page, pages) => (page === 2 && pages > 3 ? { next: 4 } : {})),
  },
  {
    id: "labels-next-link-empty-before-last",
    rule: "paging.links.next",
    sentence: "On the page before the last the next link of the label list is empty.",
    bend: links.linked("labels", (page, pages) => (page === pages - 1 ? { next: null } : {})),
  },
  ...perList(links.nextLinkNeedsPage, ({ one }) => `Without page the ${one} list has no next link.`, {
    "labels-next-link-needs-page": "paging.links.next",
    "shipments-next-link-needs-page": "paging.links.next",
    "v2-labels-next-link-needs-page": "paging.links.v2",
  }),
  ...perList(
    links.nextLinkRepeatsLast,
    ({ one }) => `On the last ${one} page the next link names that page again.`,
    {
      "reports-next-link-repeats-last": "paging.links.next.empty",
      "v2-shipments-next-link-repeats-last": "paging.links.v2",
    },
  ),
  {
    id: "labels-next-link-past-last",
    rule: "paging.links.next.empty",
    sentence: "On the last label page the next link names a page after it.",
    bend: links.linked("labels", (page, pages) => (page === pages ? { next: page + 1 } : {})),
  },
  ...perList(
    nextSkipsItem,
    ({ one }) => `The next link of the ${one} list leads to a page that starts one ${one} later.`,
    {
      "labels-next-link-skips-item": "paging.links.next-equals-page-plus-1",
      "shipments-next-link-skips-item": "paging.links.next-equals-page-plus-1",
    },
  ),
  ...perList(
    (list) => links.linksDrop(list, "page_size"),
    ({ one }) => `The links of the ${one} list lose page_size.`,
    {
      "reports-links-drop-page-size": "paging.links.keep-page-size",
      "v2-shipments-links-drop-page-size": "paging.links.v2",
      "errors-links-drop-page-size": "paging.envelope.consistent.batches",
    },
  ),
  {
    id: "labels-links-of-single-items-drop-page-size",
    rule: "paging.links.keep-page-size",
    sentence: "The links of label pages of one item lose page_size.",
    bend: links.linkQueries("labels", ({ page_size = "", ...params }) =>
      page_size === "1" ? params : { ...params, page_size },
    ),
  },
  ...perList(
    nextDropsPageSize,
    ({ one }) => `From page 2 on the next link of the ${one} list loses page_size.`,
    {
      "labels-next-link-drops-page-size": "paging.links.keep-page-size",
      "v2-labels-next-link-drops-page-size": "paging.links.v2",
    },
  ),
  ...perList(oneDropsPageSize("prev"), ({ one }) => `The prev link of the ${one} list loses page_size.`, {
    "batches-prev-link-drops-page-size": "paging.envelope.consistent.batches",
    "v2-labels-prev-link-drops-page-size": "paging.links.v2",
  }),
  ...perList(oneDropsPageSize("last"), ({ one }) => `The last link of the ${one} list loses page_size.`, {
    "batches-last-link-drops-page-size": "paging.envelope.consistent.batches",
    "v2-batches-last-link-drops-page-size": "paging.links.v2",
  }),
  ...perList(
    (list) =>
      links.linkQueries(list, (params, query) =>
        query.page_size === undefined ? { ...params, page_size: "10" } : params,
      ),
    ({ one }) => `Without page_size the links of the ${one} list lead to pages of 10.`,
    {
      "labels-links-shrink-without-page-size": "paging.links.keep-page-size",
      "shipments-links-shrink-without-page-size": "paging.links.keep-page-size",
      "reports-links-shrink-without-page-size": "paging.links.keep-page-size",
    },
  ),
  {
    id: "shipments-filtered-links-drop-page-size",
    rule: "paging.links.keep-page-size",
    sentence: "The links of a filtered shipment list lose page_size.",
    bend: links.filteredLinksDrop("shipments", "page_size"),
  },
  {
    id: "labels-links-drop-sort-dir",
    rule: "paging.links.keep-sort",
    sentence: "The links of the label list lose sort_dir.",
    bend: links.linksDrop("labels", "sort_dir"),
  },
  {
    id: "labels-filtered-links-drop-sort-dir",
    rule: "paging.links.keep-sort",
    sentence: "The links of a filtered label list lose sort_dir.",
    bend: links.filteredLinksDrop("labels", "sort_dir"),
  },
  ...perList(
    (list) =>
      links.linkQueries(list, ({ sort_dir = "", sort_by = "", ...params }, query) => {
        const both = query.sort_dir !== undefined && query.sort_by !== undefined;
        return both ? { ...params, sort_dir, sort_by } : params;
      }),
    ({ one }) => `The links of the ${one} list lose a sort parameter that was given alone.`,
    {
      "labels-links-drop-lone-sort": "paging.links.keep-sort",
      "shipments-links-drop-lone-sort": "paging.links.keep-sort",
      "reports-links-drop-lone-sort": "paging.links.keep-sort",
    },
  ),
  ...perList(
    (list) => links.linksOfTwoFiltersDrop(list, "sort_dir"),
    ({ one }) => `The links of a ${one} list of two filters or more lose sort_dir.`,
    {
      "labels-links-of-two-filters-drop-sort-dir": "paging.links.keep-sort",
      "shipments-links-of-two-filters-drop-sort-dir": "paging.links.keep-sort",
      "reports-links-of-two-filters-drop-sort-dir": "paging.links.keep-sort",
    },
  ),
  ...perList(
    (list) => links.linksOfTwoFiltersDrop(list, "sort_by"),
    ({ one }) => `The links of a ${one} list of two filters or more lose sort_by.`,
    { "shipments-links-of-two-filters-drop-sort-by": "paging.links.keep-sort" },
  ),
  ...perParameter(
    (list, parameter) =>
      links.linkQueries(list, ({ [parameter]: value = "", ...params }, query) =>
        query.shipment_status === "any" ? params : { ...params, [parameter]: value },
      ),
    ({ one, parameter }) =>
      `The links of the ${one} list lose ${parameter} where shipment_status any is asked for.`,
    {
      "shipments-sort_dir-dropped-by-links-beside-any": "paging.links.keep-sort",
      "shipments-sort_by-dropped-by-links-beside-any": "paging.links.keep-sort",
      "shipments-page_size-dropped-by-links-beside-any": "paging.links.keep-page-size",
    },
  ),
  {
    id: "shipments-links-sort-by-created",
    rule: "paging.links.keep-sort",
    sentence: "The links of the shipment list always sort by created_at.",
    bend: links.linkQueries("shipments", (params) => ({ ...params, sort_by: "created_at" })),
  },
  ...perList(
    (list) =>
      links.linkQueries(list, (params, query) =>
        query.sort_dir === undefined ? { ...params, sort_dir: "asc" } : params,
      ),
    ({ one }) => `Without sort_dir the links of the ${one} list turn to the oldest.`,
    {
      "shipments-links-turn-without-direction": "paging.links.keep-sort",
      "labels-links-turn-without-direction": "paging.links.keep-sort",
      "reports-links-turn-without-direction": "paging.links.keep-sort",
    },
  ),
  ...perList(links.linksDropFilters, ({ one }) => `The links of the ${one} list lose the filters.`, {
    "shipments-links-drop-filters": "paging.links.keep-filters",
    "labels-links-drop-filters": "paging.links.keep-filters",
    "reports-links-drop-filters": "paging.links.keep-filters",
  }),
  {
    id: "shipments-last-link-drops-status-from-afar",
    rule: "paging.links.keep-filters",
    sentence: "The last link of the shipment list loses shipment_status where last is not next.",
    bend: relinked("shipments", (href, name, page) => {
      const last = Number(/[?&]page=(\d+)/.exec(href)?.[1]);
      return name === "last" && last > page + 1 ? href.replace(/shipment_status=[^&]*&?/, "") : href;
    }),
  },
  {
    id: "labels-links-drop-carrier_id",
    rule: "paging.links.keep-filters",
    sentence: "The links of the label list lose carrier_id.",
    bend: links.linksDrop("labels", "carrier_id"),
  },
  {
    id: "labels-links-drop-tracking_number",
    rule: "paging.links.keep-filters",
    sentence: "The links of the label list lose tracking_number.",
    bend: links.linksDrop("labels", "tracking_number"),
  },
  ...perList(
    (list) => links.linksDrop(list, "created_at_end"),
    ({ one }) => `The links of the ${one} list lose created_at_end.`,
    {
      "labels-links-drop-created_at_end": "paging.links.keep-filters",
      "reports-links-drop-created_at_end": "paging.links.keep-filters",
    },
  ),
  {
    id: "shipments-links-drop-tag",
    rule: "paging.links.keep-filters",
    sentence: "The links of the shipment list lose tag.",
    bend: links.linksDrop("shipments", "tag"),
  },
  {
    id: "shipments-links-drop-tag-beside-status",
    rule: "paging.links.keep-filters",
    sentence: "The links of the shipment list lose tag where a status is asked for too.",
    bend: links.linkQueries("shipments", ({ tag, ...params }) =>
      tag === undefined || (params.shipment_status ?? "any") !== "any" ? params : { ...params, tag },
    ),
  },
  {
    id: "shipments-links-any-beside-status",
    rule: "paging.links.keep-filters",
    sentence: "The links of the shipment list show shipment_status any whatever status was asked for.",
    bend: links.linkQueries("shipments", (params) => ({ ...params, shipment_status: "any" })),
  },
  {
    id: "batches-links-drop-status",
    rule: "paging.envelope.consistent.batches",
    sentence: "The links of the open batches lack the status and lead to all batches.",
    bend: links.linksDrop("batches", "status"),
  },
  {
    id: "links-blank-as-plus-unread",
    rule: "paging.links.keep-filters",
    sentence: "Links write a blank as a plus sign, and every list reads that as a plus sign.",
    bend: links.plusReadAsSuch,
  },
  ...perList(links.plusUnencodedInLinks, ({ one }) => `Links of ${one} pages do not encode a plus sign.`, {
    "labels-links-plus-unencoded": "paging.links.keep-filters",
    "shipments-links-plus-unencoded": "paging.links.keep-filters",
  }),
];
