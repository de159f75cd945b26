import { isObject } from "../contract/json.js";
import type { Answer } from "./exchange.js";

/** A JSON object from the wire. */
export type Raw = Readonly<Record<string, unknown>>;

/** The JSON of an answer; undefined if there is none. */
export function jsonOf(answer: Answer | null | undefined): unknown {
  return answer?.body.kind === "json" ? answer.body.value : undefined;
}

/** The JSON object of an answer; null if it is not one. */
export function objectOf(answer: Answer | null | undefined): Raw | null {
  const value = jsonOf(answer);
  return isObject(value) ? value : null;
}
