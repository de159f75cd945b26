import type { Answered } from "../../wire/exchange.js";
import type { Raw } from "../../wire/raw.js";
import { FREE_TEXTS, TEXTS } from "./fields.js";
import type { Order } from "./orders.js";
import { deniesField } from "./outcome.js";

/** A made-up text of a run. @param what makes it differ from the run's other ones */
export function ownText(run: string, what: string | number): string {
  return `PLIMSOLL-${run}-${what}`;
}

/** Whether a value is a made-up text of this run: another one may change the same orders. */
export function isOwnText(run: string, value: unknown): boolean {
  return typeof value === "string" && value.toLowerCase().startsWith(ownText(run, "").toLowerCase());
}

/** How the made-up texts of any run begin. */
const OF_A_RUN = /^plimsoll-[\da-f]{8}-/i;

/** The texts that orders showed at first, and whether another run has changed any since. */
export class TextsOfOthers {
  readonly #first = new Map<string, unknown>();
  #areSeen = false;

  constructor(private readonly run: string) {}

  /**
   * Whether a text of another run was seen to come or to go. One that stays as it was at first may be left from a run that
   * was killed.
   */
  get areSeen(): boolean {
    return this.#areSeen;
  }

  /** Notes what an order shows. */
  note({ id, record }: Pick<Order, "id" | "record">): void {
    for (const field of TEXTS) {
      const [key, now] = [`${field} of ${id}`, record[field]];
      // A list need not show everything.
      if (now === undefined) continue;
      if (!this.#first.has(key)) this.#first.set(key, now);
      const was = this.#first.get(key);
      const isOthers = this.#isOfOthers(now) || (this.#isOfOthers(was) && !isOwnText(this.run, now));
      if (isOthers && now !== was) this.#areSeen = true;
    }
  }

  /** Whether an order shows a text of another run. */
  isMarked({ record }: Pick<Order, "record">): boolean {
    return TEXTS.some((field) => this.#isOfOthers(record[field]));
  }

  #isOfOthers(value: unknown): boolean {
    return typeof value === "string" && OF_A_RUN.test(value) && !isOwnText(this.run, value);
  }
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
