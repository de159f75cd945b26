import type { Call } from "./call.js";
import type { Kept, SortKey } from "./collection.js";
import type { ListSpec } from "./paging.js";
import { invalidValue, Problem } from "./problem.js";

/** Greatest `page * page_size` that the shipment list answers. */
const OFFSET_LIMIT = 10_000;
const DEFAULT_PAGE_SIZE = 25;

export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly direction: "asc" | "desc";
  readonly key: SortKey;
}

/** Reads page, page_size, sort_dir and sort_by. Throws 400. */
export function readPageRequest<T extends Kept>(call: Call, spec: ListSpec<T>): PageRequest {
  const { query, faults } = call;
  const asked = query.page ?? "1";
  const size = readCount(call, "page_size", query.page_size ?? String(defaultSize(call, spec)));
  if (spec.offsetLimit) checkOffset(call, asked, size);
  if (spec.offsetLimit && size > 100 && faults.has("shipments-page-size-500-refused")) {
    throw invalidValue("page_size", String(size), "page_size may be at most 100.");
  }
  if (query.page_size !== undefined && faults.has(`${call.listWord(spec.name)}-paging-refused`)) {
    throw invalidValue("page_size", String(size), "This list has no pages.");
  }
  return {
    page: readCount(call, "page", asked),
    // Clamping a page size is left open, but 500 has to stay legal on shipments.
    size: call.lavish && spec.name !== "shipments" ? Math.min(size, 100) : size,
    direction: readDirection(call, spec),
    key: readKey(call, spec),
  };
}

function defaultSize<T extends Kept>(call: Call, { name, keep }: ListSpec<T>): number {
  const word = call.listWord(name);
  if (call.faults.has(`${word}-default-page-size-20`)) return 20;
  if (keep && call.faults.has(`${word}-default-page-size-24-filtered`)) return 24;
  return DEFAULT_PAGE_SIZE;
}

function readDirection<T extends Kept>(call: Call, { name, keep }: ListSpec<T>): "asc" | "desc" {
  const { query, faults } = call;
  const word = call.listWord(name);
  const oldest =
    faults.has(`${word}-default-slice-oldest`) ||
    (keep !== undefined && faults.has(`${word}-default-slice-oldest-filtered`)) ||
    (query.page_size !== undefined && faults.has(`${word}-default-slice-oldest-with-page-size`));
  return oneOf("sort_dir", query.sort_dir ?? (oldest ? "asc" : "desc"), ["asc", "desc"]);
}

function readKey<T extends Kept>(call: Call, { name, keep }: ListSpec<T>): SortKey {
  const { query, faults } = call;
  const word = call.listWord(name);
  const sortBy = oneOf("sort_by", query.sort_by ?? "created_at", ["created_at", "modified_at"]);
  if (sortBy === "created_at") return "created";
  const asc = query.sort_dir === "asc";
  if (faults.has(`${word}-modified-refused`) || (asc && faults.has(`${word}-modified-refused-asc`))) {
    throw invalidValue("sort_by", sortBy, "This list is sorted by created_at only.");
  }
  const ignored =
    faults.has(`${word}-modified-ignored`) ||
    (keep !== undefined && faults.has(`${word}-modified-ignored-filtered`));
  return ignored || (asc && faults.has(`${word}-modified-ignored-asc`)) ? "created" : "modified";
}

/** Errors rule 1. The page is given back exactly as it was written, however large. */
function checkOffset(call: Call, asked: string, size: number): void {
  if (!/^\d+$/.test(asked)) return;
  if (!beyondLimit(call, Number(asked), size)) return;
  throw new Problem(400, offsetError(call, asked));
}

function beyondLimit({ faults, query, v1 }: Call, page: number, size: number): boolean {
  if (!v1 && faults.has("v2-offset-limit-missing")) return false;
  if (v1 && faults.has("offset-limit-missing")) return false;
  if (v1 && faults.has("offset-limit-off-by-one")) return page * size > OFFSET_LIMIT + 1;
  if (v1 && faults.has("offset-limit-counts-pages")) return page > OFFSET_LIMIT;
  if (v1 && faults.has("offset-limit-overflows")) return ((page * size) | 0) > OFFSET_LIMIT;
  if (v1 && query.tag !== undefined && faults.has("offset-limit-missing-with-tag")) return false;
  if (v1 && query.sort_by === "modified_at" && faults.has("offset-limit-missing-by-change")) return false;
  if (v1 && query.modified_at_start && faults.has("offset-limit-missing-in-modified-window")) return false;
  if (query.page_size === undefined && faults.has("offset-limit-needs-page-size")) return false;
  if (v1 && faults.has("offset-limit-refuses-boundary")) return page * size >= OFFSET_LIMIT;
  if (v1 && size === 1 && faults.has("offset-limit-refuses-boundary-at-size-1")) return page >= OFFSET_LIMIT;
  return page * size > OFFSET_LIMIT;
}

function offsetError({ faults, query }: Call, asked: string): Problem["detail"] {
  const advice = "Narrow the query with filters, such as a date range.";
  return {
    type: faults.has("offset-error-type-business") ? "business_rules" : "validation",
    code: faults.has("offset-error-code-invalid-object") ? "invalid_object" : "invalid_field_value",
    message: faults.has("offset-error-without-advice")
      ? "The page is out of range."
      : `page * page_size may be at most ${OFFSET_LIMIT}. ${advice}`,
    field: {
      name: faults.has("offset-error-names-page-size") ? "page_size" : "page",
      value: offsetValue(faults, asked, query.page_size ?? String(DEFAULT_PAGE_SIZE)),
    },
  };
}

function offsetValue(faults: Call["faults"], asked: string, size: string): string {
  if (faults.has("offset-error-value-constant")) return "401";
  if (faults.has("offset-error-value-is-size")) return size;
  if (faults.has("offset-error-value-is-offset")) return String(Number(asked) * Number(size));
  return asked;
}

function readCount({ faults }: Call, name: string, text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && Number.isSafeInteger(value)) return value;
  if (faults.has("malformed-page-fails")) throw new Error(`no number: ${text}`);
  throw invalidValue(name, text, `${name} must be a whole number from 1.`);
}

/** The value if it is one of the allowed ones. Throws 400. */
export function oneOf<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw invalidValue(name, value, `${name} must be one of ${allowed.join(", ")}.`);
}
