import type { Item } from "../wire/decode.js";
import type { Finding } from "../wire/exchange.js";
import { renderIds } from "../wire/message.js";
import { type Blame, finding } from "./finding.js";

/** Two pages that should hold the same items. */
interface SamePage extends Blame {
  readonly documented: string;
  readonly expected: readonly Item[];
  readonly actual: readonly Item[];
}

/**
 * Equality of two pages as sets; other rules judge the order inside a page. With a tie at the page boundary, any of its
 * items may be on the page, so items of equal time are interchangeable.
 */
export function samePage(claim: SamePage): Finding[] {
  const { missing, surplus } = difference(claim.expected, claim.actual);
  if (missing.length === 0 && surplus.length === 0) return [];
  const ids = (items: readonly Item[]) => renderIds(items.map((item) => item.id));
  return [
    finding(claim, {
      documented: `${claim.documented}: ${ids(claim.expected)}`,
      received: `${ids(claim.actual)}; missing: ${ids(missing)}; not due: ${ids(surplus)}`,
    }),
  ];
}

function difference(expected: readonly Item[], actual: readonly Item[]) {
  const missing = [...expected];
  const surplus: Item[] = [];
  for (const item of actual) take(missing, ({ id }) => id === item.id) || surplus.push(item);
  const left = surplus.filter(
    ({ createdAt }) => !take(missing, (lost) => sameTime(lost.createdAt, createdAt)),
  );
  return { missing, surplus: left };
}

/** Removes the first match; false if there is none. */
function take(items: Item[], matches: (item: Item) => boolean): boolean {
  const at = items.findIndex(matches);
  if (at >= 0) items.splice(at, 1);
  return at >= 0;
}

function sameTime(left: Item["createdAt"], right: Item["createdAt"]): boolean {
  return left !== null && right !== null && left.epochNs === right.epochNs;
}
