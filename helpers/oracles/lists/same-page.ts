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
