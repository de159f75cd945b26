import { matchesGlob } from "../../contract/rules.js";
import type { Effort } from "../../target/settings/settings.js";

/** How much of one thing the checks do, by effort. */
export interface Budget extends Readonly<Record<Effort, number>> {
  /** What is counted; 1 or 0 for what is done or left out as a whole. */
  readonly of: string;
  /** Globs of the rules whose checks use the row. */
  readonly rules: readonly string[];
}

/** More than there can be of anything. */
const ALL = 100_000;

/** Rules over the lists that the contract describes in full. */
const LISTS = ["labels.*", "shipments.*", "reports.*", "paging.*"];

/** Rules over the refusals of pages above the offset limit. */
const OFFSET_ERRORS = [
  "limits.offset.status",
  "limits.offset.error-*",
  "limits.offset.field-*",
  "limits.offset.message",
];

/**
 * The one place where efforts become numbers: quick, standard, thorough. A check asks for its row by name,
 * `t.budget("carriers.records")`. The least effort at which a check runs at all is set where its rule is declared
 * (`rule.fromStandard`). `plimsoll explain` prints both.
 */
// biome-ignore format: one row a line
const TABLE = {
  "auth.spent-keys": row(1, 1, 2, "generations in which each spent key is sent", "auth.key.expired"),
  "auth.without-key.v1": row(0, 14, 20, "operations called without key", "auth.key.missing"),
  "auth.without-key.v2": row(0, 39, ALL, "operations called without key", "auth.key.missing*"),
  "auth.wrong-key": row(2, ALL, ALL, "operations called with a wrong key", "auth.key.wrong.*"),
  "auth.wrong-key.changes": row(0, 1, 1, "changes tried with a wrong key before they are made", "auth.key.wrong.v2"),
  "auth.wrong-key.every-list": row(0, 0, 1, "wrong keys for lists called without key", "auth.key.wrong.*.v2"),
  "auth.wrong-key.kinds": row(1, ALL, ALL, "ways in which a key is wrong", "auth.key.wrong.*"),
  "batches.archive.again": row(0, 1, 1, "second archivings of a batch by DELETE and by PUT", "batches.archive.*"),
  "batches.archive.in-v2": row(0, 1, 1, "readings in v2 of what v1 archived", "batches.archive.by-id"),
  "batches.archive.unknown-id.v2": row(0, 1, 1, "unknown ids in v2", "batches.archive.unknown-id.status"),
  "batches.external-ids": row(1, 2, 6, "batches read by external id", "batches.by-external-id.v2"),
  "batches.external-ids.cut": row(0, 1, 1, "external ids cut short", "batches.by-external-id.v2"),
  "batches.external-ids.escaped": row(0, 1, 1, "external ids with a blank and #", "batches.by-external-id.v2"),
  "batches.links": row(1, 1, 8, "batches whose links are followed", "batch.href.*"),
  "batches.open": row(1, 2, 25, "batches of the open list read by id", "batches.open.*"),
  "batches.open.sorted": row(0, 1, 1, "the open list in one direction", "batches.open.only"),
  "batches.records": row(1, 3, 40, "batches read by id", "batch.*", "batches.open.*"),
  "batches.sequences": row(0, 1, 8, "sequences of moves", "batches.archive.*"),
  "carriers.records": row(1, 10, 40, "carriers read by id", "carriers.*"),
  "content.bare-dates": row(1, 1, ALL, "lists asked between dates", "content.date-params.bare-date*"),
  "content.cut-short": row(0, 1, 1, "updates of each kind of record by truncated JSON", "content.unreadable-json"),
  "content.date-times": row(1, ALL, ALL, "lists asked between date-times", "content.date-params.date-time"),
  "content.date-times.forms": row(0, 0, ALL, "other forms of a date-time", "content.date-params.date-time"),
  "content.every-format": row(0, 0, 1, "trials of each format in each generation", "content.*json*", "content.text-plain"),
  "content.forms": row(0, 1, 1, "updates of each kind of record by a form", "content.non-json-refused"),
  "errors.unknown-ids.changes": row(0, ALL, ALL, "changes of unknown ids", "error.404.v2.change"),
  "errors.unknown-ids.deletions": row(0, ALL, ALL, "deletions of unknown ids", "error.404.v2.delete"),
  "errors.unknown-ids.reads": row(1, 40, 40, "reads of unknown ids", "error.404.v2"),
  "events.second-report": row(0, 0, 1, "second reports completed", "events.report-complete.emitted", "events.report-complete.leads-to-report"),
  "labels.downloads": row(1, 1, 4, "files of each label", "label.download.*"),
  "labels.warehouses": row(1, 2, 20, "warehouses", "labels.filter.warehouse_id*"),
  "limits.offset.at-limit": row(1, 3, 5, "pairs at the limit", "limits.offset.boundary"),
  "limits.offset.drawn": row(0, 1, 40, "pairs drawn", "limits.offset.status"),
  "limits.offset.largest-size": row(0, 1, 1, "trials whether pages of 500 are served", ...OFFSET_ERRORS),
  "limits.offset.pairs": row(1, 4, 4, "pairs above the limit", ...OFFSET_ERRORS),
  "limits.offset.under-filters": row(0, 1, 1, "pairs above the limit under filters", ...OFFSET_ERRORS),
  "lists.batches": row(0, 12, 60, "batches asked for items that the list may lack", "*.default.all"),
  "lists.bounds": row(1, 3, 3, "bounds in places and forms of their own", "*.filter.*_at_*"),
  "lists.bounds.drawn": row(0, 0, 15, "bounds drawn", "*.filter.*_at_*"),
  "lists.bounds.items": row(1, 1, 8, "items asked for by their own time", "*.filter.created_at_*"),
  "lists.combinations.drawn": row(0, 0, 60, "combinations drawn", "*.filter.combined"),
  "lists.combinations.every": row(0, 1, 1, "all combinations in place of one", "*.filter.combined", "*.total"),
  "lists.cut": row(0, 1, 1, "filtered lists cut in two pages", "*.filter.*", "*.total"),
  "lists.default.direction": row(1, 5, 5, "pages without sort_dir", "*.default.sort-dir"),
  "lists.default.key": row(1, 1, 2, "pages without sort_by", "*.default.sort-by"),
  "lists.default.page": row(1, 2, 3, "sortings without page", "*.default.page"),
  "lists.default.sizes": row(1, 2, 3, "pages without page_size", "*.default.page-size"),
  "lists.default.two-values": row(0, 1, 1, "pages of two values without page_size", "*.default.page-size"),
  "lists.disturbed": row(6, 6, 60, "readings of a list that others disturb, over all checks", ...LISTS),
  "lists.every": row(0, 1, 1, "every list in place of the first that holds enough", "paging.*"),
  "lists.links.further": row(0, 1, 1, "links under filters and by modified_at", "paging.links.keep-*"),
  "lists.long": row(0, 1, 1, "pages of lists too long to be known", "*.partition", "*.slice.asc"),
  "lists.long.whole": row(0, 0, 1, "whole walks over such lists", ...LISTS),
  "lists.open.pages": row(3, 12, 100, "pages of a list whose shape is open", "paging.*", "batches.*"),
  "lists.past-last": row(1, 3, 3, "pages past the last", "*.page-past-last"),
  "lists.sizes": row(0, 1, 2, "further page sizes", "paging.page_size.respected"),
  "lists.slices.by-creation": row(1, 5, 6, "plain pages by creation", "*.slice.*"),
  "lists.slices.by-others": row(1, 2, 6, "plain pages by another key", "shipments.sort-by.modified_at"),
  "lists.slices.drawn": row(0, 0, 30, "pages drawn", "*.slice.*", "shipments.sort-by.modified_at"),
  "lists.sorts": row(0, 1, 1, "filters sorted in every way", "*.filter.*", "*.total", "*.slice.*", "*.sort-by.*", "shipment.list-by-id.*"),
  "lists.strange-values": row(0, 1, 1, "values that no item has", "*.filter.*"),
  "lists.totals.bounds": row(1, ALL, ALL, "bounds of lists without other filters", "*.total"),
  "lists.totals.further": row(0, 1, 1, "totals besides those of the first walk", "paging.total.*", "*.filter.*", "*.sort-by.*"),
  "lists.totals.sum": row(0, 1, 1, "sums over the states of long lists", "*.total"),
  "lists.values": row(1, 3, 25, "values of a filter that has many", "*.filter.*", "*.total"),
  "lists.values.all-up-to": row(1, 5, 25, "values of which all are tried", "*.filter.*", "*.total"),
  "lists.walk.longest": row(400, 600, 3_000, "items of a list that is walked as a whole", ...LISTS),
  "lists.walk.pages": row(3, 6, 100, "pages of a walk", ...LISTS),
  "lists.walk.sampled-pages": row(3, 6, 6, "pages of a filtered walk over a long list", ...LISTS),
  "lists.walks.by-creation": row(1, 3, 5, "walks by creation", "*.partition"),
  "lists.walks.by-others": row(1, 2, 3, "walks by another key", "*.partition"),
  "lists.walks.ties": row(0, 3, 10, "times that several items share", "*.partition"),
  "lists.walks.uncounted-pages": row(3, 20, 100, "pages of a walk over a list without total", "*.partition"),
  "operations.below-records": row(0, 8, ALL, "reads below existing records", "operation.*", "status.server-error"),
  "operations.creations-first": row(1, 4, 4, "creations that are probed before the rest", "operation.*"),
  "operations.probed": row(4, ALL, ALL, "operations that are probed", "operation.*"),
  "paging.parameters": row(0, ALL, ALL, "open lists asked with page parameters", "paging.parameters.accepted"),
  "purchase-orders.documents.every-status": row(0, 1, 1, "trials in every status", "purchase-orders.*-summary.*"),
  "purchase-orders.documents.orders": row(1, 1, 10, "orders in each status whose document is asked for", "purchase-orders.*-summary.*"),
  "purchase-orders.fields-alone": row(0, 0, 1, "trials of each field alone", "purchase-orders.shipping-details.*"),
  "purchase-orders.filters": row(0, 3, 6, "lists asked for a status", "purchase-orders.list.*"),
  "purchase-orders.pages": row(1, 4, 20, "pages of the list", "purchase-orders.*"),
  "purchase-orders.second-draft": row(0, 0, 1, "second drafts kept for others", "purchase-orders.status.*"),
  "purchase-orders.sequences": row(0, 1, 12, "sequences of moves", "purchase-orders.*"),
  "reports.downloads": row(1, 7, ALL, "reports read", "report.*", "reports.*"),
  "reports.downloads.followed": row(1, 3, ALL, "links of reports followed", "report.*", "reports.*"),
  "sequences.moves": row(0, 2, 9, "moves drawn for a sequence", "batches.archive.*", "purchase-orders.*", "webhooks.*"),
  "shipments.batches": row(1, 3, 3, "batches with shipments", "shipments.filter.batch_id", "shipments.batch-id-*", "shipments.default.all"),
  "shipments.batches.cut-short": row(0, 1, 1, "ids of batches cut short", "shipments.filter.batch_id"),
  "shipments.batches.looked-at": row(2, 12, 60, "batches looked at for shipments", "shipments.filter.batch_id", "shipments.batch-id-*"),
  "shipments.batches.pages": row(1, 2, 100, "pages of a batch", "shipments.filter.batch_id", "shipments.batch-id-*"),
  "shipments.by-change.directions": row(1, 2, 2, "directions", "shipments.sort-by.modified_at"),
  "shipments.by-id": row(1, 7, 100, "shipments read by id", "shipment.list-by-id.*"),
  "shipments.by-id.fullest": row(0, 2, 4, "of them that hold most packages and tags", "shipment.list-by-id.*"),
  "shipments.by-id.of-each-state": row(1, 2, 25, "of them in each state", "shipment.list-by-id.*"),
  "shipments.links-with-any": row(1, 1, 4, "links with the status any", "shipments.links.any.follow"),
  "shipments.precedence.alone": row(0, 0, 1, "ignored filters tried one by one", "shipments.batch-id-precedence.*"),
  "status.malformed.bodies": row(2, 6, 8, "unreadable bodies", "status.invalid-input-no-5xx"),
  "status.malformed.calculations": row(0, 2, 3, "calculations without what they need", "status.invalid-input-no-5xx"),
  "status.malformed.drawn": row(0, 0, 60, "malformed requests drawn", "status.invalid-input-no-5xx"),
  "status.malformed.every-list": row(0, 0, 1, "trials of every list's parameters", "status.invalid-input-no-5xx"),
  "status.malformed.plain": row(2, 42, 42, "plainly wrong parameters, ids and bodies", "status.invalid-input-no-5xx"),
  "status.patch": row(1, ALL, ALL, "list paths that get PATCH", "status.405-*"),
  "v2.external-ids": row(1, 1, 10, "shipments read by external id", "v2.shipments.by-external-id"),
  "v2.external-ids.cut": row(0, 1, 1, "external ids of shipments cut short", "v2.shipments.by-external-id"),
  "v2.records": row(1, 6, 12, "records of each v2 list, unlike each other, read by id", "v2.records.by-id*"),
  "v2.shipments.tags-in-v1": row(0, 1, 1, "readings in v1 of what v2 tagged", "v2.shipments.tag-added"),
  "v2.shipments.tags-kept": row(0, 1, 1, "tags that stay until the end", "v2.shipments.tag-*"),
  "warehouses.further-updates": row(0, 1, 1, "updates after the first", "warehouses.update.*"),
  "warehouses.labels": row(0, 1, 1, "labels counted before an update", "labels.filter.warehouse_id"),
  "warehouses.members-alone": row(0, 3, 3, "updates of one member alone", "warehouses.update.*"),
  "warehouses.without-id": row(0, 0, 1, "updates without the id", "warehouses.update.id-in-body"),
  "warehouses.wrong-types": row(0, 2, 2, "updates with a value of the wrong type", "warehouses.update.wrong-types"),
  "webhooks.again": row(0, 1, 1, "deletions of a deleted webhook", "webhooks.v2.delete.again"),
  "webhooks.older": row(1, 2, 4, "webhooks of others read by id", "webhooks.v2.get.equals"),
  "webhooks.put.event": row(0, 1, 1, "updates that name another event", "webhooks.v2.put.event-*"),
  "webhooks.put.in-part": row(0, 1, 1, "updates of which one member is wrong", "webhooks.v2.put.refused-unchanged"),
  "webhooks.put.odd-values": row(0, 1, 1, "updates with odd values", "webhooks.v2.put.*"),
  "webhooks.second": row(0, 1, 1, "webhooks besides the one that changes", "webhooks.*"),
  "webhooks.sequences": row(0, 1, 12, "sequences of moves", "webhooks.*"),
  "webhooks.v1.unknown-ids": row(1, 1, ALL, "unknown ids", "webhooks.v1.delete.unknown-id"),
  "webhooks.v2.unknown-ids": row(1, ALL, ALL, "unknown ids", "webhooks.v2.delete.unknown-id"),
  "webhooks.without-key": row(0, 1, 1, "webhooks of the run called without the right key, in each generation", "auth.key.missing", "auth.key.wrong.v*"),
} as const satisfies Readonly<Record<string, Budget>>;

function row(quick: number, standard: number, thorough: number, of: string, ...rules: string[]): Budget {
  return { quick, standard, thorough, of, rules };
}

export type BudgetName = keyof typeof TABLE;

/** The table, for printing. */
export const budgets: Readonly<Record<string, Budget>> = TABLE;

/** The number in a row at an effort. */
export function budgetAt(effort: Effort, name: BudgetName): number {
  return TABLE[name][effort];
}

/** The rows that the checks of a rule use. */
export function budgetsOf(rule: string): readonly (Budget & { readonly name: string })[] {
  return Object.entries(budgets).flatMap(([name, budget]) =>
    budget.rules.some((glob) => matchesGlob(rule, glob)) ? [{ name, ...budget }] : [],
  );
}
