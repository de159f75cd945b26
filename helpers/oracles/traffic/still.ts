import { groupBy } from "../../contract/group-by.js";
import type { Exchange } from "../../wire/exchange.js";
import { is4xx } from "../../wire/status.js";
import { type PageSeen, type Span, spanOf } from "./readings.js";

/** Milliseconds between the first and last reading of a stretch, at most: other clients write too, unrecorded. */
const LONGEST = 60_000;
/** Milliseconds until a write must show in the lists. */
const LAG = 10_000;

/** Families whose writes do not affect shipments, labels and reports; any other write may. */
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

/** When an exchange may have changed the lists; none if it cannot have. Refusals change nothing. */
export function changeIn(exchange: Exchange): readonly Span[] {
  if (!mayChange(exchange)) return [];
  return [spanOf(exchange) ?? { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];
}

function mayChange({ request, answer }: Exchange): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return false;
  if (answer !== null && is4xx(answer.status)) return false;
  const family = /\/v[12]\/([^/?]+)/.exec(request.url)?.[1] ?? "";
  return !APART.has(family);
}

/** Readings of one list by one client between which nothing is known to have changed it. */
export class Stretch {
  readonly readings: readonly PageSeen[];
  readonly #byQuery: ReadonlyMap<string, readonly PageSeen[]>;
  readonly #contradicted: ReadonlySet<string>;

  /** @param readings in order of their start */
  constructor(readings: readonly PageSeen[]) {
    this.readings = readings;
    this.#byQuery = groupBy(readings, ({ query }) => query);
    const contradicted = [...this.#byQuery].filter(([, same]) => new Set(same.map(wordsOf)).size > 1);
    this.#contradicted = new Set(contradicted.map(([query]) => query));
  }

  /**
   * Whether the list certainly held still during some of these readings. Items are only ever added to a list: if
   * nothing can leave a filter or change its place, equal totals prove that none was added. Otherwise one of the
   * requests must have got the same answer before and after the others; a change that was undone in between goes
   * unnoticed. If one was answered in two ways, nothing is certain.
   */
  heldStill(some: readonly PageSeen[]): boolean {
    if (some.length === 0 || some.some(({ query }) => this.#contradicted.has(query))) return false;
    const totals = groupBy(some, ({ filters, total }) => `${filters} of ${total}`);
    const lists = groupBy(some, ({ filters }) => filters);
    if (totals.size > lists.size) return false;
    const span = {
      from: Math.min(...some.map(({ from }) => from)),
      to: Math.max(...some.map(({ to }) => to)),
    };
    if (some.every(isFixed) && (lists.size === 1 || this.#nothingCame(span))) return true;
    return some.some(({ query }) => {
      const ends = endsAround(this.#byQuery.get(query) ?? [], span);
      return ends !== null && isFresh(ends);
    });
  }

  /** Whether the whole list had one total before and after. */
  #nothingCame(span: Span): boolean {
    const whole = this.readings.filter((reading) => reading.filters === "" && isFixed(reading));
    const ends = endsAround(whole, span);
    return ends !== null && whole.every(({ total }) => total === ends.before.total);
  }
}

/**
 * Cuts the readings wherever the list may have changed or too much time passed.
 * @param readings in order of their start
 */
export function stretches(readings: readonly PageSeen[], changes: readonly Span[]): readonly Stretch[] {
  const done: PageSeen[][] = [];
  const open = new Map<string, PageSeen[]>();
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
  return done.map((some) => new Stretch(some));
}

/** Whether nothing recorded can have changed the list from the first reading to the end of the last. */
export function goesOn(first: Span, last: Span, changes: readonly Span[]): boolean {
  if (last.to - first.from > LONGEST) return false;
  return !changes.some(({ from, to }) => from < last.to && to + LAG > first.from);
}

/** Whether items keep their places in the query for ever, apart from added ones. */
function isFixed({ list, by, filters }: PageSeen): boolean {
  // The shipment list's default sort key is open.
  if (by !== "created_at" && (by !== null || list === "shipments")) return false;
  return filters === "" || filters.split("&").every((filter) => FIXED_FILTER.test(filter));
}

/** The first and last of some readings around a span. */
interface Ends {
  readonly before: PageSeen;
  readonly after: PageSeen;
}

/** The ends of some readings, in order, if one began before a span and another one ended after it. */
function endsAround(readings: readonly PageSeen[], { from, to }: Span): Ends | null {
  const [before, after] = [readings[0], readings.at(-1)];
  if (before === undefined || after === undefined) return null;
  const isAround = before.from <= from && after.to >= to && after.from >= before.to;
  return isAround ? { before, after } : null;
}

/** Whether two answers are separate, not one that was cached on the way. */
function isFresh({ before, after }: Ends): boolean {
  return before.stamp !== after.stamp;
}

/** Total and items as text; the order inside a page says nothing about change. */
function wordsOf({ total, page }: PageSeen): string {
  return JSON.stringify([total, page.items.map(({ raw }) => JSON.stringify(raw)).sort()]);
}
