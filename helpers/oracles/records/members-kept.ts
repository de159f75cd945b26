import type { Raw } from "../../wire/raw.js";
import { SHIPMENT_MEMBERS } from "./forms.js";
import { STATUS } from "./shipments-beside.js";

// What a shipment shows of itself after a change that concerns one member alone.

/** The states in the order in which shipments reach them. */
const COURSE: readonly unknown[] = ["pending", "processing", "label_purchased"];

/** Names of the members, but for one, that a shipment showed filled in and now shows empty, in the same form. */
export function emptiedIn(before: Raw, after: Raw, changed: string): readonly string[] {
  return SHIPMENT_MEMBERS.filter(
    (name) => name !== changed && !isEmpty(before[name]) && isEmpty(after[name]),
  );
}

/** Whether a shipment is in a state that comes before its former one. */
export function wentBack(before: Raw, after: Raw): boolean {
  const now = COURSE.indexOf(after[STATUS]);
  return now >= 0 && now < COURSE.indexOf(before[STATUS]);
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}
