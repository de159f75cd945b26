import type { OperationId } from "../../../contract/generated/types.js";
import { isObject } from "../../../contract/json.js";
import { isShippingField, ORDER_STATUSES } from "../../../contract/purchase-orders.js";
import { STATUS_MEMBERS, shippingFieldsOf, statusMember } from "../../../oracles/purchase-orders/orders.js";
import { objectOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import type { Change, Shape, Values } from "./changes.js";
import type { SeenOrder } from "./history.js";

/** Members that a service computes itself. */
const COMPUTED =
  /^(purchase_order_id|id|status|purchase_order_status|total.*|created.*|modified.*|updated.*|.*_at)$/;

/** Whether a service computes a member itself. */
export function isComputed(name: string): boolean {
  return COMPUTED.test(name);
}

/** A configured body: its members, and the name of the member that holds them if it is a wrapper. */
interface ConfiguredBody {
  readonly wrapper: string | null;
  readonly members: Values;
}

/** Reads a configured body. Its only member is a wrapper if it is an object, and no member of the order. */
export function readGiven(body: unknown, record: Values): ConfiguredBody | null {
  if (!isObject(body)) return null;
  const [[name, held] = [], ...others] = Object.entries(body);
  const isWrapper = name !== undefined && others.length === 0 && record[name] === undefined;
  return isWrapper && isObject(held) ? { wrapper: name, members: held } : { wrapper: null, members: body };
}

function givenFor(t: Check, operation: OperationId, { record }: SeenOrder): ConfiguredBody | null {
  return readGiven(t.settings.bodies[operation], record);
}

/**
 * The body of a change in a shape, with changed values, in the wrapper of the configured body if that has one; null if
 * the shape does not exist for this order.
 */
export function bodyOf(t: Check, change: Change, shape: Shape, order: SeenOrder, values: Values): unknown {
  const given = givenFor(t, change.operation, order);
  const body = shaped(
    given,
    shape,
    order,
    change.what === "put" ? values : { ...companions(given), ...values },
  );
  const wrapper = given?.wrapper ?? null;
  return wrapper === null || body === null || shape === "as-answered" ? body : { [wrapper]: body };
}

/** Names of what a configured body of a change holds besides what the run changes. */
export function companionNames(t: Check, { operation }: Change, order: SeenOrder): readonly string[] {
  return Object.keys(companions(givenFor(t, operation, order)));
}

/** What a configured body holds besides what the run changes: a service may ask for more, such as a reason. */
function companions(given: ConfiguredBody | null): Values {
  const members = Object.entries(given?.members ?? {});
  const isChanged = (name: string) => isShippingField(name) || STATUS_MEMBERS.some((each) => each === name);
  return Object.fromEntries(members.filter(([name]) => !isChanged(name)));
}

function shaped(
  given: ConfiguredBody | null,
  shape: Shape,
  { record, exchange }: SeenOrder,
  values: Values,
): unknown {
  const filled = (isKept: (name: string) => boolean) => ({
    ...Object.fromEntries(Object.entries(record).filter(([name, value]) => value != null && isKept(name))),
    ...values,
  });
  switch (shape) {
    case "given":
      return given === null ? null : { ...given.members, ...values };
    case "record":
      return { ...record, ...values };
    case "editable":
      return filled((name) => !isComputed(name));
    case "shipping-fields":
      return filled((name) => isShippingField(name));
    case "as-answered": {
      const wrapped = objectOf(exchange.answer);
      if (wrapped === null || wrapped === record) return null;
      const members = Object.entries(wrapped);
      return Object.fromEntries(
        members.map(([name, value]) => [name, value === record ? { ...record, ...values } : value]),
      );
    }
    default:
      return values;
  }
}

/** Whether a shape sends back what it does not change. */
export function sendsBack(shape: Shape): boolean {
  return shape === "record" || shape === "editable" || shape === "as-answered";
}

/** The member that holds the status in a change: that of a configured body, otherwise the one that shows it. */
export function sentMember(t: Check, order: SeenOrder): string {
  return configuredMember(t, order) ?? statusMember(order.record);
}

/** The member that a configured body names for the status; null if none is configured, or it names none. */
export function configuredMember(t: Check, order: SeenOrder): string | null {
  const given = givenFor(t, "v2UpdatePurchaseOrderStatus", order);
  return given === null ? null : statusNamed(given.members);
}

/** The member of a configured body that holds a status: one with a documented status, otherwise the first text. */
export function statusNamed(members: Values): string | null {
  const texts = Object.keys(members).filter((name) => typeof members[name] === "string");
  const isStatus = (name: string) => ORDER_STATUSES.some((status) => status === members[name]);
  return texts.find(isStatus) ?? texts[0] ?? null;
}

/** The values that the order showed for these fields, to put them back; fields that it did not show are left out. */
export function ownValues({ record }: SeenOrder, fields: readonly string[]): Values {
  return Object.fromEntries(
    fields.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])),
  );
}

/** The order's values for all fields that a change in any shape may set. */
export function originals(t: Check, change: Change, order: SeenOrder): Values {
  const given = givenFor(t, change.operation, order);
  const more = change.what === "put" && given !== null ? Object.keys(given.members) : [];
  return { ...shippingFieldsOf(order.record), ...ownValues(order, more) };
}
