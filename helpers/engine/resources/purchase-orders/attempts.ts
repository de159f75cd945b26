import { type OrderStatus, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import { oneMore } from "../../../oracles/purchase-orders/lines.js";
import { isAboutState } from "../../../oracles/purchase-orders/outcome.js";
import type { Check } from "../../check/check.js";
import { originals, ownValues, sentMember } from "./bodies.js";
import { type Change, type FieldChange, PUT, SHIPPING, type Shape, STATUS, type Values } from "./changes.js";
import type { DraftTrial } from "./draft.js";
import { type Exceptions, exceptionsIn } from "./exceptions.js";
import { textsIn } from "./fields.js";
import type { SeenOrder } from "./history.js";
import { otherValues } from "./other-values.js";
import { isAccepted, type Step, send } from "./sending.js";
import { foreignValues } from "./smuggling.js";

/** A status that no service has. */
export const UNKNOWN_STATUS = "plimsoll_afloat";

/** One request that must be refused. */
export interface Attempt {
  readonly change: Change;
  readonly shape: Shape;
  readonly words: string;
  /**
   * Whether its refusal tells something: because the same kind of body was accepted in a status that allows it, or because
   * no order may take it.
   */
  readonly isTelling: boolean;
  /** What to send; the second is sent if the first is refused for any other reason than the state of the order. */
  readonly values: (order: SeenOrder) => Promise<readonly [Values, Values?]>;
  /** What puts the order back. */
  readonly own: (order: SeenOrder) => Values;
}

/** An attempt's request and its outcome. */
export interface AttemptStep extends Step {
  readonly isTelling: boolean;
}

/** A change of one field, sent without any other. */
function fieldAlone(t: Check, change: FieldChange, field: string): Omit<Attempt, "isTelling"> {
  const purpose = change === PUT ? "refused put of one field" : "refused shipping details";
  return {
    change,
    shape: "changes",
    words: `${change === PUT ? "PUT" : "shipping details"} (${field})`,
    values: async (order) => [await otherValues(t, order, [field], purpose)],
    own: (order) => ownValues(order, [field]),
  };
}

/** The unknown status. */
export function wordAttempt(t: Check): Attempt {
  return {
    change: STATUS,
    shape: "changes",
    words: `status ${UNKNOWN_STATUS}`,
    isTelling: true,
    values: async (order) => [{ [sentMember(t, order)]: UNKNOWN_STATUS }],
    own: (order) => ({ [sentMember(t, order)]: order.status ?? "open" }),
  };
}

export async function make(t: Check, attempt: Attempt, order: SeenOrder): Promise<AttemptStep> {
  const { change, shape, words, isTelling } = attempt;
  const [first, second] = await attempt.values(order);
  const step = await send(t, change, order, shape, first, words);
  const isSettled = isAccepted(step) || isAboutState(step.exchange.answer);
  const last = second === undefined || isSettled ? step : await send(t, change, order, shape, second, words);
  return { ...last, isTelling };
}

/** Puts back what an attempt changed. */
export function undo(t: Check, { change, shape, own }: Attempt, order: SeenOrder): Promise<Step> {
  return send(t, change, order, shape, own(order));
}

/**
 * PUT with other values for all that an order shows, and as services may accept it by exception in a status.
 * @param draft what is known of PUT from a draft
 */
export function putAttempts(
  t: Check,
  status: OrderStatus,
  { shape, taken }: Pick<DraftTrial, "shape" | "taken">,
): readonly Attempt[] {
  const whole = {
    change: PUT,
    shape: shape ?? "record",
    isTelling: shape !== null,
    own: (order: SeenOrder) => ({ ...originals(t, PUT, order), ...ownValues(order, taken) }),
  };
  const texts = (order: SeenOrder) => otherValues(t, order, textsIn(order), "refused put");
  const withTexts: Attempt = {
    ...whole,
    words: "PUT with other texts alone",
    values: async (order) => [await texts(order)],
  };
  const withAll: Attempt = {
    ...whole,
    words: "PUT",
    values: async (order) => {
      const own = await texts(order);
      return taken.length === 0 ? [own] : [{ ...(await furtherValues(t, order, taken)), ...own }, own];
    },
  };
  const asItIs: Attempt = {
    ...whole,
    words: "PUT without a change",
    isTelling: false,
    values: async () => [{}],
  };
  const exceptions = exceptionsIn(status, t.settings.seed);
  const wholeOf = (kind: Exceptions["whole"]): readonly Attempt[] => {
    if (kind === "nothing") return [asItIs];
    // Without further members, other texts are all that is sent anyway.
    return taken.length === 0 ? [] : [withTexts];
  };
  const partOf = (kind: Exceptions["part"]): Attempt =>
    kind === "empty"
      ? { ...asItIs, shape: "changes", words: "PUT without any member" }
      : { ...fieldAlone(t, PUT, kind), isTelling: shape === "changes" };
  // The whole order last: an exception that puts it back as it was would hide what a refused PUT changed.
  return exceptions === null ? [withAll] : [...wholeOf(exceptions.whole), partOf(exceptions.part), withAll];
}

/** Other values for the shipping fields, the lines and the further members that an order shows. */
async function furtherValues(t: Check, order: SeenOrder, taken: readonly string[]): Promise<Values> {
  const fields = SHIPPING_FIELDS.filter((field) => order.record[field] !== undefined);
  const more = oneMore(order.record);
  const lines = more !== null && taken.includes(more.member) ? { [more.member]: more.lines } : {};
  return {
    ...(await otherValues(t, order, fields, "refused put")),
    ...(await foreignValues(t, order)),
    ...lines,
  };
}

/**
 * All accepted fields together, and some alone; each alone at effort thorough.
 * @param shapes the shapes in which an open order accepted the fields
 */
export function shippingAttempts(
  t: Check,
  status: OrderStatus,
  shapes: ReadonlyMap<string, Shape>,
): readonly Attempt[] {
  const known: readonly string[] = shapes.size > 0 ? [...shapes.keys()] : SHIPPING_FIELDS;
  const alone = t.affords("purchase-orders.fields-alone")
    ? known
    : (exceptionsIn(status, t.settings.seed)?.details ?? []);
  return [
    {
      change: SHIPPING,
      shape: "shipping-fields",
      words: "shipping details (all fields)",
      isTelling: shapes.size > 0,
      values: async (order) => [await otherValues(t, order, known, "refused shipping details")],
      own: (order) => ownValues(order, known),
    },
    ...alone.map((field) => ({
      ...fieldAlone(t, SHIPPING, field),
      isTelling: shapes.get(field) === "changes",
    })),
  ];
}
