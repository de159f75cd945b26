import { escapeStep } from "../../contract/json.js";
import { SHIPPING_FIELDS } from "../../contract/purchase-orders.js";
import type { Raw } from "../../wire/raw.js";
import { objectsIn } from "../../wire/search.js";
import { otherCargo } from "./lines.js";

/**
 * Names of members that were sent along with a shipping field, are none, and that the order now shows as sent; lines also
 * if it shows other quantities than before.
 * @param plain those of them that may be shipping fields under another name
 */
export function smuggledBy(sent: Raw, plain: Raw, before: Raw, after: Raw): readonly string[] {
  const cargo = otherCargo(before, after).map(({ pointer }) => pointer);
  const hasOtherLines = (name: string) => Array.isArray(sent[name]) && cargo.includes(`/${escapeStep(name)}`);
  return Object.keys(sent).filter(
    (name) =>
      hasOtherLines(name) ||
      (isTaken(sent[name], after[name]) && !(name in plain && isAlsoDetail(sent[name], after))),
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
