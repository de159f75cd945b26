import { isAboutState } from "../../../oracles/purchase-orders/outcome.js";
import { ifReadable } from "../../../wire/outcome.js";
import { notAsBefore } from "../../../wire/put-back.js";
import type { Check } from "../../check/check.js";
import { bodyOf, originals } from "./bodies.js";
import type { FieldChange, Values } from "./changes.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { exclusively, hasLeft, leave, readOrderAs, readUntil } from "./reading.js";
import type { Step } from "./sending.js";

/**
 * Borrows an order in the status that allows a change: no other check uses it meanwhile, and the ledger remembers
 * its former state until it is restored. `act` restores it and returns the requests that it made.
 * @param further members besides those that the change usually sets
 * @throws Taken if another client has moved the order on: then a refusal about its status proves nothing
 */
export function borrow<T extends { readonly steps: readonly Step[] }>(
  t: Check,
  id: string,
  change: FieldChange,
  act: (before: SeenOrder) => Promise<T>,
  further: (before: SeenOrder) => Values = () => ({}),
): Promise<T> {
  return exclusively(t, [id], async () => {
    const before = await readOrderAs(t, id, change.status);
    const settled = oweRestoration(t, before, change, {
      ...originals(t, change, before),
      ...further(before),
    });
    const acted = await act(before);
    await settled();
    const isDenied = acted.steps.some(
      ({ outcome, exchange }) => outcome === "refused" && isAboutState(exchange.answer),
    );
    if (isDenied && (await hasLeft(t, id, change.status)))
      await leave(t, id, `was ${change.status} and no longer is`);
    return acted;
  });
}

/** Call it after restoring an order. @param touched the members that were changed; all if not given */
type Settled = (touched?: readonly string[]) => Promise<void>;

/**
 * Tells the ledger how an order is before the run changes it. Call the returned function after restoring the order: it
 * removes the entry if the order is as before. Otherwise the order is restored at the end of the run, or by `plimsoll
 * cleanup`.
 * @param former the members to restore
 */
export function oweRestoration(
  t: Check,
  order: SeenOrder,
  change: FieldChange,
  former = originals(t, change, order),
): Settled {
  // If the order shows none of these, nobody could tell whether it was restored.
  if (Object.keys(former).length === 0) return async () => {};
  const { operation } = change;
  const filled = Object.fromEntries(Object.entries(former).filter(([, value]) => value !== null));
  const bodies =
    change.what === "put"
      ? change.shapes.map((shape) => bodyOf(t, change, shape, order, former))
      : [former, filled];
  const restoration = {
    operation,
    path: { purchase_order_id: order.id },
    bodies: bodies.filter((body) => body !== null),
    reading: "v2GetPurchaseOrder",
    former,
  } as const;
  const entry = t.session.ledger.changing({ target: t.settings.url, operation, mark: order.id }, restoration);
  return async (touched = Object.keys(former)) => {
    const due = Object.fromEntries(Object.entries(former).filter(([name]) => touched.includes(name)));
    const isBack = ({ record }: SeenOrder) => notAsBefore(due, record).length === 0;
    const known = (await t.given(orderHistory)).lastReading(order.id);
    const last = known !== null && isBack(known) ? known : await ifReadable(readUntil(t, order.id, isBack));
    if (last !== null && isBack(last)) t.session.ledger.removed(entry);
  };
}
