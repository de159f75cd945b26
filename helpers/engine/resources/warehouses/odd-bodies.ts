import type { Answered } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { awaitEffect, BRIEF } from "../eventually.js";
import { formBody } from "../form-fields.js";
import type { WarehouseBody } from "./bodies.js";
import { listedMembers, readWarehouse } from "./record.js";

/** A way to write a body that must not be taken. */
interface Writing {
  /** What the body is, in words. */
  readonly body: string;
  /** What is added to the name. */
  readonly mark: string;
  readonly write: (body: WarehouseBody) => NonNullable<Ask["raw"]>;
}

export const FORM: Writing = { body: "a form-encoded body", mark: "by form", write: formBody };
/** Without its last brace, so that a service that mends it would find every member. */
export const CUT_SHORT: Writing = {
  body: "a body that cannot be read as JSON",
  mark: "cut short",
  write: (body) => ({ text: JSON.stringify(body).slice(0, -1), contentType: "application/json" }),
};

/** An update whose body is written so, under a name that was never sent as JSON. */
export interface OddUpdate {
  readonly exchange: Answered;
  readonly name: string;
  readonly writing: Writing;
}

/** Sends an accepted body once more, under another name and written otherwise; null if that got no answer. */
export async function putOdd(t: Check, accepted: WarehouseBody, writing: Writing): Promise<OddUpdate | null> {
  const { warehouse_id } = accepted;
  const name = `${accepted.name} ${writing.mark}`;
  const raw = writing.write({ ...accepted, name });
  // Whatever it changes is put back with the rest.
  const update = { operation: "v1UpdateWarehouse", path: { warehouse_id }, raw, removal: "hold" } as const;
  const exchange = await ifReadable(t.ask(update));
  return exchange === null ? null : { exchange, name, writing };
}

/** Whether the list, read afterwards, or the warehouse itself shows the name that came so. */
export async function hadEffect(
  t: Check,
  id: string,
  { exchange, name, writing }: OddUpdate,
  after: OpenList | null,
): Promise<boolean> {
  const isListed = listedMembers(after, id).name === name;
  const isDone = isListed || (succeeded(exchange) && (await showsSoon(t, id, name)));
  if (isDone) t.session.conduct.tell(`${requestLine(exchange)} changed a warehouse by ${writing.body}`);
  return isDone;
}

async function showsSoon(t: Check, id: string, name: string): Promise<boolean> {
  const isShown = (shown: { readonly name: string | null } | null) => shown?.name === name;
  return isShown(await awaitEffect(t, () => readWarehouse(t, id), isShown, BRIEF));
}
