import { shows } from "../../wire/changes.js";
import type { Raw } from "../../wire/raw.js";

/** Free texts are stored unchanged; a service may normalise anything else. */
const FREE_TEXT: readonly string[] = ["note_to_supplier", "reference_number"];

/**
 * Whether a field does not show what was sent: it shows the old value, nothing, what was sent for another field or, for
 * a free text, another text. Null if the order does not show the field at all.
 */
export function notApplied(field: string, values: Raw, before: Raw, after: Raw): boolean | null {
  const [old, now] = [before[field], after[field]];
  if (old === undefined && now === undefined) return null;
  if (shows(values[field], now)) return false;
  const formers = [old, ...Object.values(values)];
  return (
    now === undefined || now === null || formers.some((each) => shows(each, now)) || FREE_TEXT.includes(field)
  );
}
