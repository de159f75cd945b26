import type { RuleId } from "../../contract/generated/types.js";
import {
  DEFAULT_PAGE_SIZE,
  LIST_PARAMETERS,
  LISTS,
  type ListDeclaration,
  listOf,
} from "../../contract/lists.js";
import { askedOf } from "../../wire/asked.js";
import { decodePage, type Page } from "../../wire/decode.js";
import { isPlainlyValid } from "../answers/plainly-valid.js";
import { broken, type Judgement, kept, looked, merge, NOTHING } from "../judgement.js";
import { meetsFilter } from "../lists/filters.js";
import { filterOf } from "../lists/window-filter.js";
import type { Context, JudgedExchange } from "./context.js";

const WITH_OFFSET = /T.*[+-]\d{2}(:?\d{2})?$/;

/** Rules that `judgeFilteredItems` may blame. */
export const FILTERED_RULES: readonly RuleId[] = Object.values(LISTS).flatMap((list) => [
  list.rules.total,
  ...Object.entries(list.rules.filter).flatMap(([name, rule]) =>
    list.filters[name]?.by === "elsewhere" ? [] : [rule],
  ),
]);

/**
 * On any page of a filtered list, each item meets the filter. Judged only for a single filter; combined filters and
 * links have rules of their own. Skips items that the run itself may have changed, because of replica lag.
 */
export function judgeFilteredItems({ exchange, operation }: JudgedExchange, { memory }: Context): Judgement {
  const list = operation === null ? null : listOf(operation.id);
  if (operation === null || list === null || !isPlainlyValid(operation, exchange.request.url)) return NOTHING;
  const { searchParams } = new URL(exchange.request.url);
  const filters = [...searchParams].filter(([name]) => !LIST_PARAMETERS.includes(name));
  const page = decodePage(exchange, list.name);
  if (filters.length === 0 || page.kind !== "page") return NOTHING;
  const total = judgeTotal(list.rules.total, page);
  return page.items.length === 0 ? total : merge([total, judgeItems(list, page, filters, memory.changed)]);
}

/**
 * A first page that is not full is the whole filtered list: the total equals its length. On any other page it is no less
 * than that.
 */
function judgeTotal(rule: RuleId, page: Page): Judgement {
  const { total, items } = page;
  if (total === null) return NOTHING;
  const isWhole = holdsAll(page);
  if (total === items.length) return isWhole ? kept(rule) : NOTHING;
  if (total > items.length && !isWhole) return NOTHING;
  const due = isWhole ? `${items.length}, as page 1 is not full` : `at least ${items.length}`;
  const documented = `total counts what the filter returns: ${due}`;
  return broken(rule, page.exchange, documented, `total ${total}`, "/total");
}

/** A target may serve smaller pages than asked for, but none below the default size. */
function holdsAll({ exchange, items }: Page): boolean {
  const asked = askedOf(exchange);
  return asked?.page === 1 && asked.sizeGiven && items.length < Math.min(asked.size, DEFAULT_PAGE_SIZE);
}

function judgeItems(
  list: ListDeclaration,
  page: Page,
  filters: readonly (readonly [string, string])[],
  changed: ReadonlySet<string>,
): Judgement {
  const [only, ...others] = filters;
  if (only === undefined || others.length > 0) return NOTHING;
  const [name, value] = only;
  // A check that compares reports, once, what fails only when sorted by time of modification.
  if (new URL(page.exchange.request.url).searchParams.get("sort_by") === "modified_at") return NOTHING;
  const filter = filterOf(list, name, value);
  const rule = list.rules.filter[name];
  // Another rule judges how an offset is read, by asking for the same moment in UTC.
  if (filter === null || rule === undefined || WITH_OFFSET.test(value)) return NOTHING;
  const items = page.items.filter(({ id }) => !changed.has(id));
  return looked(rule, meetsFilter({ rule, exchanges: [page.exchange], filter, items }));
}
