import type { Answered } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { BRIEF } from "../eventually.js";
import { formBody } from "../form-fields.js";
import { bodyOf } from "./bodies.js";
import { PUT, type Shape } from "./changes.js";
import { textsIn } from "./fields.js";
import { orderHistory, type SeenOrder } from "./history.js";
import { otherValues } from "./other-values.js";
import { readUntil } from "./reading.js";

/** An update of a draft whose body is a form, and what became of it. */
export interface FormPut {
  readonly exchange: Answered;
  /** Whether the draft shows the text that came as a form. */
  readonly isDone: boolean;
  /** The draft afterwards; as before where the form was refused. */
  readonly after: SeenOrder;
}

/** Sends a draft in an accepted shape once more, with another text and as a form; null if it is not due or not answered. */
export async function putDraftForm(t: Check, draft: SeenOrder, shape: Shape): Promise<FormPut | null> {
  const [field] = textsIn(draft);
  const isShown = field !== undefined && draft.record[field] !== undefined;
  if (!isShown || draft.status !== "draft" || !t.affords("content.forms")) return null;
  const values = await otherValues(t, draft, [field], "put by a form");
  const raw = formBody(bodyOf(t, PUT, shape, draft, values));
  const path = { purchase_order_id: draft.id };
  // Whatever it changes is put back with the rest.
  const update = { operation: PUT.operation, path, raw, removal: "hold" } as const;
  const exchange = await ifReadable(t.ask(update));
  if (exchange === null) return null;
  if (!succeeded(exchange)) return { exchange, isDone: false, after: draft };
  (await t.given(orderHistory)).outdate(draft.id);
  const shows = ({ record }: SeenOrder) => record[field] === values[field];
  const after = await readUntil(t, draft.id, shows, BRIEF);
  const isDone = shows(after);
  if (isDone)
    t.session.conduct.tell(`${requestLine(exchange)} changed a purchase order by a body that is a form`);
  return { exchange, isDone, after };
}
