import { SHIPPING_FIELDS, type ShippingField } from "../../contract/purchase-orders.js";
import { shows } from "../../wire/changes.js";
import { renderValue } from "../../wire/message.js";
import type { Claim } from "../finding.js";
import { TEXTS } from "./fields.js";
import type { Order } from "./orders.js";
import { isOwnText } from "./own-texts.js";
import { isPutBack } from "./put-back.js";
import { changesOf, type SentChange, sentValue } from "./sent.js";

// Texts that the run sent, and that an order shows near the end although it should be as it was before all changes.

/** What a run sent to orders. */
interface Sender<S extends SentChange = SentChange> {
  readonly run: string;
  readonly sent: readonly S[];
}

/** The fields in which an order shows a text that the run sent to it. */
export function textsLeft({ run, sent }: Sender, before: Order, now: Order): readonly ShippingField[] {
  // An order that moved on could not be put back.
  if (before.status !== now.status) return [];
  const { id, record } = now;
  return SHIPPING_FIELDS.filter(
    (field) =>
      isOwnText(run, record[field]) &&
      changesOf(sent, id, field).some((change) => shows(change.sent, record[field])),
  );
}

/** A text that an order shows although it was refused or put back; null if there is none. */
export function textKept(sender: Sender, before: Order, now: Order): Claim | null {
  const { id, record } = now;
  const field = textsLeft(sender, before, now).find((name) =>
    isPutBack(changesOf(sender.sent, id, name), before.record[name]),
  );
  if (field === undefined) return null;
  return {
    documented: `${id} shows ${field} ${renderValue(before.record[field])}, as before all changes`,
    received: `${renderValue(record[field])}, which was refused or put back earlier in the run`,
    pointer: `/${field}`,
  };
}

/** A text that an order shows although the run sent it only to other orders. */
interface Stray<S> {
  /** The first change with the text. */
  readonly change: S;
  readonly claim: Claim;
}

/**
 * The first such text of the run's own; null if there is none. One that an order showed and that went back to it may be
 * another client's.
 * @param before null if the order was not listed before all changes
 */
export function strayText<S extends SentChange>(
  { run, sent }: Sender<S>,
  before: Order | null,
  { id, record }: Order,
): Stray<S> | null {
  for (const field of TEXTS) {
    const [was, now] = [before?.record[field], record[field]];
    if (!isOwnText(run, now) || now === was) continue;
    const told = sent.filter((each) => sentValue(each, field) === now);
    const [change] = told;
    if (change === undefined || told.some((each) => each.id === id)) continue;
    const documented =
      before === null
        ? `the change of ${change.id} makes no other order that shows ${field} as sent`
        : `the change of ${change.id} leaves ${id} as it was, ${field} ${renderValue(was)}`;
    const received = before === null ? `${id} shows ${renderValue(now)}` : renderValue(now);
    return { change, claim: { documented, received, pointer: `/${field}` } };
  }
  return null;
}
