import { isObject } from "../service/body.js";

const OWN_TIMESTAMPS = new Set(["created_at", "modified_at", "voided_at", "ship_date"]);

/**
 * Says the same in another way, as the contract allows: keys in reverse order, an extra null member in every
 * object that is not empty, timestamps with an offset and with or without a fraction.
 */
export function dress(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dress);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).reverse();
  if (entries.length === 0) return value;
  const dressed = entries.map(([key, member]) => [
    key,
    OWN_TIMESTAMPS.has(key) && typeof member === "string" ? withOffset(member) : dress(member),
  ]);
  return { x_remark: null, ...Object.fromEntries(dressed) };
}

/** The same instant at +02:00; a whole second has no fraction when it is even. */
function withOffset(text: string): string {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return text;
  const local = new Date(at + 2 * 3_600_000).toISOString().slice(0, -1);
  const digits = at % 2000 === 0 ? local.slice(0, -4) : `${local}000`;
  return `${digits}+02:00`;
}
