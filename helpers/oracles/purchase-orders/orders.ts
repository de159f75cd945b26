import { isObject } from "../../contract/json.js";
import { isShippingField, ORDER_STATUSES, type OrderStatus } from "../../contract/purchase-orders.js";
import type { Raw } from "../../wire/raw.js";
import { isId, objectsIn } from "../../wire/search.js";

const ID_MEMBER = "purchase_order_id";

/** The contract does not name the status member; these are tried in order. */
export const STATUS_MEMBERS = ["status", "purchase_order_status"] as const;

/** A purchase order, as far as it can be recognised in a body whose shape the contract leaves open. */
export interface Order {
  readonly id: string;
  /** Null if no member shows a documented status. */
  readonly status: OrderStatus | null;
  readonly record: Raw;
}

/**
 * All purchase orders in a body, each id once: objects with purchase_order_id; where there are none, the outermost
 * ones with id and a documented status.
 */
export function ordersIn(body: unknown): readonly Order[] {
  const named = objectsIn(body).filter((record) => isId(record[ID_MEMBER]));
  const [member, records] = named.length > 0 ? [ID_MEMBER, named] : ["id", withStatus(body)];
  const orders = new Map<string, Order>();
  for (const record of records) {
    const id = String(record[member]);
    if (!orders.has(id)) orders.set(id, { id, status: statusOf(record), record });
  }
  return [...orders.values()];
}

/**
 * The outermost objects with an id and the status of an order: what stands inside, such as lines, may have both too.
 */
function withStatus(value: unknown): readonly Raw[] {
  if (isObject(value) && isId(value.id) && statusOf(value) !== null) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(withStatus);
}

/** The order with an id, in an answer that may tell of something else. */
export function orderWithId(body: unknown, id: string): Order | null {
  return ordersIn(body).find((order) => order.id === id) ?? null;
}

/** The order in the answer to a read by id: the object with its id, otherwise the body itself. */
export function orderIn(body: unknown, id: string): Order | null {
  return orderWithId(body, id) ?? (isObject(body) ? { id, status: statusOf(body), record: body } : null);
}

/** How many shipping fields show that an object inside a record is for them. */
const FEW = 3;

/** The shipping fields that a record shows, also where an object inside it holds them. */
export function shippingFieldsOf(record: Raw): Raw {
  const inside = Object.values(record)
    .filter(isObject)
    .map(detailsOf)
    .find(({ length }) => length >= FEW);
  return Object.fromEntries([...(inside ?? []), ...detailsOf(record)]);
}

/** How many shipping fields show that an object inside a record is the one place for them: more than half of them. */
const MOST = 5;

/**
 * A record, with the shipping fields that an object inside it holds instead. It must be the only such object, and have no
 * id: a supplier has terms and a currency too, and a former version of the order has everything.
 */
export function withDetails(record: Raw): Raw {
  const hasId = (held: Raw) => Object.entries(held).some(([name, value]) => ID.test(name) && isId(value));
  const inside = Object.values(record)
    .filter(isObject)
    .filter((held) => detailsOf(held).length >= MOST && !hasId(held));
  const [details] = inside;
  return details === undefined || inside.length > 1 || detailsOf(record).length > 0
    ? record
    : { ...record, ...Object.fromEntries(detailsOf(details)) };
}

const ID = /(^|_)id$/;

function detailsOf(held: Raw) {
  return Object.entries(held).filter(([name, value]) => isShippingField(name) && value !== undefined);
}

/** The status that a record shows, or null. */
function statusOf(record: Raw): OrderStatus | null {
  const shown = STATUS_MEMBERS.map((member) => record[member]);
  return ORDER_STATUSES.find((status) => shown.includes(status)) ?? null;
}

/** A status that an answer shows for an order, and the member that holds it. */
interface Told {
  readonly member: string;
  readonly status: string;
}

/**
 * The statuses that an answer to a change of an order shows for it, with its id: without that, they may tell of the
 * change. A `status` may also be that of the request: it counts where it is a documented one and stands beside a
 * shipping field.
 */
export function statusesTold(body: unknown, id: string): readonly Told[] {
  const record = orderWithId(body, id)?.record ?? {};
  const isRecord = Object.keys(shippingFieldsOf(record)).length > 0;
  const told = STATUS_MEMBERS.map((member) => ({ member, status: record[member] }));
  return told.flatMap(({ member, status }) => {
    if (typeof status !== "string") return [];
    const isItsOwn = member !== "status" || (isRecord && ORDER_STATUSES.some((word) => word === status));
    return isItsOwn ? [{ member, status }] : [];
  });
}

/** Whether an answer to a change of an order shows a status for it; see `statusesTold`. */
export function tellsStatus(body: unknown, id: string, status: unknown): boolean {
  return statusesTold(body, id).some((told) => told.status === status);
}

/** Name of the member that shows the status; `status` if none does. */
export function statusMember(record: Raw): string {
  return STATUS_MEMBERS.find((member) => typeof record[member] === "string") ?? "status";
}

/** Whether two orders go to the same supplier: which values an order may have can depend on that. */
export function haveSameSupplier(one: Raw, other: Raw): boolean {
  return isId(one.supplier_id) && one.supplier_id === other.supplier_id;
}
