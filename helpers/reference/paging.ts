import { type Answer, ok } from "./answer.js";
import type { Call } from "./call.js";
import type { Collection, Kept, SortKey } from "./collection.js";
import { invalidValue } from "./problem.js";
import type { JsonObject } from "./records.js";

/** Greatest `page * page_size` that the shipment list answers. */
const OFFSET_LIMIT = 10_000;
const DEFAULT_PAGE_SIZE = 25;

interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly direction: "asc" | "desc";
  readonly key: SortKey;
}

/** How one list differs from the others. */
export interface ListSpec<T extends Kept> {
  /** Name of the array in the answer, and first word of this list's faults. */
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
  const request = readPageRequest(call, spec);
  const all = spec.from.ordered(request.key);
  const matching = spec.keep ? all.filter(spec.keep) : all;
  const items = slice(call, spec, matching, request);
  const counted = call.faults.has(`${spec.name}-total-ignores-filter`) ? all.length : matching.length;
  return ok({ [spec.name]: items.map(spec.view), ...envelope(call, spec, request, counted) });
}

/** The p-th slice of the given size, counted from the oldest (asc) or the newest (desc). */
function slice<T extends Kept>(
  call: Call,
  spec: ListSpec<T>,
  matching: readonly T[],
  request: PageRequest,
): readonly T[] {
  const { faults } = call;
  const total = matching.length;
  const last = Math.max(1, Math.ceil(total / request.size));
  const page = request.page > last && faults.has(`${spec.name}-past-last-repeats-last`) ? last : request.page;
  if (faults.has(`${spec.name}-desc-reverses-page`) && request.direction === "desc") {
    return matching.slice((page - 1) * request.size, page * request.size).reverse();
  }
  if (request.direction === "asc") return matching.slice((page - 1) * request.size, page * request.size);
  const newest = matching.slice(
    Math.max(0, total - page * request.size),
    Math.max(0, total - (page - 1) * request.size),
  );
  return spec.oldestFirst || call.lavish ? newest : newest.reverse();
}

function envelope<T extends Kept>(
  call: Call,
  spec: ListSpec<T>,
  { page, size, direction, key }: PageRequest,
  total: number,
): JsonObject {
  const pages = Math.max(call.lavish ? 0 : 1, Math.ceil(total / size));
  const kept = call.faults.has(`${spec.name}-links-drop-filters`) ? {} : spec.filters;
  const query = new URLSearchParams({
    ...kept,
    page_size: String(size),
    sort_dir: direction,
    sort_by: `${key}_at`,
  }).toString();
  const link = (to: number) =>
    to < 1 || to > pages ? {} : { href: call.href(`${call.incoming.path}?page=${to}&${query}`) };
  return {
    total,
    page,
    pages,
    links: {
      first: link(1),
      last: link(pages),
      prev: link(Math.min(page - 1, pages)),
      next: link(page + 1),
    },
  };
}

function readPageRequest<T extends Kept>(call: Call, spec: ListSpec<T>): PageRequest {
  const { query, faults } = call;
  const asked = query.page ?? "1";
  const size = readCount("page_size", query.page_size ?? String(DEFAULT_PAGE_SIZE));
  if (spec.offsetLimit) checkOffset(call, asked, size);
  const page = readCount("page", asked);
  const fallback = faults.has(`${spec.name}-default-slice-oldest`) ? "asc" : "desc";
  return {
    page,
    // Clamping a page size is left open, but 500 has to stay legal on shipments.
    size: call.lavish && spec.name !== "shipments" ? Math.min(size, 100) : size,
    direction: oneOf("sort_dir", query.sort_dir ?? fallback, ["asc", "desc"]),
    key:
      oneOf("sort_by", query.sort_by ?? "created_at", ["created_at", "modified_at"]) === "created_at"
        ? "created"
        : "modified",
  };
}

/** Errors rule 1. The page is given back exactly as it was written, however large. */
function checkOffset({ faults }: Call, asked: string, size: number): void {
  if (!/^\d+$/.test(asked)) return;
  const offset = Number(asked) * size;
  const limit = faults.has("offset-limit-off-by-one") ? OFFSET_LIMIT + 1 : OFFSET_LIMIT;
  if (offset <= limit) return;
  throw invalidValue(
    "page",
    asked,
    `page * page_size may be at most ${OFFSET_LIMIT}. Narrow the query with filters, such as a date range.`,
  );
}

function readCount(name: string, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && Number.isSafeInteger(value)) return value;
  throw invalidValue(name, text, `${name} must be a whole number from 1.`);
}

/** The value if it is one of the allowed ones. Throws 400. */
export function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw invalidValue(name, value, `${name} must be one of ${allowed.join(", ")}.`);
}
