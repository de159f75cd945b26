import { all, relinked } from "../bends.js";
import type { Bend } from "../service/behaviours.js";
import type { Fault } from "./fault.js";
import * as answers from "./list-bends/answers.js";
import * as envelopes from "./list-bends/envelopes.js";
import * as filters from "./list-bends/filters.js";
import * as links from "./list-bends/links.js";
import * as requests from "./list-bends/requests.js";
import * as slices from "./list-bends/slices.js";

/** From page 2 on, the next link loses page_size. */
const nextDropsPageSize = (word: string): Bend =>
  relinked(word, (href, name, page) =>
    name === "next" && page > 1 ? href.replace(/&page_size=\d+/, "") : href,
  );

/** The next link leads to a page that starts one item later. */
const nextSkipsItem = (word: string): Bend =>
  all(
    slices.skippedAfterNext(word),
    relinked(word, (href, name) => (name === "next" ? `${href}&after=1` : href)),
  );

export const faults: readonly Fault[] = [
  {
    id: "reports-array-named-items",
    rule: "paging.array-name",
    sentence: "The array of reports is named items.",
    bend: answers.arrayNamedItems("reports"),
  },
  {
    id: "shipments-array-named-items",
    rule: "paging.array-name",
    sentence: "The array of shipments is named items.",
    bend: answers.arrayNamedItems("shipments"),
  },
  {
    id: "labels-last-page-one-more",
    rule: "paging.page_size.respected",
    sentence: "The last label page repeats an item of the page before, so that it holds one more.",
    bend: slices.oneMore("labels", (_, isLast) => isLast),
  },
  {
    id: "shipments-size-1-gives-2",
    rule: "paging.page_size.respected",
    sentence: "Under page_size 1 the later shipment pages hold two items.",
    bend: slices.oneMore("shipments", ({ size }) => size === 1),
  },
  {
    id: "labels-size-1-gives-2",
    rule: "paging.page_size.respected",
    sentence: "Under page_size 1 the later label pages hold two items.",
    bend: slices.oneMore("labels", ({ size }) => size === 1),
  },
  {
    id: "reports-size-1-gives-2",
    rule: "paging.page_size.respected",
    sentence: "Under page_size 1 the later report pages hold two items.",
    bend: slices.oneMore("reports", ({ size }) => size === 1),
  },
  {
    id: "labels-filtered-last-page-lacks-one",
    rule: "paging.page_size.respected",
    sentence: "The last page of a filtered label list lacks a label.",
    bend: slices.filteredLastLacksOne("labels"),
  },
  {
    id: "reports-filtered-last-page-lacks-one",
    rule: "paging.page_size.respected",
    sentence: "The last page of a filtered report list lacks a report.",
    bend: slices.filteredLastLacksOne("reports"),
  },
  {
    id: "reports-page-size-ignored",
    rule: "paging.page_size.respected",
    sentence: "The report list gives 25 items whatever page_size says.",
    bend: slices.pageSizeIgnored("reports"),
  },
  {
    id: "labels-total-capped",
    rule: "paging.total.matches-items",
    sentence: "The total of the label list counts no further than 100.",
    bend: envelopes.totals("labels", (total) => Math.min(total, 100)),
  },
  {
    id: "reports-total-one-more",
    rule: "paging.total.matches-items",
    sentence: "The total of the unfiltered report list counts one too many.",
    bend: envelopes.totalOneMore("reports"),
  },
  {
    id: "reports-modified-drops-oldest",
    rule: "paging.total.matches-items",
    sentence: "By modified_at the report list lacks its oldest report and does not count it.",
    bend: filters.modifiedDropsOldest("reports"),
  },
  {
    id: "reports-pages-count-from-0",
    rule: "paging.total.matches-items",
    sentence: "The report list gives the second page for page 1.",
    bend: slices.asIf("reports", (request) => ({ ...request, page: request.page + 1 })),
  },
  {
    id: "labels-page-100-loses-last",
    rule: "paging.total.matches-items",
    sentence: "A page of 100 labels or more lacks its last one.",
    bend: slices.reordered("labels", (items, { request }) =>
      request.size >= 100 ? items.slice(0, 99) : items,
    ),
  },
  {
    id: "labels-total-one-more",
    rule: "paging.total.matches-items",
    sentence: "The total of the unfiltered label list counts one too many.",
    bend: envelopes.totalOneMore("labels"),
  },
  {
    id: "shipments-total-one-less-on-last",
    rule: "paging.total.matches-items",
    sentence: "On the last shipment page total counts one too few.",
    bend: envelopes.totalOneLessOnLast("shipments"),
  },
  {
    id: "labels-page-always-1",
    rule: "paging.page.echo",
    sentence: "The label list always says page 1.",
    bend: envelopes.pageAlways1("labels"),
  },
  {
    id: "reports-page-one-less-on-last",
    rule: "paging.page.echo",
    sentence: "On the last report page, page is the number before.",
    bend: envelopes.pageOneLessOnLast("reports"),
  },
  {
    id: "shipments-pages-rounded-down",
    rule: "paging.pages.arithmetic",
    sentence: "The pages of the shipment list are rounded down.",
    bend: envelopes.pagesRoundedDown("shipments"),
  },
  {
    id: "labels-pages-one-more-when-exact",
    rule: "paging.pages.arithmetic",
    sentence: "The label list counts one page too many when the last page is full.",
    bend: envelopes.pagesOneMoreWhenExact("labels"),
  },
  {
    id: "labels-huge-page-counts-in-hundreds",
    rule: "paging.pages.arithmetic",
    sentence: "Pages of more than a hundred labels are given in full and counted as if they held a hundred.",
    bend: envelopes.pageCounts("labels", (pages, total, size) =>
      size > 100 ? Math.ceil(total / 100) : pages,
    ),
  },
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
  {
    id: "shipments-last-link-one-less",
    rule: "paging.links.last",
    sentence: "The last link of the shipment list names the page before the last.",
    bend: links.lastLinkOneLess("shipments"),
  },
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
    id: "reports-links-say-none",
    rule: "paging.field.links.prev",
    sentence: "A link of the report list that does not exist is an object with rel none.",
    bend: links.linksSayNone("reports"),
  },
  {
    id: "labels-prev-link-on-page-1",
    rule: "paging.links.prev.empty",
    sentence: "On page 1 the prev link of the label list names page 1.",
    bend: links.prevLinkOnPage1("labels"),
  },
  {
    id: "reports-prev-link-on-page-1",
    rule: "paging.links.prev.empty",
    sentence: "On page 1 the prev link of the report list names page 1.",
    bend: links.prevLinkOnPage1("reports"),
  },
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
  {
    id: "reports-next-link-repeats-last",
    rule: "paging.links.next.empty",
    sentence: "On the last report page the next link names that page again.",
    bend: links.nextLinkRepeatsLast("reports"),
  },
  {
    id: "labels-next-link-past-last",
    rule: "paging.links.next.empty",
    sentence: "On the last label page the next link names a page after it.",
    bend: links.linked("labels", (page, pages) => (page === pages ? { next: page + 1 } : {})),
  },
  {
    id: "labels-next-link-skips-item",
    rule: "paging.links.next-equals-page-plus-1",
    sentence: "The next link of the label list leads to a page that starts one label later.",
    bend: nextSkipsItem("labels"),
  },
  {
    id: "shipments-next-link-skips-item",
    rule: "paging.links.next-equals-page-plus-1",
    sentence: "The next link of the shipment list leads to a page that starts one shipment later.",
    bend: nextSkipsItem("shipments"),
  },
  {
    id: "reports-links-drop-page-size",
    rule: "paging.links.keep-page-size",
    sentence: "The links of the report list lose page_size.",
    bend: links.linksDrop("reports", "page_size"),
  },
  {
    id: "labels-links-of-single-items-drop-page-size",
    rule: "paging.links.keep-page-size",
    sentence: "The links of label pages of one item lose page_size.",
    bend: links.linkQueries("labels", ({ page_size = "", ...params }) =>
      page_size === "1" ? params : { ...params, page_size },
    ),
  },
  {
    id: "labels-next-link-drops-page-size",
    rule: "paging.links.keep-page-size",
    sentence: "From page 2 on the next link of the label list loses page_size.",
    bend: nextDropsPageSize("labels"),
  },
  {
    id: "labels-links-drop-sort-dir",
    rule: "paging.links.keep-sort",
    sentence: "The links of the label list lose sort_dir.",
    bend: links.linksDrop("labels", "sort_dir"),
  },
  {
    id: "shipments-links-sort-by-created",
    rule: "paging.links.keep-sort",
    sentence: "The links of the shipment list always sort by created_at.",
    bend: links.linkQueries("shipments", (params) => ({ ...params, sort_by: "created_at" })),
  },
  {
    id: "labels-filtered-links-drop-sort-dir",
    rule: "paging.links.keep-sort",
    sentence: "The links of a filtered label list lose sort_dir.",
    bend: links.filteredLinksDrop("labels", "sort_dir"),
  },
  {
    id: "shipments-filtered-links-drop-page-size",
    rule: "paging.links.keep-page-size",
    sentence: "The links of a filtered shipment list lose page_size.",
    bend: links.filteredLinksDrop("shipments", "page_size"),
  },
  {
    id: "shipments-links-drop-filters",
    rule: "paging.links.keep-filters",
    sentence: "The links of the shipment list lose the filters.",
    bend: links.linksDropFilters("shipments"),
  },
  {
    id: "shipments-page-10-is-page-1",
    rule: "paging.page.echo",
    sentence: "Page 10 of the shipment list is read as page 1.",
    blame: "What comes is page 1 in its links and its length too.",
    bend: requests.readAs("shipments", (query) => (query.page === "10" ? { ...query, page: "1" } : query)),
  },
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
    id: "labels-links-drop-filters",
    rule: "paging.links.keep-filters",
    sentence: "The links of the label list lose the filters.",
    bend: links.linksDropFilters("labels"),
  },
  {
    id: "reports-links-drop-filters",
    rule: "paging.links.keep-filters",
    sentence: "The links of the report list lose the filters.",
    bend: links.linksDropFilters("reports"),
  },
  {
    id: "labels-links-drop-carrier_id",
    rule: "paging.links.keep-filters",
    sentence: "The links of the label list lose carrier_id.",
    bend: links.linksDrop("labels", "carrier_id"),
  },
  {
    id: "labels-links-drop-created_at_end",
    rule: "paging.links.keep-filters",
    sentence: "The links of the label list lose created_at_end.",
    bend: links.linksDrop("labels", "created_at_end"),
  },
  {
    id: "shipments-links-drop-tag",
    rule: "paging.links.keep-filters",
    sentence: "The links of the shipment list lose tag.",
    bend: links.linksDrop("shipments", "tag"),
  },
  {
    id: "shipments-links-any-beside-status",
    rule: "paging.links.keep-filters",
    sentence: "The links of the shipment list show shipment_status any whatever status was asked for.",
    bend: links.linkQueries("shipments", (params) => ({ ...params, shipment_status: "any" })),
  },
  {
    id: "reports-links-drop-created_at_end",
    rule: "paging.links.keep-filters",
    sentence: "The links of the report list lose created_at_end.",
    bend: links.linksDrop("reports", "created_at_end"),
  },
  {
    id: "batches-envelope-missing",
    rule: "paging.envelope.batches",
    sentence: "The v1 batch list has no envelope.",
    bend: envelopes.envelopeMissing("batches"),
  },
  {
    id: "errors-envelope-missing",
    rule: "paging.envelope.batch-errors",
    sentence: "The v1 list of batch errors has no envelope.",
    bend: envelopes.envelopeMissing("errors"),
  },
  {
    id: "batches-total-text",
    rule: "paging.envelope.types.batches",
    sentence: "The total of the v1 batch list is a text.",
    bend: envelopes.totalText("batches"),
  },
  {
    id: "errors-links-null",
    rule: "paging.envelope.types.batches",
    sentence: "The links of the v1 batch errors are null.",
    bend: envelopes.linksNull("errors"),
  },
  {
    id: "batches-page-always-1",
    rule: "paging.envelope.consistent.batches",
    sentence: "The v1 batch list always says page 1.",
    bend: envelopes.pageAlways1("batches"),
  },
  {
    id: "errors-page-ignored",
    rule: "paging.envelope.consistent.batches",
    sentence: "The v1 batch errors give page 1 whatever page is asked for.",
    bend: all(
      slices.asIf("errors", (request) => ({ ...request, page: 1 })),
      envelopes.pageAlways1("errors"),
    ),
  },
  {
    id: "batches-total-ignores-filter",
    rule: "paging.envelope.consistent.batches",
    sentence: "The total of the open batches counts all batches.",
    bend: envelopes.totalIgnoresFilter("batches"),
  },
  {
    id: "batches-first-page-one-more",
    rule: "paging.envelope.consistent.batches",
    sentence: "Page 1 of the v1 batch list holds one more than page_size, which pages does not count.",
    bend: slices.asIf("batches", (request, { call }) =>
      request.page === 1 && call.query.page_size !== undefined
        ? { ...request, size: request.size + 1 }
        : request,
    ),
  },
  {
    id: "batches-page-2-one-more",
    rule: "paging.envelope.consistent.batches",
    sentence: "Page 2 of the v1 batch list begins with the last batch of page 1.",
    bend: slices.oneMore("batches", ({ page }) => page === 2),
  },
  {
    id: "batches-links-drop-status",
    rule: "paging.envelope.consistent.batches",
    sentence: "The links of the open batches lack the status and lead to all batches.",
    bend: links.linksDrop("batches", "status"),
  },
  {
    id: "batches-prev-link-on-page-1",
    rule: "paging.envelope.consistent.batches",
    sentence: "On page 1 the prev link of the v1 batch list names page 1.",
    bend: links.prevLinkOnPage1("batches"),
  },
  {
    id: "v2-labels-envelope-missing",
    rule: "paging.envelope.v2",
    sentence: "The v2 label list has no envelope.",
    bend: envelopes.envelopeMissing("v2-labels"),
  },
  {
    id: "v2-shipments-total-text",
    rule: "paging.envelope.types.v2",
    sentence: "The total of the v2 shipment list is a text.",
    bend: envelopes.totalText("v2-shipments"),
  },
  {
    id: "v2-batches-links-null",
    rule: "paging.envelope.types.v2",
    sentence: "The links of the v2 batch list are null.",
    bend: envelopes.linksNull("v2-batches"),
  },
  {
    id: "v2-labels-total-one-more",
    rule: "paging.total.matches-items.v2",
    sentence: "The total of the v2 label list counts one too many.",
    bend: envelopes.totalOneMore("v2-labels"),
  },
  {
    id: "v2-labels-page-2-repeats-item",
    rule: "paging.total.matches-items.v2",
    sentence: "The second v2 label page repeats an item of the first in place of its own.",
    bend: slices.repeatsItem("v2-labels", ({ page }) => page === 2),
  },
  {
    id: "v2-batches-page-2-one-more",
    rule: "paging.total.matches-items.v2",
    sentence: "Page 2 of the v2 batch list begins with the last batch of page 1.",
    bend: slices.oneMore("v2-batches", ({ page }) => page === 2),
  },
  {
    id: "v2-batches-total-one-less-on-last",
    rule: "paging.total.matches-items.v2",
    sentence: "On the last v2 batch page total counts one too few.",
    bend: envelopes.totalOneLessOnLast("v2-batches"),
  },
  {
    id: "v2-labels-default-page-2",
    rule: "paging.default.page.v2",
    sentence: "Without page the v2 label list gives the items of page 2.",
    bend: slices.defaultPage2("v2-labels"),
  },
  {
    id: "batches-default-page-2",
    rule: "paging.default.page.batches",
    sentence: "Without page the v1 batch list gives the items of page 2.",
    blame: "The list of open ones without page is a page past the last, and lacks every open batch.",
    bend: slices.defaultPage2("batches"),
  },
  {
    id: "v2-shipments-page-always-1",
    rule: "paging.page.echo.v2",
    sentence: "The v2 shipment list always says page 1.",
    bend: envelopes.pageAlways1("v2-shipments"),
  },
  {
    id: "v2-batches-page-one-less-on-last",
    rule: "paging.page.echo.v2",
    sentence: "On the last v2 batch page, page is the number before.",
    bend: envelopes.pageOneLessOnLast("v2-batches"),
  },
  {
    id: "v2-shipments-page-1-from-page-3",
    rule: "paging.page.echo.v2",
    sentence: "From page 3 on the v2 shipment list says page 1.",
    bend: envelopes.page1FromPage3("v2-shipments"),
  },
  {
    id: "v2-labels-pages-rounded-down",
    rule: "paging.pages.arithmetic.v2",
    sentence: "The pages of the v2 label list are rounded down.",
    bend: envelopes.pagesRoundedDown("v2-labels"),
  },
  {
    id: "v2-batches-pages-one-more-when-exact",
    rule: "paging.pages.arithmetic.v2",
    sentence: "The v2 batch list counts one page too many when the last page is full.",
    bend: envelopes.pagesOneMoreWhenExact("v2-batches"),
  },
  {
    id: "v2-shipments-pages-one-more-when-exact",
    rule: "paging.pages.arithmetic.v2",
    sentence: "The v2 shipment list counts one page too many when the last page is full.",
    bend: envelopes.pagesOneMoreWhenExact("v2-shipments"),
  },
  {
    id: "v2-shipments-next-link-repeats-last",
    rule: "paging.links.v2",
    sentence: "On the last v2 shipment page the next link names that page again.",
    bend: links.nextLinkRepeatsLast("v2-shipments"),
  },
  {
    id: "v2-shipments-links-drop-page-size",
    rule: "paging.links.v2",
    sentence: "The links of the v2 shipment list drop page_size.",
    bend: links.linksDrop("v2-shipments", "page_size"),
  },
  {
    id: "v2-labels-next-link-drops-page-size",
    rule: "paging.links.v2",
    sentence: "On the v2 label list the next link of later pages drops page_size.",
    bend: nextDropsPageSize("v2-labels"),
  },
  {
    id: "v2-batches-prev-link-on-page-1",
    rule: "paging.links.v2",
    sentence: "On page 1 the prev link of the v2 batch list names page 1.",
    bend: links.prevLinkOnPage1("v2-batches"),
  },
  {
    id: "v2-labels-prev-link-skips-page",
    rule: "paging.links.v2",
    sentence: "From page 3 on the prev link of the v2 label list leaves out a page.",
    bend: links.prevLinkSkipsPage("v2-labels"),
  },
  {
    id: "v2-labels-last-link-one-less",
    rule: "paging.links.v2",
    sentence: "The last link of the v2 label list names the page before the last.",
    bend: links.lastLinkOneLess("v2-labels"),
  },
  {
    id: "v2-shipments-page-size-ignored",
    rule: "paging.page_size.respected.v2",
    sentence: "The v2 shipment list gives 25 items whatever page_size says.",
    bend: slices.pageSizeIgnored("v2-shipments"),
  },
];
