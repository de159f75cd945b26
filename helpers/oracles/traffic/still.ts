import type { Exchange } from "../../contract/exchange.js";
import { type Reading, type Span, spanOf } from "./readings.js";

/** Milliseconds that may lie between the first and the last reading of a stretch: others write too, unrecorded. */
const LONGEST = 60_000;
/** Milliseconds that a write may take to show in the lists. */
const LAG = 10_000;

/** Families whose writes leave shipments, labels and reports alone; whatever else is written may change them. */
const APART: ReadonlySet<string> = new Set([
  "account",
  "addresses",
  "carriers",
  "checkout_rates",
  "environment",
  "inventory",
  "inventory_locations",
  "inventory_warehouses",
  "packages",
  "purchase_orders",
  "rates",
  "service_points",
  "suppliers",
  "totes",
]);

/** Filters that an item meets for ever or never, and the sort key that never changes. */
const FIXED_FILTER = /^(?:created_at_(?:start|end)|carrier_id|service_code|tracking_number)=/;

/** When the recorded traffic may have changed the lists. Refusals change nothing. */
export function changesIn(exchanges: readonly Exchange[]): readonly Span[] {
  return exchanges.filter(mayChange).flatMap((exchange) => {
    const span = spanOf(exchange);
    return span === null ? [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }] : [span];
  });
}

function mayChange({ request, answer }: Exchange): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return false;
  if (answer !== null && answer.status >= 400 && answer.status < 500) return false;
  const family = /\/v[12]\/([^/?]+)/.exec(request.url)?.[1] ?? "";
  return !APART.has(family);
}

/**
 * Readings of one list by one client, cut wherever the list may have changed or too much time went by.
 * @param readings in the order of their beginning
 */
export function stretches(
  readings: readonly Reading[],
  changes: readonly Span[],
): readonly (readonly Reading[])[] {
  const done: Reading[][] = [];
  const open = new Map<string, Reading[]>();
  for (const reading of readings) {
    const current = open.get(reading.source);
    const first = current?.[0];
    if (current !== undefined && first !== undefined && goesOn(first, reading, changes))
      current.push(reading);
    else {
      const fresh = [reading];
      open.set(reading.source, fresh);
      done.push(fresh);
    }
  }
  return done;
}

/** Whether nothing recorded can have changed the list from the first of two readings to the end of the other. */
export function goesOn(first: Span, last: Span, changes: readonly Span[]): boolean {
  if (last.to - first.from > LONGEST) return false;
  return !changes.some(({ from, to }) => from < last.to && to + LAG > first.from);
}

/**
 * Whether the list surely held still under these readings of one stretch. Items are only ever added to a list, so
 * where nothing can leave a filter or change its place, equal totals show it. Elsewhere it takes a reading that was
 * the same before and after. Where one request was answered in two ways, nothing is sure.
 */
export function heldStill(readings: readonly Reading[], stretch: readonly Reading[]): boolean {
  const [first] = readings;
  if (first === undefined) return false;
  const from = Math.min(...readings.map((reading) => reading.from));
  const to = Math.max(...readings.map((reading) => reading.to));
  if (answeredInTwoWays(readings, stretch)) return false;
  const totals = new Map(readings.map(({ filters, total }) => [filters, total]));
  if (readings.some(({ filters, total }) => totals.get(filters) !== total)) return false;
  if (readings.every(isFixed) && totals.size === 1) return true;
  return stretch.some(
    (before) =>
      before.from <= from &&
      stretch.some(
        (after) => after !== before && after.to >= to && after.from >= before.to && sameAnswer(before, after),
      ),
  );
}

/** Whether items keep their places in the query for ever, but for those that are added. */
function isFixed({ list, by, filters }: Reading): boolean {
  // Which key the shipment list sorts by of itself is open.
  if (by !== "created_at" && (by !== null || list === "shipments")) return false;
  return filters === "" || filters.split("&").every((filter) => FIXED_FILTER.test(filter));
}

function answeredInTwoWays(readings: readonly Reading[], stretch: readonly Reading[]): boolean {
  return readings.some((reading) =>
    stretch.some((other) => other.query === reading.query && !sameItems(reading, other)),
  );
}

/** The same query was answered the same; not by one answer that was kept somewhere on the way. */
function sameAnswer(before: Reading, after: Reading): boolean {
  const headers = ({ page }: Reading) => JSON.stringify(page.exchange.answer?.headers);
  return before.query === after.query && sameItems(before, after) && headers(before) !== headers(after);
}

function sameItems(one: Reading, other: Reading): boolean {
  const words = ({ total, page }: Reading) =>
    JSON.stringify([total, page.items.map(({ raw }) => JSON.stringify(raw)).sort()]);
  return words(one) === words(other);
}
