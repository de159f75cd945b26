import type { OrderStatus } from "../../../contract/purchase-orders.js";
import type { Asked } from "../../../oracles/purchase-orders/documents.js";
import { TEXTS } from "../../../oracles/purchase-orders/fields.js";
import { otherCargo } from "../../../oracles/purchase-orders/lines.js";
import {
  type Order,
  orderWithId,
  shippingFieldsOf,
  statusMember,
} from "../../../oracles/purchase-orders/orders.js";
import { jsonOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { BRIEF } from "../eventually.js";
import { onceUnlocked } from "../unlocked.js";
import { ownValues } from "./bodies.js";
import { oweRestoration } from "./borrowed.js";
import { SHIPPING, type Shape, STATUS } from "./changes.js";
import { summaryOfOpened } from "./documents.js";
import type { SeenOrder } from "./history.js";
import { MOST_USED, spareOrder } from "./listed.js";
import { openTrial } from "./open.js";
import { otherValues } from "./other-values.js";
import { putBack } from "./put-back.js";
import { exclusively, readNow, readOrderAs, readUntil } from "./reading.js";
import { isAccepted, type Step, send, sendReceipt, sendStatus } from "./sending.js";

/** A status that was sent to an order, or a receipt, and the order before and after. */
export interface StatusMove {
  readonly step: Step;
  readonly before: SeenOrder;
  readonly after: SeenOrder;
}

/** A status that was sent, with the word for it. */
interface SentWord extends StatusMove {
  readonly word: OrderStatus;
}

/** An order that is opened, set to receiving, received and closed, as far as the target allows. */
interface MovedOn {
  /** The accepted changes of its status. */
  readonly moves: readonly SentWord[];
  /** The order summary once the order was opened; null if it was not. */
  readonly summary: Asked | null;
  /** Shipping details with the status receiving; null if none could be sent. */
  readonly smuggled: SentWord | null;
  /** Shipping details alone once the order was opened, where they were refused with that status; null otherwise. */
  readonly details: StatusMove | null;
  readonly receipt: StatusMove;
}

/** Moves an order on for good that no other check uses. Once a run. */
export const movedOn = given(async (t): Promise<MovedOn> => {
  const spare = await spareOrder(t);
  if (spare === null)
    return t.inconclusive(
      `needs ${MOST_USED + 1} drafts or ${MOST_USED + 1} open orders, because other checks use ${MOST_USED} and one is moved on for good, on a target whose every resource is a fixture`,
    );
  const { id, status } = spare;
  return exclusively(t, [id], async () => {
    const first = await readOrderAs(t, id, status);
    const changed = await setOn(t, first);
    const before = changed.moves.at(-1)?.after ?? first;
    const step = await sendReceipt(t, id);
    // A reading may come from a lagging replica.
    const isLike = (order: Order) =>
      !isSetBack(order) && otherCargo(before.record, order.record).length === 0;
    const after = await readUntil(t, id, (order) => !isAccepted(step) || isLike(order));
    const closed = isUnderWay(after) ? await moveTo(t, after, "closed") : null;
    const moves = [...changed.moves, ...(closed === null ? [] : [closed])];
    return { ...changed, moves, receipt: { step, before, after } };
  });
});

/** Opens an order and sets it to receiving. */
async function setOn(t: Check, order: SeenOrder): Promise<Omit<MovedOn, "receipt">> {
  const opened = await moveTo(t, order, "open");
  const summary = opened?.after.status === "open" ? await summaryOfOpened(t, order.id) : null;
  const smuggled = await smuggleStatus(t, opened?.after ?? order, "receiving");
  const isDue = opened !== null && smuggled?.step.outcome === "refused";
  const details = isDue ? await sendDetails(t, order.id) : null;
  const set = await moveTo(t, order, "receiving");
  return { moves: [opened, set].filter((move) => move !== null), summary, smuggled, details };
}

/** The statuses to which an order is set in turn. */
type Word = "open" | "receiving" | "closed";

/** Whether products of an order were received or are expected: what may follow is that it is closed. */
function isUnderWay({ status }: Order): boolean {
  return status === "receiving" || status === "received";
}

/** Sends a status; null if the order is in it already, or the target does not accept it. */
async function moveTo(t: Check, order: SeenOrder, word: Word): Promise<SentWord | null> {
  const step = word === order.status ? null : await sendSpelled(t, order, word);
  if (step === null || !isAccepted(step)) return null;
  return { word, step, before: order, after: await shownAfter(t, order.id, word, step) };
}

/**
 * Sends a status. The first one is sent with a capital before: a target may refuse that, or take it for the documented
 * word, but its records show only documented words.
 */
async function sendSpelled(t: Check, order: SeenOrder, word: Word): Promise<Step> {
  if (word !== "open") return sendStatus(t, order, word);
  const step = await sendStatus(t, order, "Open");
  if (!isAccepted(step)) return sendStatus(t, order, word);
  const { status } = await shownAfter(t, order.id, word, step, BRIEF);
  return status === word ? step : sendStatus(t, order, word);
}

/** Sends a status along with a shipping field of an open order that is to get it anyway. */
async function smuggleStatus(t: Check, order: SeenOrder, word: OrderStatus): Promise<SentWord | null> {
  const [carrier] = await acceptedShapes(t);
  if (carrier === undefined || order.status !== "open") return null;
  const [field, shape] = carrier;
  const values = { ...ownValues(order, [field]), [statusMember(order.record)]: word };
  const step = await send(t, SHIPPING, order, shape, values);
  // A lagging replica may show the order as it was before it was opened.
  const isUpToDate = ({ status }: Order) => status === order.status || status === word;
  const after = isAccepted(step) ? await readUntil(t, order.id, isUpToDate) : order;
  return { step, word, before: order, after };
}

/** The fields that shipping details of an open order may hold, with the shapes in which one took them. */
async function acceptedShapes(t: Check): Promise<ReadonlyMap<string, Shape>> {
  return (await t.tryGiven(openTrial))?.shapes ?? new Map<string, Shape>();
}

/**
 * Sends another text, which no rule of the business should mind, as shipping details, and puts the former one back: that
 * cannot be done once the order is moved on. Null if no text was taken before, or the order has none.
 */
async function sendDetails(t: Check, id: string): Promise<StatusMove | null> {
  const shapes = await acceptedShapes(t);
  // The answer to the change of the status need not show them.
  const order = await readNow(t, id);
  const own = shippingFieldsOf(order.record);
  const field = TEXTS.find((text) => shapes.has(text) && typeof own[text] === "string" && own[text] !== "");
  const shape = field === undefined ? undefined : shapes.get(field);
  if (field === undefined || shape === undefined) return null;
  const former = { [field]: own[field] };
  const values = await otherValues(t, order, [field], "just opened");
  const settled = oweRestoration(t, order, SHIPPING, former);
  const step = await onceUnlocked(t, [STATUS.operation], () => send(t, SHIPPING, order, shape, values));
  const after = await readNow(t, id);
  if (step.outcome !== "refused") await putBack(t, SHIPPING, after, shape, former);
  await settled();
  return { step, before: order, after };
}

/** Whether an order is in a status to which no receipt leads. */
export function isSetBack({ status }: Order): boolean {
  return status === "draft" || status === "cancelled";
}

/** The order in the answer to a change of its status; read by id if the answer does not show the new status. */
async function shownAfter(
  t: Check,
  id: string,
  word: OrderStatus,
  { exchange }: Step,
  patience?: readonly number[],
): Promise<SeenOrder> {
  const shown = orderWithId(jsonOf(exchange.answer), id);
  if (shown?.status === word) return { ...shown, exchange };
  return readUntil(t, id, ({ status }) => status === word, patience);
}
