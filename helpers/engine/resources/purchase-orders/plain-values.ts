import { isShippingField, SHIPPING_FIELDS } from "../../../contract/purchase-orders.js";
import type { Raw } from "../../../wire/raw.js";
import { isComputed } from "./bodies.js";
import type { Values } from "./changes.js";

/** Members by which a service tells records, versions or addresses, and which a client has no reason to send. */
const TECHNICAL =
  /(^|_)(ids?|version|revision|etag|hash|token|key|urls?|href|links?|type|object|date|time)$/i;
/** How much is added to a number: so much that no counter gets there by itself. */
const FAR = 4711;

/**
 * Other values for the texts and numbers that an order shows and that are neither shipping fields nor ids, times or
 * computed by the service: a value that several of the other orders share, otherwise a made-up one. A member that may
 * be a shipping field under another name is left out: the contract does not show the record.
 *
 * @param others what other orders show
 * @param text the text to make up for a member
 */
export function otherPlain(record: Raw, others: readonly Raw[], text: (name: string) => string): Values {
  const unshown = SHIPPING_FIELDS.filter((field) => record[field] === undefined);
  const names = Object.keys(record).filter(
    (name) => isPlain(name, record[name]) && !unshown.some((field) => mayBe(field, name)),
  );
  return Object.fromEntries(
    names.map((name) => {
      const seen = others.map((other) => other[name]);
      return [name, otherOf(record[name], seen, text(name))];
    }),
  );
}

function isPlain(name: string, value: unknown): boolean {
  if (isShippingField(name) || isComputed(name) || TECHNICAL.test(name)) return false;
  // To a number beyond those, adding may change nothing.
  if (typeof value === "number") return Math.abs(value) < Number.MAX_SAFE_INTEGER - FAR;
  return typeof value === "string" && !/^(se-\d+$|\d{4}-\d\d-\d\d)/.test(value);
}

/** Whether a member has a word in common with a shipping field. */
function mayBe(field: string, name: string): boolean {
  return field.split("_").some((word) => word !== "to" && name.toLowerCase().includes(word));
}

function otherOf(value: unknown, seen: readonly unknown[], text: string): unknown {
  if (typeof value === "number") return value + FAR;
  const shared = seen.find(
    (each, at) => typeof each === "string" && each !== "" && each !== value && seen.indexOf(each) !== at,
  );
  return shared ?? text;
}
