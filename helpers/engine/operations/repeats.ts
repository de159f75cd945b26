import type { Operation } from "../../contract/model.js";
import { findOperation } from "../../contract/operations.js";
import type { Answered, Exchange } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";
import { tryAsk } from "./probe.js";

/** How often a read is repeated before what it shows each time counts as the target's own. */
const REPEATS = 2;

/** The reads with the right key that are wanted, by address; the last answer of each. */
export function lastReads(
  exchanges: readonly Exchange[],
  isWanted: (operation: Operation, url: string) => boolean,
): ReadonlyMap<string, Exchange> {
  const reads = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    // A malformed id is no valid read, however usual its form.
    if (exchange.intent === "nowhere") continue;
    const { url, key } = exchange.request;
    const operation = exchange.operation === null ? null : findOperation(exchange.operation);
    if (key === "right" && operation !== null && isWanted(operation, url)) reads.set(url, exchange);
  }
  return reads;
}

/**
 * The answers to a read that is repeated; null as soon as one does not satisfy `isSo`: then what was seen first held
 * for a moment.
 */
export async function soEachTime(
  t: Check,
  href: string,
  isSo: (exchange: Exchange) => boolean,
): Promise<readonly Answered[] | null> {
  const again: Answered[] = [];
  while (again.length < REPEATS) {
    const read = await tryAsk(t, { href });
    if (read === null || !isSo(read)) return null;
    again.push(read);
  }
  return again;
}
