import { isPossible, type OrderStatus } from "../../../contract/purchase-orders.js";
import { otherCargo } from "../../../oracles/purchase-orders/lines.js";
import { type Order, orderIn } from "../../../oracles/purchase-orders/orders.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given, givenEach } from "../../check/given.js";
import { UNKNOWN_STATUS } from "./attempts.js";
import { PUT, SHIPPING } from "./changes.js";
import { draftTrial } from "./draft.js";
import type { SeenOrder } from "./history.js";
import { changeableOrder, changeableOrders, presentOf } from "./listed.js";
import { otherValues } from "./other-values.js";
import { exclusively, knownOrderAs, readNow, readOrderAs, readUntil } from "./reading.js";
import { refusalTrial } from "./refusals.js";
import { isAccepted, type Step, send, sendReceipt, sendStatus } from "./sending.js";

/** Index of the listed draft that these checks change; other checks use the first ones. */
const OWN_TURN = 2;
/** Index of the order that is moved on for good, if a status has that many. */
const LAST_TURN = 3;

/** A status that was sent to an order, or a receipt, and the order before and after. */
export interface StatusMove {
  readonly step: Step;
  readonly before: SeenOrder;
  readonly after: SeenOrder;
}

/** Statuses that were sent to one order. */
export interface StatusTrial {
  readonly status: OrderStatus;
  readonly unknown: StatusMove;
  /**
   * Back to draft, from a status that should not allow it; a draft is cancelled instead, unless it must be restored.
   */
  readonly next: StatusMove | null;
  /** PUT and shipping details of the order that was just cancelled. */
  readonly afterwards: readonly Step[];
}

const statusTrial = givenEach(
  (t, status: OrderStatus): Promise<StatusTrial> =>
    isPossible("draftAgain", status) === false ? backwardsTrial(t, status) : spareDraftTrial(t, status),
);

/** The order that has refused other changes, because its last reading is known. */
async function backwardsTrial(t: Check, status: OrderStatus): Promise<StatusTrial> {
  await ifReadable(t.given(refusalTrial(status)));
  const id = await changeableOrder(t, status, 0);
  return exclusively(t, [id], async () => {
    const before = await knownOrderAs(t, id, status);
    const unknown = await sendStatus(t, before, UNKNOWN_STATUS);
    const step = await sendStatus(t, before, "draft");
    const after = await readNow(t, id);
    // There may be no way back, but trying costs nothing.
    if (after.status !== null && before.status !== null && after.status !== before.status)
      await sendStatus(t, before, before.status);
    return {
      status,
      // One reading serves both: only the second request asked for a draft.
      unknown: { step: unknown, before, after: after.status === "draft" ? before : after },
      next: { step, before, after },
      afterwards: [],
    };
  });
}

async function spareDraftTrial(t: Check, status: OrderStatus): Promise<StatusTrial> {
  const last = (await changeableOrders(t, status)).length - 1;
  const turn = Math.max(0, Math.min(OWN_TURN, last));
  // Cancelling cannot be undone, and other checks need the first draft (at thorough also the second).
  const isSpare =
    t.settings.fixturesAll && turn >= (t.affords("purchase-orders.second-draft") ? OWN_TURN : 1);
  const id = await changeableOrder(t, status, turn);
  return exclusively(t, [id], async () => {
    const before = await readOrderAs(t, id, status);
    const step = await sendStatus(t, before, UNKNOWN_STATUS);
    const unknown = { step, before, after: await readNow(t, id) };
    const next = isSpare && unknown.after.status === "draft" ? await cancel(t, before) : null;
    const isCancelled = next?.after.status === "cancelled";
    return { status, unknown, next, afterwards: isCancelled ? await changesOf(t, next.after) : [] };
  });
}

async function cancel(t: Check, before: SeenOrder): Promise<StatusMove> {
  const step = await sendStatus(t, before, "cancelled");
  const after = await readUntil(t, before.id, ({ status }) => !isAccepted(step) || status === "cancelled");
  return { step, before, after };
}

/** A PUT, in the shape that drafts accept, and shipping details. */
async function changesOf(t: Check, order: SeenOrder): Promise<readonly Step[]> {
  const values = await otherValues(t, order, ["note_to_supplier"], "cancelled order");
  const shape = (await ifReadable(t.given(draftTrial)))?.shape ?? null;
  const puts = shape === null ? [] : [await send(t, PUT, order, shape, values)];
  return [...puts, await send(t, SHIPPING, order, "changes", values)];
}

/** The trials of those statuses that have an order. @throws Inconclusive if none has */
export async function statusTrials(
  t: Check,
  statuses: readonly OrderStatus[],
): Promise<readonly StatusTrial[]> {
  const present = await presentOf(t, statuses);
  return Promise.all(present.map((status) => t.given(statusTrial(status))));
}

/** An order that is opened, set to receiving and received, as far as the target allows. */
interface MovedOn {
  /** The accepted changes of its status. */
  readonly moves: readonly (StatusMove & { readonly word: OrderStatus })[];
  readonly receipt: StatusMove;
}

/** Moves an order on for good that no other check uses. Once a run. */
export const movedOn = given(async (t): Promise<MovedOn> => {
  const { id, status } = await spareOrder(t);
  return exclusively(t, [id], async () => {
    const before = await readOrderAs(t, id, status);
    const moves: MovedOn["moves"][number][] = [];
    for (const word of ["open", "receiving"] as const) {
      const step = word === status ? null : await sendStatus(t, before, word);
      if (step !== null && isAccepted(step))
        moves.push({ word, step, before, after: await shownAfter(t, id, word, step) });
    }
    const from = moves.at(-1)?.after ?? before;
    const step = await sendReceipt(t, id);
    // A reading may come from a lagging replica.
    const isLike = (order: Order) => !isSetBack(order) && otherCargo(from.record, order.record).length === 0;
    const after = await readUntil(t, id, (order) => !isAccepted(step) || isLike(order));
    return { moves, receipt: { step, before: from, after } };
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
