import type { SortKey } from "../../contract/generated/types.js";
import { DEFAULT_PAGE_SIZE, type SortDir } from "../../contract/lists.js";
import { type Dated, datedBy, oldestFirst } from "../../wire/dated.js";
import { type Item, idsOf, type Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { compareInstants, type Instant } from "../../wire/instant.js";
import { renderIds } from "../../wire/message.js";
import { type Blame, finding } from "../finding.js";
import { deviationWords } from "./deviation.js";
import { differenceBesideTies } from "./ties.js";

/** Ranks from 1 (oldest), both ends included; `to < from` for a page past the end. */
interface Ranks {
  readonly from: number;
  readonly to: number;
}

/**
 * The rank law: page p of size s holds ranks (p-1)s+1 to ps under asc, and N-ps+1 to N-(p-1)s under desc, as far as
 * they exist among N items.
 */
function ranksOf(total: number, page: number, size: number, dir: SortDir): Ranks {
  const before = (page - 1) * size;
  if (dir === "asc") return { from: before + 1, to: Math.min(total, page * size) };
  return { from: Math.max(1, total - page * size + 1), to: total - before };
}

/** What `slice` compares. */
export interface SliceClaim extends Blame {
  /** All items of the list, from a full walk, in any order. */
  readonly known: readonly Dated[];
  /** Ids on the page, in any order. */
  readonly page: readonly string[];
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly dir: SortDir;
}

/**
 * Judges which items a page holds, not their order. With a tie at the page boundary, any of its items may be on the
 * page.
 */
export function slice(claim: SliceClaim): Finding[] {
  const { known, page, pageNumber, pageSize, dir } = claim;
  const { from, to } = ranksOf(known.length, pageNumber, pageSize, dir);
  const due = to < from ? [] : oldestFirst(known).slice(from - 1, to);
  const timeOf = new Map(known.map(({ id, at }) => [id, at]));
  const { missing, surplus } = differenceBesideTies(
    due,
    page.map((id) => ({ id, at: timeOf.get(id) ?? null })),
  );
  if (missing.length === 0 && surplus.length === 0) return [];
  const ids = idsOf(due);
  const isPast = due.length === 0;
  const holds = isPast
    ? "is past the end and empty"
    : `holds ${ranks(from, to, known.length)}: ${renderIds(ids)}`;
  const documented = `page ${pageNumber} of size ${pageSize} under ${dir} ${holds}`;
  return [finding(claim, documented, deviationWords({ due: ids, came: page, missing, surplus }))];
}

/** A page by its place in a sorted list. */
export interface Place {
  readonly page: number;
  readonly size: number;
  readonly dir: SortDir;
}

/**
 * Like `slice`, for a page as it came. If the target served another size than asked for, another rule reports that, and
 * the page is judged by the size that it shows.
 * @param known all items of the list, in any order
 */
export function sliceServed(rule: string, read: Page, place: Place, known: readonly Dated[]): Finding[] {
  const { page: pageNumber, size, dir } = place;
  const page = idsOf(read.items);
  const judge = (pageSize: number) =>
    slice({ rule, exchanges: [read.exchange], known, page, pageNumber, pageSize, dir });
  const findings = judge(size);
  const due = Math.max(0, Math.min(size, known.length - (pageNumber - 1) * size));
  if (findings.length === 0 || page.length === due) return findings;
  const others = [page.length, DEFAULT_PAGE_SIZE].filter((other) => other > 0);
  return others.some((other) => judge(other).length === 0) ? [] : findings;
}

/** The orders, of several, in which the rank law explains a page of a list that holds these items. */
export function explaining<Order extends { readonly dir: SortDir; readonly by: SortKey }>(
  rule: string,
  read: Page,
  items: readonly Item[],
  { page, size, orders }: Omit<Place, "dir"> & { readonly orders: readonly Order[] },
): readonly Order[] {
  return orders.filter(({ dir, by }) => {
    const dated = datedBy(items, by);
    return dated !== null && sliceServed(rule, read, { page, size, dir }, dated).length === 0;
  });
}

/**
 * The rank law for partly known items: every item known to lie strictly between the ends of a page in time is on it,
 * and no item on it has more known items older or newer than its rank allows.
 * @param claim `known` are items of the list, not necessarily all; `total` is how many there are
 */
export function sliceAmong(
  claim: Omit<SliceClaim, "page"> & { page: readonly Dated[]; total: number },
): Finding[] {
  const { page, pageNumber, pageSize, dir, total } = claim;
  const { from, to } = ranksOf(total, pageNumber, pageSize, dir);
  const received = outOfRank(oldestFirst(page), claim.known, from, total);
  if (received === null) return [];
  const documented = `page ${pageNumber} of size ${pageSize} under ${dir} holds ${ranks(from, to, total)}`;
  return [finding(claim, documented, `${named(page)}; ${received}`)];
}

/** "ranks 3 to 4 of 9, counted from the oldest" */
function ranks(from: number, to: number, total: number): string {
  return `${from === to ? `rank ${from}` : `ranks ${from} to ${to}`} of ${total}, counted from the oldest`;
}

/** What shows that these items do not have the ranks from `from` on; null if nothing does. */
function outOfRank(
  page: readonly Dated[],
  known: readonly Dated[],
  from: number,
  total: number,
): string | null {
  const there = new Set(idsOf(page));
  const others = known.filter(({ id }) => !there.has(id));
  const [oldest, newest] = [page[0]?.at, page.at(-1)?.at];
  if (oldest === undefined || newest === undefined) return null;
  const between = others.filter(({ at }) => isBefore(oldest, at) && isBefore(at, newest));
  if (between.length > 0) return `${named(between)} lie between its items and are not on it`;
  const all = [...page, ...others];
  for (const [place, { id, at }] of page.entries()) {
    const older = all.filter((other) => isBefore(other.at, at));
    if (older.length > from + place - 1) return `${older.length} items are older than ${id}: ${named(older)}`;
    const newer = all.filter((other) => isBefore(at, other.at));
    if (newer.length > total - from - place)
      return `${newer.length} items are newer than ${id}: ${named(newer)}`;
  }
  return null;
}

function isBefore(one: Instant, other: Instant): boolean {
  return compareInstants(one, other) < 0;
}

function named(items: readonly Dated[]): string {
  return renderIds(idsOf(items));
}

/** Judges that items stand oldest to newest; ties may stand in any order. Blames the first descent. */
export function orderInside(claim: Blame & { items: readonly Dated[]; array: string }): Finding[] {
  const { items, array } = claim;
  const at = items.findIndex((item, index) => {
    const before = items[index - 1];
    return before !== undefined && compareInstants(before.at, item.at) > 0;
  });
  const [before, item] = [items[at - 1], items[at]];
  if (before === undefined || item === undefined) return [];
  const received = `${before.id} (${before.at.text}) comes before ${item.id} (${item.at.text})`;
  return [finding(claim, "items inside a response stand oldest to newest", received, `/${array}/${at}`)];
}
