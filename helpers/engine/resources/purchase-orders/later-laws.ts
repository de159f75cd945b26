import { findingOf } from "../../../oracles/finding.js";
import { textUndone } from "../../../oracles/purchase-orders/sequences.js";
import { textKept, textsLeft } from "../../../oracles/purchase-orders/texts-left.js";
import { idsOf } from "../../../wire/decode.js";
import type { Finding } from "../../../wire/exchange.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { polling } from "../eventually.js";
import { aWhileAfter } from "../later.js";
import { CHANGES, changeIn, PUT } from "./changes.js";
import { draftTrial } from "./draft.js";
import { askFiltered, filteredLists, isClear, judgeFiltered } from "./filtered.js";
import { needsNoOtherRun, orderHistory, type SeenOrder } from "./history.js";
import { listedOrders, listNow, statedOrders } from "./listed.js";
import { movedOn } from "./moves.js";
import { readOrder, readUntil } from "./reading.js";
import { NOTE, orderSequences } from "./sequences.js";
import { cancelling } from "./status-trials.js";
import { newIn, pairsOf, type Sender, strayFinding } from "./stray-texts.js";

/** Rules about what changes do to orders. */
const OF_CHANGES = /^purchase-orders\.(draft|put-refused|shipping-details|status|receives)\b/;

/** The orders in the list some time after the last change; null where the run changed none. */
const ordersLater = given(async (t): Promise<readonly SeenOrder[] | null> => {
  if ((await t.tryGiven(draftTrial)) === null) return null;
  await aWhileAfter(t, ...CHANGES);
  return listNow(t);
});

/** The orders that keep a text of the sequences until the end of the run. */
async function textsKept(t: Check): Promise<readonly SeenOrder[]> {
  return (await t.tryGiven(orderSequences))?.left ?? [];
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
    const listed = later.find(({ id }) => id === last.id);
    const first = listed?.record[NOTE] === undefined ? await read() : listed;
    const now = await polling(t, read, first).until((order) => !isUndone(order));
    t.saw("texts looked at again");
    if (!isUndone(now)) return;
    await needsNoOtherRun(t);
    t.find([textUndone(t.rule, NOTE, last, now)]);
  };
}

/** Judges that no order shows a text which was refused or put back, or which the run sent only to other orders. */
export async function judgeTextsLeft(t: Check): Promise<void> {
  const kept = idsOf(await textsKept(t));
  const later = await t.given(ordersLater);
  // A change that went wrong may be why a text has stayed.
  if (later === null || t.session.findings.some(({ rule }) => OF_CHANGES.test(rule))) return;
  const listed = await t.given(listedOrders);
  const sender = { run: t.settings.run, sent: (await t.given(orderHistory)).sent };
  const pairsIn = (orders: readonly SeenOrder[]) => pairsOf(listed, orders);
  const judge = (orders: readonly SeenOrder[]) => [
    ...pairsIn(orders).flatMap(({ before, now }) => wrongText(sender, before, now) ?? []),
    ...newIn(listed, orders).flatMap((now) => strayFinding(sender, null, now) ?? []),
  ];
  const last = await polling(t, () => listNow(t), later).untilNone(judge);
  t.saw("orders listed later on", last.length);
  const found = judge(last);
  if (found.length > 0) await needsNoOtherRun(t);
  t.find(found.slice(0, 1));
  if (found.length > 0) return;
  for (const { before, now } of pairsIn(last)) {
    const fields = kept.includes(now.id) ? [] : textsLeft(sender, before, now);
    if (fields.length > 0)
      t.observe(`${now.id} could not be put back: ${fields.join(", ")} as sent by the run.`);
  }
}

function wrongText(sender: Sender, before: SeenOrder, now: SeenOrder): Finding | null {
  const kept = textKept(sender, before, now);
  const { exchange } = now;
  if (kept !== null)
    return findingOf({ rule: changeIn(now.status)?.applied ?? PUT.unchanged, exchanges: [exchange] }, kept);
  return strayFinding(sender, before, now);
}

/** Judges that the list shows each order in the status that it last showed by id. */
export async function judgeListedStatus(t: Check): Promise<void> {
  const later = await t.given(ordersLater);
  if (later === null) return;
  const history = await t.given(orderHistory);
  const statusOf = (id: string) => history.lastReading(id)?.status ?? null;
  const differing = (orders: readonly SeenOrder[]) =>
    orders.filter(({ id, status }) => status !== null && ![status, null].includes(statusOf(id)));
  const orders = await polling(t, () => listNow(t), later).untilNone(differing);
  t.saw("orders", orders.filter(({ id }) => statusOf(id) !== null).length);
  const [odd] = differing(orders);
  if (odd === undefined) return;
  const before = statusOf(odd.id);
  const byId = await readOrder(t, odd.id);
  // Another client may have moved it since.
  if (byId.status !== before) return;
  const documented = `order ${odd.id} is ${byId.status} in the list too, as it is by id`;
  t.breach([odd.exchange, byId.exchange], documented, `${odd.status}`);
}

/** Judges that drafts which the run has moved on stand no longer in the list narrowed to drafts. */
export async function judgeListedDrafts(t: Check): Promise<void> {
  if ((await t.given(ordersLater)) === null) return;
  const cancelled = await t.tryGiven(cancelling);
  const moved = await t.tryGiven(movedOn);
  const changed = [cancelled?.after ?? [], moved?.receipt.after ?? []].flat();
  const before = await t.tryGiven(filteredLists);
  if (changed.length === 0 || before === null || !isClear(before.lists)) return;
  const known = [...(await t.given(statedOrders)), ...changed];
  await judgeFiltered(t, [await askFiltered(t, "draft", known)]);
}

/** Statuses at which the run leaves orders. */
const LAST = ["cancelled", "closed"] as const;

/** Judges that the orders which the run cancelled and closed are still so. */
export async function judgeStillLast(t: Check): Promise<void> {
  const later = await t.given(ordersLater);
  if (later === null) return;
  const cancelled = await t.tryGiven(cancelling);
  const closed = (await t.tryGiven(movedOn))?.moves.at(-1);
  for (const { after, step } of [cancelled, closed].filter((move) => move != null)) {
    const due = LAST.find((status) => status === after.status);
    const listed = later.find(({ id }) => id === after.id);
    if (due === undefined || listed === undefined || listed.status === null) continue;
    const isStill = ({ status }: SeenOrder) => status === due;
    // A replica may lag behind.
    const now = isStill(listed) ? listed : await readUntil(t, after.id, isStill);
    if (now.status === null) continue;
    t.saw("orders cancelled or closed before");
    const documented = `order ${after.id}, ${due} earlier in the run, stays so`;
    if (!isStill(now)) return t.breach([listed.exchange, step.exchange], documented, now.status);
  }
}
