import { DEFAULT_PAGE_SIZE, FILTER_MEMBERS, listOf } from "../../contract/lists.js";
import { askedOf } from "../../wire/asked.js";
import { decodePage, type ListName, type Page } from "../../wire/decode.js";
import { parseInstant } from "../../wire/instant.js";
import { byMember, byTag, type Filter, meetsFilter } from "../filters.js";
import { finding } from "../finding.js";
import { type Judgement, looked, merge, NOTHING } from "../judgement.js";
import { linksKeepFilters } from "../links.js";
import { isPlainlyValid } from "../plainly-valid.js";
import { byWindow } from "../window-filter.js";
import type { Seen } from "./context.js";

const KEEP_RULE = "paging.links.keep-filters";
const UNFILTERED = new Set(["page", "page_size", "sort_dir", "sort_by"]);
const BOUND = /^(created_at|modified_at)_(start|end)$/;

/** Rules that `judgeFilteredItems` may blame. */
export const FILTERED_RULES: readonly string[] = [
  KEEP_RULE,
  "labels.total",
  "shipments.total",
  "reports.total",
  ...Object.keys(FILTER_MEMBERS.labels).map(ruleOf("labels")),
  ...[...Object.keys(FILTER_MEMBERS.shipments), "tag"].map(ruleOf("shipments")),
  ...["labels", "shipments", "reports"].flatMap((list) =>
    ["created_at_start", "created_at_end"].map(ruleOf(list)),
  ),
  ...["modified_at_start", "modified_at_end"].map(ruleOf("shipments")),
];

/**
 * On every page of a filtered list, whichever page it is: each item meets the filter, and the links keep the
 * filters. Items are judged where one filter was asked for; what several do together is a rule of its own.
 */
export function judgeFilteredItems({ exchange, operation }: Seen): Judgement {
  const list = operation === null ? null : listOf(operation.id);
  if (operation === null || list === null || !isPlainlyValid(operation, exchange.request.url)) return NOTHING;
  const { searchParams } = new URL(exchange.request.url);
  const filters = [...searchParams].filter(([name]) => !UNFILTERED.has(name));
  const page = decodePage(exchange, list);
  if (filters.length === 0 || page.kind !== "page") return NOTHING;
  const total = judgeTotal(`${list}.total`, page);
  if (page.items.length === 0) return total;
  return merge([
    total,
    looked(KEEP_RULE, linksKeepFilters({ rule: KEEP_RULE, page })),
    judgeItems(list, page, filters),
  ]);
}

/** A first page that is not full is the whole filtered list: its length is the total. */
function judgeTotal(rule: string, page: Page): Judgement {
  const asked = askedOf(page.exchange);
  const { total, items } = page;
  // A target may serve smaller pages than asked for, but no smaller ones than the default.
  if (
    asked?.page !== 1 ||
    !asked.sizeGiven ||
    total === null ||
    items.length >= Math.min(asked.size, DEFAULT_PAGE_SIZE)
  )
    return NOTHING;
  if (total === items.length) return looked(rule, []);
  const documented = `total counts what the filter returns: ${items.length}`;
  return looked(rule, [
    finding(
      { rule, exchanges: [page.exchange] },
      { documented, received: `total ${total}`, pointer: "/total" },
    ),
  ]);
}

function judgeItems(list: ListName, page: Page, filters: readonly (readonly [string, string])[]): Judgement {
  const [only, ...others] = filters;
  if (only === undefined || others.length > 0) return NOTHING;
  const [name, value] = only;
  const filter = filterOf(list, name, value);
  if (filter === null) return NOTHING;
  const rule = ruleOf(list)(name);
  return looked(rule, meetsFilter({ rule, exchanges: [page.exchange], filter, items: page.items }));
}

/** The judgement of one query parameter over the items of a list; null where items do not show it. */
export function filterOf(list: ListName, name: string, value: string): Filter | null {
  const member = FILTER_MEMBERS[list][name];
  if (member !== undefined) return byMember(member, value, name);
  if (list === "shipments" && name === "tag") return byTag(value);
  const bound = BOUND.exec(name);
  const at = parseInstant(value);
  if (bound === null || at === null) return null;
  const key = bound[1] === "modified_at" ? "modified_at" : "created_at";
  return byWindow(key, bound[2] === "start" ? { start: at } : { end: at });
}

function ruleOf(list: string): (parameter: string) => string {
  return (parameter) => `${list}.filter.${parameter}`;
}
