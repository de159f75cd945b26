import type { Call } from "./call.js";
import type { Kept } from "./collection.js";
import type { PageRequest } from "./page-request.js";
import type { ListSpec } from "./paging.js";

/**
 * The p-th slice of the given size, counted from the oldest (asc) or the newest (desc).
 * @param matching all items that pass the filters, oldest first
 */
export function slice<T extends Kept>(
  call: Call,
  spec: ListSpec<T>,
  matching: readonly T[],
  request: PageRequest,
): readonly T[] {
  const { faults } = call;
  const word = call.listWord(spec.name);
  const ranked = rerank(call, word, matching, request);
  const { page, size, direction } = bend(call, word, ranked.length, request, spec.keep !== undefined);
  const total = ranked.length;
  if (faults.has(`${word}-desc-reverses-page`) && direction === "desc") {
    return ranked.slice((page - 1) * size, page * size).reverse();
  }
  const shift = call.query.after !== undefined && faults.has(`${word}-next-link-skips-item`) ? 1 : 0;
  const from = (page - 1) * size + shift;
  const rising =
    direction === "asc"
      ? ranked.slice(from, from + size)
      : ranked.slice(Math.max(0, total - from - size), Math.max(0, total - from));
  const bent = repeat(call, word, ranked, rising, request);
  const newestFirst = direction === "desc" && !spec.oldestFirst && !call.lavish;
  const shown = turned(call, word, total, request) === newestFirst ? bent : [...bent].reverse();
  const scattered = spec.oldestFirst && faults.has(`${word}-default-sort-by-id-tail`);
  return scattered ? [...shown].sort((a, b) => a.created - b.created) : shown;
}

/** Without a fault the items as they are. */
function rerank<T extends Kept>(
  { faults, query }: Call,
  word: string,
  items: readonly T[],
  { size, direction, page, key }: PageRequest,
): readonly T[] {
  if (query.sort_by === undefined && faults.has(`${word}-default-sort-by-id-tail`)) {
    return [...items].sort((a, b) => (tail(a.id) < tail(b.id) ? -1 : 1));
  }
  const unsorted = query.sort_by === undefined && query.sort_dir === undefined;
  if (unsorted && faults.has(`${word}-default-slice-middle`)) {
    const middle = Math.floor(items.length / 2);
    return [...items.slice(middle), ...items.slice(0, middle)];
  }
  if (key === "modified" || page > 2 || size < 2 || !faults.has(`${word}-${direction}-swaps-border`))
    return items;
  const swapped = [...items];
  const at = direction === "asc" ? size - 1 : items.length - size - 1;
  const pair = swapped.slice(at, at + 2);
  if (at >= 0 && pair.length === 2) swapped.splice(at, 2, ...pair.reverse());
  return swapped;
}

const tail = (id: string): string => [...id].reverse().join("");

/** Without a fault the request as it came. */
function bend(call: Call, word: string, total: number, request: PageRequest, filtered: boolean): PageRequest {
  const { faults, query } = call;
  const { page, size, direction } = request;
  const last = Math.max(1, Math.ceil(total / size));
  if (page > last && faults.has(`${word}-past-last-repeats-last`)) return { ...request, page: last };
  if (query.page === undefined && faults.has(`${word}-default-page-2`)) return { ...request, page: 2 };
  if (faults.has(`${word}-page-size-ignored`)) return { ...request, size: 25 };
  if (page === 1 && query.page_size !== undefined && faults.has(`${word}-first-page-one-more`))
    return { ...request, size: size + 1 };
  if (faults.has(`${word}-pages-count-from-0`)) return { ...request, page: page + 1 };
  if (filtered && faults.has(`${word}-${direction}-turned-filtered`))
    return { ...request, direction: direction === "asc" ? "desc" : "asc" };
  if (direction === "asc") {
    const newest =
      faults.has(`${word}-asc-newest`) || (size === 1 && faults.has(`${word}-asc-newest-at-size-1`));
    return newest ? { ...request, direction: "desc" } : request;
  }
  const oldest = size === 1 && faults.has(`${word}-desc-oldest-at-size-1`);
  return oldest ? { ...request, direction: "asc" } : request;
}

/** The items of a page, oldest first, with some of another page among them; without a fault as they are. */
function repeat<T extends Kept>(
  { faults }: Call,
  word: string,
  all: readonly T[],
  items: readonly T[],
  { page, size, direction, key }: PageRequest,
): readonly T[] {
  const last = Math.max(1, Math.ceil(all.length / size));
  const before = direction === "asc" ? all[(page - 1) * size - 1] : all[all.length - (page - 1) * size];
  if (!before || items.length === 0) return items;
  const without = direction === "asc" ? items.slice(1) : items.slice(0, -1);
  const within = (some: readonly T[]) => (direction === "asc" ? [before, ...some] : [...some, before]);
  if (page === 2 && without.length > 0 && faults.has(`${word}-page-2-doubles-row`))
    return [...without, ...without.slice(0, 1)];
  if (page === 3 && faults.has(`${word}-page-3-repeats-item`)) return within(without);
  if (page === last && faults.has(`${word}-last-page-repeats-item`)) return within(without);
  if (page === 2 && key === "modified" && faults.has(`${word}-modified-repeats-item`)) return within(without);
  if (page === last && faults.has(`${word}-last-page-one-more`)) return within(items);
  if (size === 1 && faults.has(`${word}-size-1-gives-2`)) return within(items);
  return items;
}

/** Whether a fault turns the order inside of a page. */
function turned(
  { faults, query }: Call,
  word: string,
  total: number,
  { page, size, direction }: PageRequest,
): boolean {
  if (faults.has(`${word}-inside-newest-first`)) return true;
  if (direction === "desc" && faults.has(`${word}-inside-newest-first-desc`)) return true;
  if (query.label_status !== undefined && faults.has(`${word}-inside-newest-first-by-status`)) return true;
  return page * size >= total && faults.has(`${word}-inside-newest-first-on-last`);
}
