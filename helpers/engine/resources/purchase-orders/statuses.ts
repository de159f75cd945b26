import type { OrderStatus } from "../../../contract/purchase-orders.js";
import { type Order, orderIn, otherCargo, outcomeOf } from "../../../oracles/purchase-orders.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import { type Answered, type Check, given, givenEach } from "../../check/check.js";
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

/** Orders of the list of each status that the checks of this file change: others take the first ones. */
const OWN_TURN = 2;
/** The order of its status that is moved on for good, where there are so many. */
const LAST_TURN = 3;

/** A draft that was cancelled, and what was tried on it then. */
export interface Cancelled {
  readonly answer: Answered;
  readonly after: SeenOrder;
  /** Null where the order does not show that it is cancelled, or no draft took such a body. */
  readonly put: Answered | null;
  readonly shipping: Answered | null;
}

/** What a status that does not exist, and on a finished order the status draft, led to. */
export interface Tried {
  readonly status: OrderStatus;
  /** The member that the word was sent in. */
  readonly member: string;
  readonly before: SeenOrder;
  readonly unknown: { readonly answer: Answered; readonly after: SeenOrder };
  /** A draft that was cancelled; null on others, and where orders have to be put back. */
  readonly cancelled: Cancelled | null;
  /** Null on an order that may become a draft again, for all the contract says. */
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
      // There is no way back from it, and other checks need the first draft, at effort thorough the second one too.
      const isSpare =
        t.settings.fixturesAll && turn >= (t.affords("purchase-orders.second-draft") ? OWN_TURN : 1);
      const cancelled = unknown.after.status === "draft" && isSpare ? await cancel(t, before) : null;
      return { status, member, before, unknown, cancelled, backwards: null };
    }
    const answer = await postStatus(t, before, UNKNOWN_STATUS);
    const backwards = await send("draft");
    const { after } = backwards;
    // Read once for both: a draft is what the second request asked for.
    const unknown = { answer, after: after.status === "draft" ? before : after };
    // There may be no way back; it costs nothing to try.
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

/** The trials of statuses of which there is an order. */
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

/** A change of an order's status that was accepted, and the order as it showed then. */
export interface Moved {
  readonly word: OrderStatus;
  readonly answer: Answered;
  readonly shown: Order;
}

/** An order that is opened, set to receiving and received, as far as the target lets it. */
export interface Walk {
  readonly id: string;
  readonly before: SeenOrder;
  readonly moved: readonly Moved[];
  /** How the target took a receipt, and the order around it. */
  readonly receipt: { readonly answer: Answered; readonly from: Order; readonly after: SeenOrder };
}

/** An order that no other check uses is moved on for good. Once a run. */
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
    // A reading may come from a copy that lags behind.
    const isDue = outcomeOf(answer.answer) === "accepted";
    const isLike = ({ status, record }: Order) =>
      status !== "draft" && status !== "cancelled" && otherCargo(from.record, record).length === 0;
    const after = await readUntil(t, id, (order) => !isDue || isLike(order));
    return { id, before, moved, receipt: { answer, from, after } };
  });
});

/** The last of four drafts, or of four open orders: others are used elsewhere. */
async function spareOrder(t: Check): Promise<{ readonly id: string; readonly status: OrderStatus }> {
  for (const status of ["draft", "open"] as const) {
    const id = (await changeableOrders(t, status))[LAST_TURN];
    if (t.settings.fixturesAll && id !== undefined) return { id, status };
  }
  return t.inconclusive(
    `needs ${LAST_TURN + 1} drafts or ${LAST_TURN + 1} open orders, of which other checks use ${LAST_TURN} and one is moved on for good, on a target that is all fixtures`,
  );
}

/** The order as the answer to a change of its status shows it; read where that does not show the status sent. */
async function shownAfter(t: Check, id: string, word: OrderStatus, { answer }: Answered): Promise<Order> {
  const shown = orderIn(jsonOf(answer), id);
  return shown?.status === word ? shown : readUntil(t, id, ({ status }) => status === word);
}
