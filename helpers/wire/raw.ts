import type { Answer } from "./exchange.js";

/** A JSON object from the wire. */
export type Raw = Readonly<Record<string, unknown>>;

/** The JSON that an answer holds; undefined where none came, or something else. */
export function jsonOf(answer: Answer | null | undefined): unknown {
  return answer?.body.kind === "json" ? answer.body.value : undefined;
}

/** The JSON object that an answer is; null where it is none. */
export function objectOf(answer: Answer | null | undefined): Raw | null {
  const value = jsonOf(answer);
  return isObject(value) ? value : null;
}

/** True for a JSON object, false for arrays and null. */
export function isObject(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
