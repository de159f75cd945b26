import type { Item, Page } from "../wire/decode.js";
import { isObject } from "../wire/raw.js";

/** Items of one list that are remembered at most: as many as a run knows of a list. */
const MOST_REMEMBERED = 5_000;

/**
 * What a run keeps of the pages it reads. The body has been judged and is in the journal, so the exchange goes
 * without it; and since checks read the same items over and over, an item that comes again unchanged is kept once.
 */
export class LeanPages {
  readonly #lists = new Map<string, Map<string, Item>>();

  /** The page as it is to be kept. */
  keep(page: Page): Page {
    // Both generations may show one thing in two ways.
    const list = page.exchange.operation ?? page.array;
    const known = this.#lists.get(list) ?? new Map<string, Item>();
    this.#lists.set(list, known);
    return {
      ...page,
      exchange: withoutBody(page.exchange),
      items: page.items.map((item) => once(item, known)),
    };
  }
}

function once(item: Item, known: Map<string, Item>): Item {
  const before = known.get(item.id);
  if (before !== undefined && sameJson(before.raw, item.raw)) return before;
  if (before === undefined && known.size >= MOST_REMEMBERED) return item;
  known.set(item.id, item);
  return item;
}

/** The exchange as evidence: what was asked and with which status and headers it was answered. */
export function withoutBody<T extends Page["exchange"]>(exchange: T): T {
  if (exchange.answer === null) return exchange;
  return { ...exchange, answer: { ...exchange.answer, body: { kind: "empty" } } };
}

/** Whether two JSON values are the same, members in the same order. */
function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, at) => sameJson(item, right[at]));
  if (!isObject(left) || !isObject(right)) return false;
  const [names, others] = [Object.keys(left), Object.keys(right)];
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && sameJson(left[name], right[name]))
  );
}
