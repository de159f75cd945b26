import { SHIPPING_FIELDS, type ShippingField } from "../../../contract/purchase-orders.js";
import { finding } from "../../../oracles/finding.js";
import type { Order } from "../../../oracles/purchase-orders/orders.js";
import { isPutBack } from "../../../oracles/purchase-orders/put-back.js";
import { sentValue } from "../../../oracles/purchase-orders/sent.js";
import { textUndone } from "../../../oracles/purchase-orders/sequences.js";
import { shows } from "../../../wire/changes.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered, Finding } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { aWhileAfter, settled } from "../later.js";
import { CHANGES, changeIn, PUT, SHIPPING } from "./changes.js";
import { draftTrial } from "./draft.js";
import { TEXTS } from "./fields.js";
import { type History, orderHistory, type SeenOrder, type Sent } from "./history.js";
import { listedOrders, listNow } from "./listed.js";
import { statusTrials } from "./moves.js";
import { isOwnText } from "./other-values.js";
import { readOrder, readUntil } from "./reading.js";
import { NOTE, orderSequences } from "./sequences.js";

type Listed = Awaited<ReturnType<typeof listNow>>;

/** The orders in the list some time after the last change; null where the run changed none. */
const ordersLater = given(async (t): Promise<Listed | null> => {
  if (!t.mayWrite("fixtures") || (await ifReadable(t.given(draftTrial))) === null) return null;
  await aWhileAfter(t, ...CHANGES);
  return listNow(t);
});

/** The orders that keep a text of the sequences until the end of the run. */
async function textsKept(t: Check): Promise<readonly SeenOrder[]> {
  return (await ifReadable(t.given(orderSequences)))?.left ?? [];
}

/**
 * Judges that an order still shows the text that the sequences left on it: a former one means that an accepted change
 * was undone.
 */
export function keepsText(status: "draft" | "open") {
  return async (t: Check): Promise<void> => {
    const last = (await textsKept(t)).find((order) => order.status === status);
    const later = await t.given(ordersLater);
    if (last === undefined || later === null || t.isFoundBroken(t.rule)) return;
    const history = await t.given(orderHistory);
    const isUndone = ({ record }: SeenOrder) => history.isFormer(last.id, NOTE, record[NOTE]);
    const read = () => readOrder(t, last.id);
    const listed = later.orders.find(({ id }) => id === last.id);
    const first = listed?.record[NOTE] === undefined ? await read() : { ...listed, exchange: later.exchange };
    const now = await settled(t, first, (order) => !isUndone(order), read);
    t.saw("texts looked at again");
    if (isUndone(now)) t.find([textUndone(t.rule, NOTE, last, now)]);
  };
}

/** Judges that no order shows a text which was refused or put back, or which the run sent only to other orders. */
export async function judgeTextsLeft(t: Check): Promise<void> {
  const kept = idsOf(await textsKept(t));
  const later = await t.given(ordersLater);
  // Do not report again what another check reported.
  if (later === null || t.session.findings.some(({ rule }) => rule.startsWith("purchase-orders."))) return;
  const known = new Map((await t.given(listedOrders)).map((order) => [order.id, order]));
  const history = await t.given(orderHistory);
  const judge = ({ exchange, orders }: Listed) =>
    orders.flatMap((order) => {
      const before = known.get(order.id);
      if (before === undefined) return [];
      return (
        textLeft(t, before, order, exchange, history) ?? strayIn(before, order, exchange, history.sent) ?? []
      );
    });
  const last = await settled(
    t,
    later,
    (list) => judge(list).length === 0,
    () => listNow(t),
  );
  t.saw("orders listed later on", last.orders.length);
  const found = judge(last);
  t.find(found.slice(0, 1));
  if (found.length > 0) return;
  for (const order of last.orders) {
    const before = known.get(order.id);
    if (before === undefined || kept.includes(order.id)) continue;
    const fields = fieldsLeft(t, before, order, history);
    if (fields.length > 0)
      t.observe(`${order.id} could not be put back: ${fields.join(", ")} as sent by the run.`);
  }
}

