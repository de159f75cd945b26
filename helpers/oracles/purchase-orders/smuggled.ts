import { SHIPPING_FIELDS } from "../../contract/purchase-orders.js";
import type { Raw } from "../../wire/raw.js";
import { objectsIn } from "../../wire/search.js";

/**
 * Names of members that were sent along with a shipping field, are none, and that the order now shows as sent.
 * @param plain those of them that may be shipping fields under another name
 */
export function smuggledBy(sent: Raw, plain: Raw, record: Raw): readonly string[] {
  return Object.keys(sent).filter(
    (name) => isTaken(sent[name], record[name]) && !(name in plain && isAlsoDetail(sent[name], record)),
  );
}

/** A service may add members to the lines it stores, but not change their number. */
function isTaken(sent: unknown, shown: unknown): boolean {
  return Array.isArray(sent) ? Array.isArray(shown) && shown.length === sent.length : shown === sent;
}

/** Whether a shipping field shows a value: then the member that shows it too is that field under another name. */
function isAlsoDetail(sent: unknown, record: Raw): boolean {
  return objectsIn(record).some((value) => SHIPPING_FIELDS.some((field) => value[field] === sent));
}
