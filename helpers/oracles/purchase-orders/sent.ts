import { isObject, unescapeStep } from "../../contract/json.js";
import { isShippingField } from "../../contract/purchase-orders.js";
import { type Change, shows } from "../../wire/changes.js";
import type { Exchange } from "../../wire/exchange.js";
import { objectsIn } from "../../wire/search.js";
import type { Outcome } from "./outcome.js";

/** What a request sent for a member of an order, and its outcome. */
export interface MemberChange {
  readonly sent: unknown;
  readonly outcome: Outcome;
}

/** A change that the run sent to an order. */
export interface SentChange {
  readonly id: string;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
}

/** What the changes of an order have sent for a member, in order. */
export function changesOf(all: readonly SentChange[], id: string, member: string): readonly MemberChange[] {
  return all
    .filter((each) => each.id === id)
    .map((each) => ({ sent: sentValue(each, member), outcome: each.outcome }))
    .filter(({ sent }) => sent !== undefined);
}

/** A request that changes an order; the checks send only JSON. */
interface Sent {
  readonly exchange: Pick<Exchange, "request">;
}

/** The value that a change sends for a member of an order; undefined if none. */
export function sentValue(sent: Sent, member: string): unknown {
  return objectsSent(sent).find((record) => member in record)?.[member];
}

/** Whether a change sends, at a pointer into the order, what the order shows there now. */
export function wasSent(change: Sent, { pointer, after }: Change): boolean {
  const path = pointer.split("/").slice(1).map(unescapeStep);
  const last = path.at(-1) ?? "";
  return objectsSent(change).some((record) => {
    // An order may show the shipping fields in an object of their own.
    if (path.length > 1 && isShippingField(last) && last in record) return shows(record[last], after);
    const sent = path.reduce<unknown>((value, step) => memberOf(value, step), record);
    if (Array.isArray(sent) && Array.isArray(after)) return sent.length === after.length;
    return sent !== undefined && shows(sent, after);
  });
}

function objectsSent({ exchange }: Sent) {
  return objectsIn(JSON.parse(exchange.request.body ?? "null"));
}

function memberOf(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isObject(value) ? value[step] : undefined;
}
