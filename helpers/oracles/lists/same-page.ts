import { createdAfter, createdBefore, creations } from "../../wire/dated.js";
import { type Item, idsOf } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { renderIds } from "../../wire/message.js";
import { type Blame, finding } from "../finding.js";
import { deviationWords } from "./deviation.js";
import { differenceBesideTies } from "./ties.js";

/** Two pages that should hold the same items. */
interface SamePage extends Blame {
  readonly documented: string;
  readonly expected: readonly Item[];
  readonly actual: readonly Item[];
}

/**
 * Equality of two pages as sets, ties apart; other rules judge the order inside a page.
 */
export function samePage(claim: SamePage): Finding[] {
  const placed = (items: readonly Item[]) => items.map(({ id, createdAt }) => ({ id, at: createdAt }));
  const [due, came] = [idsOf(claim.expected), idsOf(claim.actual)];
  const { missing, surplus } = differenceBesideTies(placed(claim.expected), placed(claim.actual));
  if (missing.length === 0 && surplus.length === 0) return [];
  const documented = `${claim.documented}: ${renderIds(due)}`;
  return [finding(claim, documented, deviationWords({ due, came, missing, surplus }))];
}

/** On which side of another page's items all items of a page were created; null if on neither. */
export function sideOf(items: readonly Item[], others: readonly Item[]): "before" | "after" | null {
  const [oldest, newest] = [creations(items).at(0), creations(items).at(-1)];
  if (oldest === undefined || newest === undefined || others.length === 0) return null;
  if (createdAfter(others, newest).length === others.length) return "before";
  return createdBefore(others, oldest).length === others.length ? "after" : null;
}
