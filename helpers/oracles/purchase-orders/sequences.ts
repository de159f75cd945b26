import type { RuleId } from "../../contract/generated/types.js";
import { changes } from "../../wire/changes.js";
import type { Exchange, Finding, Findings } from "../../wire/exchange.js";
import { renderValue } from "../../wire/message.js";
import type { Raw } from "../../wire/raw.js";
import { finding } from "../finding.js";
import { arrivalOf, type LostValue } from "./fields.js";
import type { Order } from "./orders.js";
import type { Outcome } from "./outcome.js";

// What an order shows after each move of a random sequence.

/** A request of a sequence that sends a text for one member of an order. */
export interface OrderMove {
  readonly exchange: Exchange;
  readonly outcome: Outcome;
  readonly field: string;
  readonly sent: string;
  /** The order before the request. */
  readonly before: Raw;
}

/** An order as one reading showed it. */
interface ShownOrder extends Order {
  readonly exchange: Exchange;
}

/** What an accepted move sent but the order does not show. */
export function lostAfter({ outcome, field, sent, before }: OrderMove, after: Raw): readonly LostValue[] {
  return outcome === "accepted" ? arrivalOf({ [field]: sent }, before, after).lost : [];
}

/**
 * An accepted move shows. If neither its text nor the former one does, another client may have written after us; the
 * plain checks repeat such a change.
 */
export function judgeAllowed(move: OrderMove, after: ShownOrder, applied: RuleId): Findings {
  const documented = `${move.field} ${renderValue(move.sent)} after the accepted change`;
  return lostAfter(move, after.record)
    .filter(({ isFormer }) => isFormer)
    .map(({ shown }) => breach(applied, move, after, documented, renderValue(shown)));
}

/**
 * A move that the status of the order does not allow is refused, and the order does not show what it sent.
 * @param rules the rules to blame; `refused` is null if the move may be accepted as long as it has no effect
 */
export function judgeRefused(
  move: OrderMove,
  after: ShownOrder,
  { refused, unchanged }: { readonly refused: RuleId | null; readonly unchanged: RuleId },
): Findings {
  if (refused !== null && move.outcome === "accepted") {
    const documented = "a change that the status of the order does not allow is refused";
    return [breach(refused, move, after, documented, `status ${move.exchange.answer?.status}`)];
  }
  return changes(move.before, after.record)
    .filter((made) => made.after === move.sent)
    .map(({ pointer }) => {
      const received = `${pointer} ${renderValue(move.sent)}`;
      return breach(unchanged, move, after, "the order is as it was before the refused request", received);
    });
}

function breach(
  rule: RuleId,
  move: OrderMove,
  after: ShownOrder,
  documented: string,
  received: string,
): Finding {
  return finding({ rule, exchanges: [move.exchange, after.exchange] }, documented, received);
}

/** The breach of an order that no longer shows a text although its change was accepted. */
export function textUndone(rule: string, field: string, last: ShownOrder, now: ShownOrder): Finding {
  const documented = `${last.id} still shows ${field} ${renderValue(last.record[field])}`;
  const blame = { rule, exchanges: [last.exchange, now.exchange] };
  return finding(blame, documented, renderValue(now.record[field]), `/${field}`);
}
