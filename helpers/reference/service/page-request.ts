import { DEFAULT_PAGE_SIZE, OFFSET_LIMIT } from "../../contract/lists.js";
import type { Call, Listing, PageRequest } from "./behaviours.js";
import { oneOf } from "./body.js";
import type { Kept } from "./collection.js";
import { invalidValue, Problem } from "./problem.js";

/** Reads page, page_size, sort_dir and sort_by. Throws 400. */
export function readPage<T extends Kept>(listing: Listing<T>, query: Call["query"]): PageRequest {
  const { page = "1", page_size = `${DEFAULT_PAGE_SIZE}`, sort_dir = "desc", sort_by = "created_at" } = query;
  const size = readCount("page_size", page_size);
  if (listing.offsetLimit) checkOffset(listing, page, size);
  return {
    page: readCount("page", page),
    size,
    direction: oneOf("sort_dir", sort_dir, ["asc", "desc"]),
    sortBy: oneOf("sort_by", sort_by, ["created_at", "modified_at", ...Object.keys(listing.sorts ?? {})]),
    key: sort_by === "modified_at" ? "modified" : "created",
  };
}

/** Errors rule 1. The page is returned exactly as sent, however large. */
function checkOffset<T extends Kept>(listing: Listing<T>, page: string, size: number): void {
  const { does } = listing.call;
  if (/^\d+$/.test(page) && does.isBeyondOffset(listing, Number(page), size)) {
    throw does.offsetProblem(listing.call, page);
  }
}

export const isBeyondOffset = <T extends Kept>(_listing: Listing<T>, page: number, size: number): boolean =>
  page * size > OFFSET_LIMIT;

export function offsetProblem(_call: Call, page: string): Problem {
  const advice = "Narrow the query with filters, such as a date range.";
  return new Problem(400, {
    type: "validation",
    code: "invalid_field_value",
    message: `page * page_size may be at most ${OFFSET_LIMIT}. ${advice}`,
    field: { name: "page", value: page },
  });
}

function readCount(name: string, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && Number.isSafeInteger(value)) return value;
  throw invalidValue(name, text, `${name} must be a whole number from 1.`);
}
