import type { Raw } from "../../wire/raw.js";
import { SHIPMENT_MEMBERS } from "./forms.js";

// What a shipment shows of itself after a change that concerns one member alone.

/** Names of the members, but for one, that a shipment showed filled in and now shows empty, in the same form. */
export function emptiedIn(before: Raw, after: Raw, changed: string): readonly string[] {
  return SHIPMENT_MEMBERS.filter(
    (name) => name !== changed && !isEmpty(before[name]) && isEmpty(after[name]),
  );
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}
