import { escapeStep, isObject } from "../contract/json.js";
import { parseInstant } from "./instant.js";

/** One place where two readings differ. */
export interface Change {
  /** JSON Pointer. */
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The innermost places where two values differ; the order of members does not count. */
export function changes(before: unknown, after: unknown, pointer = ""): readonly Change[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changes(before[name], after[name], `${pointer}/${escapeStep(name)}`));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((value: unknown, at) => changes(value, after[at], `${pointer}/${at}`));
  }
  const same = Object.is(before, after) || JSON.stringify(before) === JSON.stringify(after);
  return same ? [] : [{ pointer, before, after }];
}

/** The pointers at which two readings differ although nobody changed anything in between. */
export function restlessIn(one: unknown, other: unknown): ReadonlySet<string> {
  return new Set(changes(one, other).map(({ pointer }) => pointer));
}

/**
 * Whether a member shows the sent value: the same time in another spelling is the same value, and an object may spell a
 * sent code out.
 */
export function shows(sent: unknown, shown: unknown): boolean {
  if (isObject(shown) && (typeof sent === "string" || typeof sent === "number"))
    return Object.values(shown).some((value) => shows(sent, value));
  if (typeof sent !== "string" || typeof shown !== "string") {
    return String(sent) === String(shown);
  }
  if (sent.trim().toLowerCase() === shown.trim().toLowerCase()) return true;
  const [left, right] = [parseInstant(sent), parseInstant(shown)];
  if (left !== null && right !== null) return left.epochNs === right.epochNs;
  return DATE.test(sent) && DATE.test(shown) && sent.slice(0, 10) === shown.slice(0, 10);
}

const DATE = /^\d{4}-\d\d-\d\d/;
