import type { Answered } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { awaitEffect, BRIEF } from "../eventually.js";
import { formBody } from "../form-fields.js";
import type { WarehouseBody } from "./bodies.js";
import { listedMembers, readWarehouse } from "./record.js";

/** An update whose body is a form, under a name that was never sent as JSON. */
export interface FormUpdate {
  readonly exchange: Answered;
  readonly name: string;
}

/** Sends an accepted body once more, under another name and as a form; null if that got no answer. */
export async function putForm(t: Check, accepted: WarehouseBody): Promise<FormUpdate | null> {
  const { warehouse_id } = accepted;
  const name = `${accepted.name} by form`;
  const raw = formBody({ ...accepted, name });
  // Whatever it changes is put back with the rest.
  const update = { operation: "v1UpdateWarehouse", path: { warehouse_id }, raw, removal: "hold" } as const;
  const exchange = await ifReadable(t.ask(update));
  return exchange === null ? null : { exchange, name };
}

/** Whether the list, read afterwards, or the warehouse itself shows the name that came as a form. */
export async function hadEffect(
  t: Check,
  id: string,
  { exchange, name }: FormUpdate,
  after: OpenList | null,
): Promise<boolean> {
  const isListed = listedMembers(after, id).name === name;
  const isDone = isListed || (succeeded(exchange) && (await showsSoon(t, id, name)));
  if (isDone) t.session.conduct.tell(`${requestLine(exchange)} changed a warehouse by a body that is a form`);
  return isDone;
}

async function showsSoon(t: Check, id: string, name: string): Promise<boolean> {
  const isShown = (shown: { readonly name: string | null } | null) => shown?.name === name;
  return isShown(await awaitEffect(t, () => readWarehouse(t, id), isShown, BRIEF));
}
