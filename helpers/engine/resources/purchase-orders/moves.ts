import type { OrderStatus } from "../../../contract/purchase-orders.js";
import type { Asked } from "../../../oracles/purchase-orders/documents.js";
import { otherCargo } from "../../../oracles/purchase-orders/lines.js";
import { type Order, orderIn } from "../../../oracles/purchase-orders/orders.js";
import { jsonOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { summaryOfOpened } from "./documents.js";
import type { SeenOrder } from "./history.js";
import { changeableOrders } from "./listed.js";
import { exclusively, readOrderAs, readUntil } from "./reading.js";
import { isAccepted, type Step, sendReceipt, sendStatus } from "./sending.js";

/** Index of the order that is moved on for good, if a status has that many. */
const LAST_TURN = 3;

/** A status that was sent to an order, or a receipt, and the order before and after. */
export interface StatusMove {
  readonly step: Step;
  readonly before: SeenOrder;
  readonly after: SeenOrder;
}

/** An order that is opened, set to receiving and received, as far as the target allows. */
interface MovedOn {
  /** The accepted changes of its status. */
  readonly moves: readonly (StatusMove & { readonly word: OrderStatus })[];
  /** The order summary once the order was opened; null if it was not. */
  readonly summary: Asked | null;
  readonly receipt: StatusMove;
}

/** Moves an order on for good that no other check uses. Once a run. */
export const movedOn = given(async (t): Promise<MovedOn> => {
  const { id, status } = await spareOrder(t);
  return exclusively(t, [id], async () => {
    const before = await readOrderAs(t, id, status);
    const moves: MovedOn["moves"][number][] = [];
    let summary: Asked | null = null;
    for (const word of ["open", "receiving"] as const) {
      const step = word === status ? null : await sendStatus(t, before, word);
      if (step === null || !isAccepted(step)) continue;
      const after = await shownAfter(t, id, word, step);
      moves.push({ word, step, before, after });
      if (after.status === "open") summary = await summaryOfOpened(t, id);
    }
    const from = moves.at(-1)?.after ?? before;
    const step = await sendReceipt(t, id);
    // A reading may come from a lagging replica.
    const isLike = (order: Order) => !isSetBack(order) && otherCargo(from.record, order.record).length === 0;
    const after = await readUntil(t, id, (order) => !isAccepted(step) || isLike(order));
    return { moves, summary, receipt: { step, before: from, after } };
  });
});

/** Whether an order is in a status to which no receipt leads. */
export function isSetBack({ status }: Order): boolean {
  return status === "draft" || status === "cancelled";
}

/** The last of four drafts, or of four open orders; other checks use the rest. */
async function spareOrder(t: Check): Promise<{ readonly id: string; readonly status: OrderStatus }> {
  for (const status of ["draft", "open"] as const) {
    const id = (await changeableOrders(t, status))[LAST_TURN];
    if (t.settings.fixturesAll && id !== undefined) return { id, status };
  }
  return t.inconclusive(
    `needs ${LAST_TURN + 1} drafts or ${LAST_TURN + 1} open orders, because other checks use ${LAST_TURN} and one is moved on for good, on a target whose every resource is a fixture`,
  );
}

/** The order in the answer to a change of its status; read by id if the answer does not show the new status. */
async function shownAfter(t: Check, id: string, word: OrderStatus, { exchange }: Step): Promise<SeenOrder> {
  const shown = orderIn(jsonOf(exchange.answer), id);
  return shown?.status === word ? { ...shown, exchange } : readUntil(t, id, ({ status }) => status === word);
}
