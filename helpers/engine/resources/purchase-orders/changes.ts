import type { OperationId, RuleId } from "../../../contract/generated/types.js";
import { isObject } from "../../../contract/json.js";
import {
  isShippingField,
  ORDER_STATUSES,
  type OrderStatus,
  SHIPPING_FIELDS,
} from "../../../contract/purchase-orders.js";
import { STATUS_MEMBERS, statusMember } from "../../../oracles/purchase-orders/orders.js";
import { deniesField, type Outcome, outcomeOf } from "../../../oracles/purchase-orders/outcome.js";
import type { Answered } from "../../../wire/exchange.js";
import { objectOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { orderHistory, type SeenOrder } from "./history.js";

/** Values for members of an order, by name. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * The contract shows no bodies. The run sends what it wants changed, alone or together with what GET returned: a
 * configured body, the record, the record without computed members, the record in its wrapper, or its shipping fields.
 */
export type Shape = "given" | "record" | "editable" | "as-answered" | "shipping-fields" | "changes";

/** An operation that changes an order. */
export interface Change {
  readonly what: "put" | "shipping" | "status";
  readonly operation: OperationId;
  readonly words: string;
  /** Shapes of its body, in the order in which to try them. */
  readonly shapes: readonly Shape[];
  /** The rules that it can break where it is not allowed. */
  readonly refused: RuleId;
  readonly unchanged: RuleId;
}

/** A change of fields, which one status allows for certain. */
export interface FieldChange extends Change {
  readonly what: "put" | "shipping";
  readonly status: OrderStatus;
  /** The rule that it can break there. */
  readonly applied: RuleId;
}

/** The update of an order, which drafts take. */
export const PUT: FieldChange = {
  what: "put",
  operation: "v2UpdatePurchaseOrder",
  words: "PUT of a draft",
  shapes: ["given", "record", "editable", "as-answered", "changes"],
  status: "draft",
  applied: "purchase-orders.draft.put-applied",
  refused: "purchase-orders.put-refused",
  unchanged: "purchase-orders.put-refused.unchanged",
};

/** The shipping-details operation, which open orders take. */
export const SHIPPING: FieldChange = {
  what: "shipping",
  operation: "v2UpdatePurchaseOrderShippingDetails",
  words: "shipping details",
  shapes: ["changes", "shipping-fields"],
  status: "open",
  applied: "purchase-orders.shipping-details.open.applied",
  refused: "purchase-orders.shipping-details.refused-late",
  unchanged: "purchase-orders.shipping-details.refused-late.unchanged",
};

/** The status operation, with a status that does not exist. */
export const STATUS: Change = {
  what: "status",
  operation: "v2UpdatePurchaseOrderStatus",
  words: "the change of its status",
  shapes: ["changes"],
  refused: "purchase-orders.status.unknown-word",
  unchanged: "purchase-orders.status.unknown-word",
};

/** Records a receipt. */
export const RECEIPT = "v2CreatePurchaseOrderReceipt";

/** The operations by which checks change orders. */
export const CHANGES: readonly OperationId[] = [PUT.operation, SHIPPING.operation, STATUS.operation, RECEIPT];

/** The change that a status allows for certain, if any: the only one by which the run can leave a text there. */
export function changeIn(status: OrderStatus | null): FieldChange | undefined {
  return [PUT, SHIPPING].find((change) => change.status === status);
}

/** A request that would change an order, and its outcome. */
export interface Step {
  readonly words: string;
  readonly exchange: Answered;
  readonly outcome: Outcome;
  /** Whether it sent the order back as a reading showed it, apart from what it changed. */
  readonly isWhole: boolean;
}

/** Whether a step is a change of this kind. */
export function isOf({ operation }: Change): (step: Step) => boolean {
  return ({ exchange }) => exchange.operation === operation;
}

/** Members that a service computes itself. */
const COMPUTED =
  /^(purchase_order_id|id|status|purchase_order_status|total.*|created.*|modified.*|updated.*|.*_at)$/;

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
      return filled((name) => !COMPUTED.test(name));
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

/** Sends a change of an order as a reading showed it. */
export async function send(
  t: Check,
  change: Change,
  order: SeenOrder,
  shape: Shape,
  values: Values,
  words = change.words,
): Promise<Step> {
  const body = bodyOf(t, change, shape, order, values);
  return { ...(await post(t, order.id, change.operation, body)), words, isWhole: sendsBack(shape) };
}

/** A change of the status, and the member that named it. */
export interface StatusStep extends Step {
  readonly member: string;
}

/**
 * Sends a status to an order, in the member that a configured body names; without one in the member that shows it, and
 * in the other one if the refusal asks for that.
 */
export async function sendStatus(t: Check, order: SeenOrder, word: string): Promise<StatusStep> {
  const shown = sentMember(t, order);
  const sendIn = async (member: string): Promise<StatusStep> => ({
    ...(await send(t, STATUS, order, "changes", { [member]: word })),
    member,
  });
  const step = await sendIn(shown);
  if (configuredMember(t, order) !== null) return step;
  const asked = STATUS_MEMBERS.find((each) => each !== shown && deniesField(step.exchange.answer, each));
  return asked === undefined ? step : sendIn(asked);
}

/** Records a receipt of what was ordered. */
export async function sendReceipt(t: Check, id: string): Promise<Step> {
  const sent = await post(t, id, RECEIPT, t.settings.bodies[RECEIPT] ?? {});
  return { ...sent, words: "the receipt", isWhole: false };
}

type Sent = Pick<Step, "exchange" | "outcome">;

async function post(t: Check, id: string, operation: OperationId, body: unknown): Promise<Sent> {
  const history = await t.given(orderHistory);
  history.outdate(id);
  const exchange = await t.ask({ operation, path: { purchase_order_id: id }, body });
  history.sent.push({ id, exchange });
  return { exchange, outcome: outcomeOf(exchange.answer) };
}

/** The member that holds the status in a change: that of a configured body, otherwise the one that shows it. */
export function sentMember(t: Check, order: SeenOrder): string {
  return configuredMember(t, order) ?? statusMember(order.record);
}

function configuredMember(t: Check, order: SeenOrder): string | null {
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
  return ownValues(order, [...SHIPPING_FIELDS, ...more]);
}
