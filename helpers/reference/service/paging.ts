import { type Answer, ok } from "./answer.js";
import type { Call, Listing, ListSpec, Page, PageRequest } from "./behaviours.js";
import type { Kept } from "./collection.js";
import { conditionsOf } from "./filters.js";

/** Answers one page of a list with its envelope. Sections "Paging" and "Conventions". */
export function listAnswer<T extends Kept>(call: Call, spec: ListSpec<T>): Answer {
  const { does } = call;
  const asked = { ...spec, call, word: call.v1 ? spec.name : `v2-${spec.name}` };
  const listing = { ...asked, keep: does.combine(asked, conditionsOf(asked)) };
  const request = does.readPage(listing, call.query);
  const matching = does.matching(listing, request);
  const { length } = matching;
  const items = does.order(listing, does.slice(listing, matching, request), request, length);
  const envelope = does.envelope(listing, request, length);
  return does.pageAnswer(listing, { items, request, envelope });
}

export function matching<T extends Kept>(
  { from, keep, sorts }: Listing<T>,
  { key, sortBy }: PageRequest,
): readonly T[] {
  const rank = sorts?.[sortBy];
  const all = rank ? from.ordered().toSorted((one, other) => rank(one) - rank(other)) : from.ordered(key);
  return keep ? all.filter(keep) : all;
}

/** The p-th slice of the given size, counted from the oldest (asc) or the newest (desc); oldest first. */
export function slice<T extends Kept>(
  _listing: Listing<T>,
  items: readonly T[],
  { page, size, direction }: PageRequest,
): readonly T[] {
  const from = (page - 1) * size;
  if (direction === "asc") return items.slice(from, from + size);
  return items.slice(Math.max(0, items.length - from - size), Math.max(0, items.length - from));
}

/** @param items oldest first */
export const order = <T extends Kept>(
  { oldestFirst }: Listing<T>,
  items: readonly T[],
  { direction }: PageRequest,
): readonly T[] => (direction === "desc" && !oldestFirst ? items.toReversed() : items);

export const pageAnswer = <T extends Kept>(
  { name, view }: Listing<T>,
  { items, envelope }: Page<T>,
): Answer => ok({ [name]: items.map(view), ...envelope });
