import { SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { isSameLoss } from "../../../oracles/purchase-orders/fields.js";
import { isAboutState } from "../../../oracles/purchase-orders/outcome.js";
import { changes } from "../../../wire/changes.js";
import type { Check } from "../../check/check.js";
import { PATIENCE } from "../eventually.js";
import { onceUnlocked } from "../unlocked.js";
import type { FieldChange, Shape, Values } from "./changes.js";
import { sendEach } from "./field-requests.js";
import { type Applied, arrival } from "./fields.js";
import type { SeenOrder } from "./history.js";
import { isAccepted, type Step, send } from "./sending.js";

/** A request with all former values, and the one of them that it was refused for, if that shows. */
export interface PutBack extends Step {
  /** The member without which alone the values were accepted, with that request. */
  readonly refusedFor: { readonly field: string; readonly without: Step } | null;
}

/**
 * Puts former values of an order back, all at once. A service may refuse one of them, such as a date that is past by
 * now; then they are put back one by one.
 * @param now the order as it is
 * @returns the request with all of them
 */
export async function putBack(
  t: Check,
  change: FieldChange,
  now: SeenOrder,
  shape: Shape,
  former: Values,
): Promise<PutBack> {
  const whole = await onceUnlocked(t, [change.operation], () => send(t, change, now, shape, former));
  if (whole.outcome !== "refused" || isAboutState(whole.exchange.answer))
    return { ...whole, refusedFor: null };
  const differing = Object.entries(former).filter(
    ([field, value]) => changes(now.record[field], value).length > 0,
  );
  // The body of a PUT holds the whole order, that of shipping details need not.
  const fit = change.what === "put" ? shape : "changes";
  const each = await sendEach(t, change, now, Object.fromEntries(differing), [fit], true);
  const without = each.findLast(isAccepted);
  const [field, ...others] = Object.keys(former).filter((name) => !(name in (without?.values ?? {})));
  const isOne = without !== undefined && field !== undefined && others.length === 0;
  return { ...whole, refusedFor: isOne ? { field, without } : null };
}

/** What came of putting former values of an order back. */
interface Returned extends Applied {
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
  const first = await textsAfter(t, now, texts, back);
  if (first.lost.length === 0) return { ...first, back };
  const again = await textsAfter(t, now, texts, await send(t, change, now, shape, former));
  const lost = again.lost.filter((each) => first.lost.some((other) => isSameLoss(each, other)));
  return { back, judged: first.judged, lost };
}

/** The shipping fields that hold a text: whether null or an empty text takes a value away is open. */
function textsOf(values: Values): Values {
  const texts = SHIPPING_FIELDS.map((field) => [field, values[field]] as const);
  return Object.fromEntries(texts.filter(([, value]) => typeof value === "string" && value !== ""));
}

/** What became of the texts of a request: lost ones are those in place of which an order shows what it showed before. */
async function textsAfter(t: Check, before: SeenOrder, texts: Values, step: Step): Promise<Applied> {
  if (!isAccepted(step)) return { judged: [], lost: [] };
  return arrival(t, before, texts, step, PATIENCE, ({ isFormer }) => isFormer);
}
