import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, LIST_PARAMETERS } from "../contract/lists.js";
import { memo } from "../contract/memo.js";
import { findOperation } from "../contract/operations.js";
import type { Exchange } from "./exchange.js";

/** What a list request asked for, by its URL. */
export interface Asked {
  readonly url: URL;
  readonly page: number;
  /** False if the page is the default of 1; a rule of its own judges what a list gives then. */
  readonly pageGiven: boolean;
  readonly size: number;
  /** False if the size is the default of 25, which not every list promises. */
  readonly sizeGiven: boolean;
}

/**
 * Page and page size of a request, with defaults filled in.
 * @returns null if one of them is not a positive whole number, or if the target made the link and put the page into a
 * parameter of its own: such a request is not judged as a list
 */
export function askedOf(exchange: Exchange): Asked | null {
  return memo(read, exchange, () => readAsked(exchange));
}

/** A cache, because a dozen oracles look at each exchange and parsing its URL takes longer than they do. */
const read = new WeakMap<Exchange, Asked | null>();

function readAsked(exchange: Exchange): Asked | null {
  const url = new URL(exchange.request.url);
  const page = positive(url.searchParams.getAll("page"), DEFAULT_PAGE);
  const size = positive(url.searchParams.getAll("page_size"), DEFAULT_PAGE_SIZE);
  return page === null || size === null || isBehindCursor(url, exchange.operation)
    ? null
    : {
        url,
        page,
        pageGiven: url.searchParams.has("page"),
        size,
        sizeGiven: url.searchParams.has("page_size"),
      };
}

function isBehindCursor(url: URL, operation: string | null): boolean {
  return operation !== null && hasOwnCursor(url, parametersOf(operation));
}

/** The documented parameters of a list; those that each list has if it is none of the contract's. */
export function parametersOf(id: string | null): readonly string[] {
  const operation = id === null ? null : findOperation(id);
  return [...LIST_PARAMETERS, ...(operation?.query ?? []).map(({ name }) => name)];
}

/**
 * Whether a URL without `page` has a parameter of the target's own, which then says the page.
 * @param known names of parameters that are not the target's own
 */
export function hasOwnCursor({ searchParams }: URL, known: readonly string[]): boolean {
  return !searchParams.has("page") && [...searchParams.keys()].some((name) => !known.includes(name));
}

function positive(given: readonly string[], fallback: number): number | null {
  const [text] = given;
  if (text === undefined) return fallback;
  const value = Number(text);
  return given.length === 1 && /^[0-9]+$/.test(text) && value > 0 && Number.isSafeInteger(value)
    ? value
    : null;
}
