import { type Item, idsOf } from "../../wire/decode.js";
import type { Exchange } from "../../wire/exchange.js";
import { isUnwell } from "../../wire/health.js";
import { sentIn } from "../../wire/raw.js";
import { is4xx } from "../../wire/status.js";
import type { Listed } from "./lists.js";

/** A webhook that a refused request left. */
interface Stray {
  readonly refused: Exchange;
  readonly url: string;
  readonly item: Item;
}

/**
 * A webhook that is new in a list, at an address that only a refused request of one operation named; null if there is
 * none.
 * @param sent all requests that named addresses
 */
export function strayOf(
  operation: string,
  sent: readonly Exchange[],
  before: Listed,
  now: Listed,
): Stray | null {
  const old = new Set<unknown>([...idsOf(before.items), ...before.items.map(({ raw }) => raw.url)]);
  const taken = new Set(sent.filter((exchange) => !isRefused(exchange)).map(urlIn));
  for (const refused of sent.filter((exchange) => exchange.operation === operation && isRefused(exchange))) {
    const url = urlIn(refused);
    if (url === null || taken.has(url) || old.has(url)) continue;
    const item = now.items.find(({ id, raw }) => raw.url === url && !old.has(id));
    if (item !== undefined) return { refused, url, item };
  }
  return null;
}

/** The address that a request named for a webhook. */
export function urlIn(exchange: Exchange): string | null {
  const url = sentIn(exchange)?.url;
  return typeof url === "string" ? url : null;
}

function isRefused({ request, answer }: Exchange): boolean {
  // What comes of a call without the right key is for the rules of the keys.
  return request.key === "right" && answer !== null && is4xx(answer.status) && !isUnwell(answer);
}
