import { isAboutState } from "../../../oracles/purchase-orders/outcome.js";
import { changes } from "../../../wire/changes.js";
import type { Check } from "../../check/check.js";
import { type FieldChange, type Shape, type Step, send, type Values } from "./changes.js";
import type { SeenOrder } from "./history.js";

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
): Promise<Step> {
  const whole = await send(t, change, now, shape, former);
  if (whole.outcome === "refused" && !isAboutState(whole.exchange.answer))
    await putBackEach(t, change, now, shape, former);
  return whole;
}

async function putBackEach(
  t: Check,
  change: FieldChange,
  now: SeenOrder,
  shape: Shape,
  former: Values,
): Promise<void> {
  // The body of a PUT holds the whole order, that of shipping details need not.
  const fit = change.what === "put" ? shape : "changes";
  let back: Values = {};
  for (const [field, value] of Object.entries(former)) {
    if (changes(now.record[field], value).length === 0) continue;
    const more = { ...back, [field]: value };
    const { outcome } = await send(t, change, now, fit, more);
    if (outcome === "accepted") back = more;
  }
}
