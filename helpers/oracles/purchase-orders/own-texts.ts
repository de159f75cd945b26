import type { Answered } from "../../wire/exchange.js";
import type { Raw } from "../../wire/raw.js";
import { FREE_TEXTS } from "./fields.js";
import { deniesField } from "./outcome.js";

/** A made-up text of a run. @param what makes it differ from the run's other ones */
export function ownText(run: string, what: string | number): string {
  return `PLIMSOLL-${run}-${what}`;
}

/** Whether a value is a made-up text of this run: another one may change the same orders. */
export function isOwnText(run: string, value: unknown): boolean {
  return typeof value === "string" && value.toLowerCase().startsWith(ownText(run, "").toLowerCase());
}

/**
 * Whether a request with one free text of this run is refused by errors that all name its field.
 * @param isTaken whether another state of an order takes such a text there
 */
export function deniesFreeText(
  run: string,
  { values, exchange }: { readonly values: Raw; readonly exchange: Answered },
  isTaken: (field: string) => boolean,
): boolean {
  const [[field, value] = [], ...others] = Object.entries(values);
  if (field === undefined || others.length > 0) return false;
  const isFree = FREE_TEXTS.includes(field) && isOwnText(run, value);
  return isFree && isTaken(field) && deniesField(exchange.answer, field);
}