/** A text that the run sent to an order, which shows it although it must be as before. */
function textLeft(t: Check, before: Order, now: Order, list: Answered, history: History): Finding | null {
  const { id, status, record } = now;
  const field = fieldsLeft(t, before, now, history).find((name) =>
    isPutBack(history.changesOf(id, name), before.record[name]),
  );
  if (field === undefined) return null;
  const rule = changeIn(status)?.applied ?? PUT.unchanged;
  const documented = `${id} shows ${field} ${renderValue(before.record[field])}, as before all changes`;
  const received = `${renderValue(record[field])}, which was refused or put back earlier in the run`;
  return finding({ rule, exchanges: [list] }, documented, received, `/${field}`);
}

/** The fields in which an order shows a text that the run sent to it. */
function fieldsLeft(
  t: Check,
  before: Order,
  { id, status, record }: Order,
  history: History,
): readonly ShippingField[] {
  // An order that moved on could not be put back.
  if (before.status !== status) return [];
  return SHIPPING_FIELDS.filter(
    (field) =>
      isOwnText(t.settings.run, record[field]) &&
      history.changesOf(id, field).some(({ sent }) => shows(sent, record[field])),
  );
}

/** A text that an order shows now although the run sent it only to other orders; null where there is none. */
function strayIn(
  before: Order,
  { id, record }: Order,
  list: Answered,
  sent: readonly Sent[],
): Finding | null {
  for (const field of TEXTS) {
    const [was, now] = [before.record[field], record[field]];
    if (typeof now !== "string" || now === "" || now === was) continue;
    const told = sent.filter((each) => sentValue(each, field) === now);
    const [first] = told;
    if (first === undefined || told.some((each) => each.id === id)) continue;
    const { applied: rule } = first.exchange.operation === PUT.operation ? PUT : SHIPPING;
    const documented = `the change of ${first.id} leaves ${id} as it was, ${field} ${renderValue(was)}`;
    const blame = { rule, exchanges: [list, first.exchange] };
    return finding(blame, documented, renderValue(now), `/${field}`);
  }
  return null;
}

/** Judges that the list shows each order in the status that it last showed by id. */
export async function judgeListedStatus(t: Check): Promise<void> {
  const later = await t.given(ordersLater);
  if (later === null) return;
  const history = await t.given(orderHistory);
  const statusOf = (id: string) => history.lastReading(id)?.status ?? null;
  const differing = ({ orders }: Listed) =>
    orders.filter(({ id, status }) => status !== null && ![status, null].includes(statusOf(id)));
  const list = await settled(
    t,
    later,
    (each) => differing(each).length === 0,
    () => listNow(t),
  );
  t.saw("orders", list.orders.filter(({ id }) => statusOf(id) !== null).length);
  const [odd] = differing(list);
  if (odd === undefined) return;
  const before = statusOf(odd.id);
  const byId = await readOrder(t, odd.id);
  // Another client may have moved it since.
  if (byId.status !== before) return;
  const documented = `order ${odd.id} is ${byId.status} in the list too, as it is by id`;
  t.breach([list.exchange, byId.exchange], documented, `${odd.status}`);
}

/** Judges that the draft which the run cancelled is still cancelled. */
export async function judgeStillCancelled(t: Check): Promise<void> {
  const later = await t.given(ordersLater);
  const [trial] = later === null ? [] : ((await ifReadable(statusTrials(t, ["draft"]))) ?? []);
  const cancelled = trial?.next?.after;
  if (later === null || cancelled?.status !== "cancelled") return;
  const { id } = cancelled;
  const listed = later.orders.find((order) => order.id === id)?.status ?? null;
  // A replica may lag behind.
  const now =
    listed === null || listed === "cancelled"
      ? listed
      : (await readUntil(t, id, ({ status }) => status === "cancelled")).status;
  if (now === null) return;
  t.saw("orders cancelled before");
  if (now !== "cancelled")
    t.breach(later.exchange, `order ${id}, cancelled earlier in the run, stays so`, now);
}
