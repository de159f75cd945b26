import { type Answer, noContent, ok } from "./answer.js";
import type { Call } from "./call.js";
import type { Collection, Kept, SortKey } from "./collection.js";
import { envelope } from "./envelope.js";
import { readPageRequest } from "./page-request.js";
import { unknownId } from "./problem.js";
import { slice } from "./slice.js";

/** How one list differs from the others. */
export interface ListSpec<T extends Kept> {
  /** Name of the array in the answer. */
  readonly name: string;
  readonly from: Collection<T>;
  readonly view: (item: T) => unknown;
  /** Filters as the links show them. */
  readonly filters?: Readonly<Record<string, string>>;
  /** Left out when nothing is filtered. */
  readonly keep?: ((item: T) => boolean) | undefined;
  /** Only list shipments has the offset limit. */
  readonly offsetLimit?: boolean;
  /** Labels are oldest first inside of every page; the other lists follow sort_dir. */
  readonly oldestFirst?: boolean;
}

/** Answers one page of a list with its envelope. Sections "Paging" and "Conventions". */
export function listAnswer<T extends Kept>(call: Call, spec: ListSpec<T>): Answer {
  const { faults } = call;
  const word = call.listWord(spec.name);
  const request = readPageRequest(call, spec);
  const all = spec.from.ordered(request.key);
  const matching = bent(call, word, request.key, spec.keep ? all.filter(spec.keep) : all, all);
  const most = faults.has(`${word}-page-100-loses-last`) && request.size >= 100 ? 99 : undefined;
  const items = slice(call, spec, matching, request).slice(0, most);
  if (items.length === 0 && request.page > 1 && faults.has(`${word}-past-last-404`)) {
    throw unknownId("page", String(request.page));
  }
  if (items.length === 0 && request.page > 1 && faults.has(`${word}-past-last-204`)) return noContent();
  const counted = faults.has(`${word}-total-ignores-filter`) ? all.length : matching.length;
  const name = faults.has(`${word}-array-named-items`) ? "items" : spec.name;
  return ok({ [name]: items.map(spec.view), ...envelope(call, spec, request, counted) });
}

/** What matches, with a fault of the order by time of modification; without one as it is. */
function bent<T>(
  { faults }: Call,
  word: string,
  key: SortKey,
  matching: readonly T[],
  all: readonly T[],
): readonly T[] {
  if (key !== "modified") return matching;
  if (faults.has(`${word}-modified-drops-filters`)) return all;
  return faults.has(`${word}-modified-drops-oldest`) ? matching.slice(1) : matching;
}
