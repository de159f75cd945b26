/** A JSON object from the wire. */
export type Raw = Readonly<Record<string, unknown>>;

/** True for a JSON object, false for arrays and null. */
export function isObject(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
