import { SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { arrivalOf, isSameLoss } from "../../../oracles/purchase-orders/fields.js";
import type { Raw } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { type PutBack, putBack } from "./borrowed.js";
import type { FieldChange, Shape, Values } from "./changes.js";
import type { Applied } from "./fields.js";
import type { SeenOrder } from "./history.js";
import { readUntil } from "./reading.js";
import { type Step, send } from "./sending.js";

/** What came of putting former values of an order back. */
export interface Returned extends Applied {
  /** The request with all of them. */
  readonly back: PutBack;
}

/**
 * Puts former values of an order back, and looks whether its texts show again. If an order keeps the run's own texts
 * although that was accepted twice, they are lost.
 * @param now the order as it is
 */
export async function returnOrder(
  t: Check,
  change: FieldChange,
  now: SeenOrder,
  shape: Shape,
  former: Values,
): Promise<Returned> {
  const back = await putBack(t, change, now, shape, former);
  const texts = textsOf(former);
  const first = await arrivalBy(t, back, texts, now);
  if (first.lost.length === 0) return { back, ...first };
  const again = await arrivalBy(t, await send(t, change, now, shape, former), texts, now);
  const lost = again.lost.filter((each) => first.lost.some((other) => isSameLoss(each, other)));
  return { back, judged: first.judged, lost };
}

/** The shipping fields that hold a text: whether null or an empty text takes a value away is open. */
function textsOf(values: Values): Raw {
  const texts = SHIPPING_FIELDS.map((field) => [field, values[field]] as const);
  return Object.fromEntries(texts.filter(([, value]) => typeof value === "string" && value !== ""));
}

/** What became of the texts of a request: lost ones are those in place of which an order shows what it showed before. */
async function arrivalBy(
  t: Check,
  { exchange, outcome }: Step,
  texts: Raw,
  before: SeenOrder,
): Promise<Applied> {
  if (outcome !== "accepted") return { judged: [], lost: [] };
  const arrival = ({ record }: SeenOrder) => {
    const { judged, lost } = arrivalOf(texts, before.record, record);
    return { judged, lost: lost.filter(({ isFormer }) => isFormer) };
  };
  const after = await readUntil(t, before.id, (order) => arrival(order).lost.length === 0);
  const { judged, lost } = arrival(after);
  return { judged, lost: lost.map((each) => ({ ...each, exchanges: [exchange, after.exchange] })) };
}
