import { type OrderStatus, SHIPPING_FIELDS, type ShippingField } from "../../../contract/purchase-orders.js";
import { oneMore } from "../../../oracles/purchase-orders/lines.js";
import type { Check } from "../../check/check.js";
import { type Attempt, fieldAlone } from "./attempts.js";
import { originals, ownValues, PUT, type Shape, type Values } from "./changes.js";
import { TEXTS } from "./fields.js";
import type { SeenOrder } from "./history.js";
import { otherValues } from "./other-values.js";
import { foreignValues } from "./smuggling.js";

/** What is known of PUT from a draft. */
interface KnownPut {
  /** The shape that the draft accepted, or null. */
  readonly shape: Shape | null;
  /** Further members that it accepted. */
  readonly taken: readonly string[];
}

/** A kind of PUT for which a service may make an exception: texts in the whole order, one field alone, or no change. */
type Exception = "texts" | ShippingField | "nothing";

/** The exceptions that are tried, besides PUT with other values for everything: some in each status, for thrift. */
const EXCEPTIONS: Readonly<Record<OrderStatus, readonly Exception[]>> = {
  draft: [],
  open: ["texts", "note_to_supplier"],
  receiving: ["tracking_number"],
  received: ["nothing"],
  cancelled: ["nothing"],
  closed: ["payment_status"],
};

/** PUT with other values for all that an order shows, and as services may accept it by exception in a status. */
export function putAttempts(t: Check, status: OrderStatus, put: KnownPut): readonly Attempt[] {
  const exceptions = EXCEPTIONS[status].filter((kind) => kind !== "texts" || put.taken.length > 0);
  // The whole order last: an exception that puts it back as it was would hide what a refused PUT changed.
  return [...exceptions.map((kind) => exceptionalPut(t, kind, put)), wholePut(t, put)];
}

function wholePut(t: Check, { shape, taken }: KnownPut): Attempt {
  return {
    change: PUT,
    shape: shape ?? "record",
    words: "PUT",
    isKnownGood: shape !== null,
    values: async (order) => {
      const texts = await otherTexts(t, order);
      return taken.length === 0 ? [texts] : [{ ...(await furtherValues(t, order, taken)), ...texts }, texts];
    },
    own: (order) => ({ ...originals(t, PUT, order), ...ownValues(order, taken) }),
  };
}

function exceptionalPut(t: Check, kind: Exception, { shape }: KnownPut): Attempt {
  const whole = {
    change: PUT,
    shape: shape ?? "record",
    own: (order: SeenOrder) => originals(t, PUT, order),
  };
  switch (kind) {
    case "texts": {
      const words = "PUT with other texts alone";
      return { ...whole, words, isKnownGood: shape !== null, values: async (o) => [await otherTexts(t, o)] };
    }
    case "nothing":
      return { ...whole, words: "PUT without a change", isKnownGood: false, values: async () => [{}] };
    default:
      return { ...fieldAlone(t, PUT, kind), isKnownGood: shape === "changes" };
  }
}

function otherTexts(t: Check, order: SeenOrder): Promise<Values> {
  const present = TEXTS.filter((field) => order.record[field] !== undefined);
  return otherValues(t, order, present.length > 0 ? present : TEXTS, 7);
}

/** Other values for the shipping fields, the lines and the further members that an order shows. */
async function furtherValues(t: Check, order: SeenOrder, taken: readonly string[]): Promise<Values> {
  const fields = SHIPPING_FIELDS.filter((field) => order.record[field] !== undefined);
  const more = oneMore(order.record);
  const lines = more !== null && taken.includes(more.member) ? { [more.member]: more.lines } : {};
  return { ...(await otherValues(t, order, fields, 7)), ...(await foreignValues(t, order)), ...lines };
}
