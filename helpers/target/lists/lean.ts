import { isObject } from "../../contract/json.js";
import { memo } from "../../contract/memo.js";
import type { Item, Page } from "../../wire/decode.js";

/**
 * Shortens the pages that a run keeps. The body has been judged and is in the journal, so the exchange is kept without
 * it. Checks read the same items again and again, so an unchanged item is kept once, and only as long as a page is.
 */
export class LeanPages {
  readonly #lists = new Map<string, Map<string, WeakRef<Item>>>();

  /** The page as it is kept. */
  keep(page: Page): Page {
    // The two generations may show one thing differently.
    const list = page.exchange.operation ?? page.array;
    const known = memo(this.#lists, list, () => new Map<string, WeakRef<Item>>());
    return {
      ...page,
      exchange: withoutBody(page.exchange),
      items: page.items.map((item) => once(item, known)),
    };
  }
}

function once(item: Item, known: Map<string, WeakRef<Item>>): Item {
  const before = known.get(item.id)?.deref();
  if (before !== undefined && sameJson(before.raw, item.raw)) return before;
  known.set(item.id, new WeakRef(item));
  return item;
}

/** The exchange as evidence: the request, and the answer's status and headers. */
export function withoutBody<T extends Page["exchange"]>(exchange: T): T {
  if (exchange.answer === null) return exchange;
  return { ...exchange, answer: { ...exchange.answer, body: { kind: "empty" } } };
}

/** Whether two JSON values are equal, with members in the same order. */
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
