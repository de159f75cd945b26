import type { OrderStatus } from "../../../contract/purchase-orders.js";
import { otherCargo } from "../../../oracles/purchase-orders/lines.js";
import { type Order, orderIn } from "../../../oracles/purchase-orders/orders.js";
import { outcomeOf } from "../../../oracles/purchase-orders/outcome.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import { type Check, given, givenEach } from "../../check/check.js";
import { otherValues, postShipping, postStatus, put, sentMember } from "./bodies.js";
import { draftTrial } from "./draft.js";
import {
  alone,
  changeableOrder,
  changeableOrders,
  changing,
  readNow,
  readOrderAs,
  readUntil,
  type SeenOrder,
} from "./reading.js";
import { UNKNOWN_STATUS } from "./refusals.js";

/** Index of the listed order of each status that these checks change; other checks use the first ones. */
const OWN_TURN = 2;
/** Index of the order that is moved on for good, if a status has that many. */
const LAST_TURN = 3;

/** A draft that was cancelled, and the requests tried on it afterwards. */
interface Cancelled {
  readonly answer: Answered;
  readonly after: SeenOrder;
  /** Null if the order does not show that it is cancelled, or no draft accepted such a body. */
  readonly put: Answered | null;
  readonly shipping: Answered | null;
}

/** The outcome of an unknown status and, on a finished order, of the status draft. */
export interface Tried {
  readonly status: OrderStatus;
  /** The member that the word was sent in. */
  readonly member: string;
  readonly before: SeenOrder;
  readonly unknown: { readonly answer: Answered; readonly after: SeenOrder };
  /** A draft that was cancelled; null in other statuses, and if orders must be restored. */
  readonly cancelled: Cancelled | null;
  /** Null for an order that may become a draft again, as far as the contract says. */
  readonly backwards: { readonly answer: Answered; readonly after: SeenOrder } | null;
}

const tried = givenEach(tryWords);

async function tryWords(t: Check, status: OrderStatus): Promise<Tried> {
  const last = (await changeableOrders(t, status)).length - 1;
  const turn = Math.max(0, Math.min(OWN_TURN, last));
  const id = await changeableOrder(t, status, turn);
  return alone(t, [id], async () => {
    const before = await readOrderAs(t, id, status);
    const member = sentMember(t, before);
    const send = async (word: string) => {
      const answer = await postStatus(t, before, word);
      return { answer, after: await readNow(t, id) };
    };
    if (status === "draft") {
      const unknown = await send(UNKNOWN_STATUS);
      // Cancelling cannot be undone, and other checks need the first draft (at thorough also the second).
      const isSpare =
        t.settings.fixturesAll && turn >= (t.affords("purchase-orders.second-draft") ? OWN_TURN : 1);
      const cancelled = unknown.after.status === "draft" && isSpare ? await cancel(t, before) : null;
      return { status, member, before, unknown, cancelled, backwards: null };
    }
    const answer = await postStatus(t, before, UNKNOWN_STATUS);
    const backwards = await send("draft");
    const { after } = backwards;
    // One reading serves both: only the second request asked for a draft.
    const unknown = { answer, after: after.status === "draft" ? before : after };
    // There may be no way back, but trying costs nothing.
    if (after.status !== null && after.status !== status) await postStatus(t, before, status);
    return { status, member, before, unknown, cancelled: null, backwards };
  });
}

async function cancel(t: Check, order: SeenOrder): Promise<Cancelled> {
  const answer = await postStatus(t, order, "cancelled");
  const isDue = outcomeOf(answer.answer) === "accepted";
  const after = await readUntil(t, order.id, ({ status }) => !isDue || status === "cancelled");
  if (after.status !== "cancelled") return { answer, after, put: null, shipping: null };
  const values = await otherValues(t, after, ["note_to_supplier"], 10);
  const shape = (await ifReadable(t.given(draftTrial)))?.shape ?? null;
  return {
    answer,
    after,
    put: shape === null ? null : await put(t, after, shape, values),
    shipping: await postShipping(t, after, "alone", values),
  };
}

/** The trials of those statuses that have an order. */
export async function madeTries(t: Check, statuses: readonly OrderStatus[]): Promise<readonly Tried[]> {
  const present: OrderStatus[] = [];
  for (const status of statuses) if ((await changeableOrders(t, status)).length > 0) present.push(status);
  if (present.length === 0) {
    t.inconclusive(
      `needs a purchase order that is ${statuses.join(" or ")}; name one as fixture purchase_order:<status>`,
    );
  }
  return Promise.all(present.map((status) => t.given(tried(status))));
}

/** An accepted change of an order's status, and the order afterwards. */
interface Moved {
  readonly word: OrderStatus;
  readonly answer: Answered;
  readonly shown: Order;
}

/** An order that is opened, set to receiving and received, as far as the target allows. */
interface Walk {
  readonly id: string;
  readonly before: SeenOrder;
  readonly moved: readonly Moved[];
  /** The answer to a receipt, and the order before and after. */
  readonly receipt: { readonly answer: Answered; readonly from: Order; readonly after: SeenOrder };
}

/** Moves an order on for good that no other check uses. Once a run. */
export const walk = given(async (t): Promise<Walk> => {
  const { id, status } = await spareOrder(t);
  return alone(t, [id], async () => {
    const before = await readOrderAs(t, id, status);
    const moved: Moved[] = [];
    for (const word of ["open", "receiving"] as const) {
      if (word === status) continue;
      const answer = await postStatus(t, before, word);
      if (outcomeOf(answer.answer) === "accepted")
        moved.push({ word, answer, shown: await shownAfter(t, id, word, answer) });
    }
    const from = moved.at(-1)?.shown ?? before;
    const answer = await changing(t, id, {
      operation: "v2CreatePurchaseOrderReceipt",
      path: { purchase_order_id: id },
      body: t.settings.bodies.v2CreatePurchaseOrderReceipt ?? {},
    });
    // A reading may come from a lagging replica.
    const isDue = outcomeOf(answer.answer) === "accepted";
    const isLike = ({ status, record }: Order) =>
      status !== "draft" && status !== "cancelled" && otherCargo(from.record, record).length === 0;
    const after = await readUntil(t, id, (order) => !isDue || isLike(order));
    return { id, before, moved, receipt: { answer, from, after } };
  });
});

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
async function shownAfter(t: Check, id: string, word: OrderStatus, { answer }: Answered): Promise<Order> {
  const shown = orderIn(jsonOf(answer), id);
  return shown?.status === word ? shown : readUntil(t, id, ({ status }) => status === word);
}
