import { LONGEST_VALUE, shorten } from "../contract/text.js";
import { urlOf } from "../contract/url.js";
import type { Exchange } from "./exchange.js";

/** Ids shown before a list is cut. */
const IDS_SHOWN = 6;

/** One line for any value: JSON without line breaks, shortened; `undefined` reads "nothing". */
export function renderValue(value: unknown, longest = LONGEST_VALUE): string {
  if (value === undefined) return "nothing";
  if (typeof value === "bigint" || isBeyond(value)) return String(value);
  const text = JSON.stringify(value, (_, member: unknown) => (isBeyond(member) ? String(member) : member));
  return shorten(text ?? String(value), longest);
}

/** Whether it is a number too large to represent: JSON allows 1e999, which would be rendered as null. */
function isBeyond(value: unknown): boolean {
  return typeof value === "number" && !Number.isFinite(value);
}

/** A list of ids in the order given: "se-41, se-40 … (7 in all)". */
export function renderIds(ids: readonly string[]): string {
  if (ids.length === 0) return "none";
  const shown = ids.slice(0, IDS_SHOWN).map((id) => shorten(id, 40));
  return ids.length <= IDS_SHOWN ? shown.join(", ") : `${shown.join(", ")} … (${ids.length} in all)`;
}

/** "1 rule", "2 rules". */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** How an operator gets more items of a list: nothing in the API makes reports, the service does so at night. */
export function howToGetMore(items: string): string {
  return items === "reports"
    ? "The service makes them at night: run again later, or point at an account with more"
    : "Create more, or point at an account with more";
}

/** Longest request line, in characters. */
const LONGEST_LINE = 200;

/**
 * The request in one line, without scheme and host: "GET /v1/labels?page=2". A long query loses parameters in the
 * middle: "GET /v1/labels?page=2&…&sort_dir=asc".
 */
export function requestLine(exchange: Pick<Exchange, "request">): string {
  const { method, url } = exchange.request;
  const address = urlOf(url);
  if (address === null) return shorten(`${method} ${url}`, LONGEST_LINE);
  const { pathname, search } = address;
  const line = `${method} ${pathname}${search}`;
  return line.length <= LONGEST_LINE
    ? line
    : withoutMiddle(`${method} ${pathname}`, search.slice(1).split("&"));
}

/** The line with the last parameter and as many of the first ones as fit; parameters are kept whole if possible. */
function withoutMiddle(path: string, parameters: readonly string[]): string {
  const last = parameters.at(-1) ?? "";
  const line = (kept: number) => `${path}?${[...parameters.slice(0, kept), "…", last].join("&")}`;
  let kept = parameters.length - 2;
  while (kept > 0 && line(kept).length > LONGEST_LINE) kept -= 1;
  return kept <= 0 || line(kept).length > LONGEST_LINE
    ? shorten(`${path}?${parameters.join("&")}`, LONGEST_LINE)
    : line(kept);
}
