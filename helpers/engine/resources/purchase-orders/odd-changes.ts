import { TEXTS } from "../../../oracles/purchase-orders/fields.js";
import { withDetails } from "../../../oracles/purchase-orders/orders.js";
import { requestLine } from "../../../wire/message.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { BRIEF } from "../eventually.js";
import { type OddDone, sendOdd } from "../odd-bodies.js";
import { bodyOf } from "./bodies.js";
import type { FieldChange, Shape } from "./changes.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { otherValues } from "./other-values.js";
import { readUntil } from "./reading.js";

/** What came of changes whose body must not be taken. */
interface OddChanges {
  readonly odd: readonly OddDone[];
  /** The order afterwards. */
  readonly after: SeenOrder;
}

/**
 * Sends a change once more, with other texts and written as no service may read it, and reads the order. Whatever that
 * changes is put back with the rest.
 * @param shapes the fields that were accepted, with their shapes
 */
export async function changeOddly(
  t: Check,
  change: FieldChange,
  order: SeenOrder,
  shapes: ReadonlyMap<string, Shape>,
): Promise<OddChanges> {
  const field = TEXTS.find((name) => shapes.has(name) && withDetails(order.record)[name] !== undefined);
  const shape = field === undefined ? undefined : shapes.get(field);
  if (field === undefined || shape === undefined || order.status !== change.status)
    return { odd: [], after: order };
  const text = (await otherValues(t, order, [field], "odd bodies"))[field];
  const path = { purchase_order_id: order.id };
  const update = { operation: change.operation, path, removal: "hold" } as const;
  const asked = await sendOdd(t, update, String(text), (other) =>
    bodyOf(t, change, shape, order, { [field]: other }),
  );
  if (asked.length === 0) return { odd: [], after: order };
  (await t.given(orderHistory)).outdate(order.id);
  const textIn = ({ record }: SeenOrder) => withDetails(record)[field];
  const isShown = (seen: SeenOrder) => asked.some(({ name }) => textIn(seen) === name);
  const patience = asked.some(({ exchange }) => succeeded(exchange)) ? BRIEF : [];
  const after = await readUntil(t, order.id, isShown, patience);
  const odd = asked.map((each) => ({ ...each, isDone: textIn(after) === each.name }));
  for (const { exchange, writing, isDone } of odd)
    if (isDone)
      t.session.conduct.tell(`${requestLine(exchange)} changed a purchase order by ${writing.body}`);
  return { odd, after };
}
