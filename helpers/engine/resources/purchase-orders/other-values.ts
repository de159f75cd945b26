import { withDetails } from "../../../oracles/purchase-orders/orders.js";
import { ownText } from "../../../oracles/purchase-orders/own-texts.js";
import type { Check } from "../../check/check.js";
import { readGiven } from "./bodies.js";
import { SHIPPING, type Values } from "./changes.js";
import type { SeenOrder } from "./history.js";
import { neighboursOf } from "./listed.js";

const DAY_MS = 86_400_000;

/** Values that such services usually accept, where the account itself shows no second one. */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  shipping_carrier: ["Plimsoll Lines", "Plimsoll Ferries"],
  payment_terms: ["net 30", "net 60"],
  payment_status: ["paid", "unpaid"],
  currency_code: ["USD", "EUR"],
};
const DATES: ReadonlySet<string> = new Set(["order_date", "expected_delivery_date"]);

/** Whether a shipping field holds a date. */
export function isDateField(field: string): boolean {
  return DATES.has(field);
}

/** How a note goes on: long enough to show where a service cuts it, with signs that it may escape. */
const PROSE = ": ring at gate 4, Quay & Sons";

/** What values are sent for. The number stands in the texts, so that one shows which request wrote it. */
const PURPOSES = {
  draft: 1,
  "rest of a draft": 2,
  "each field alone": 3,
  "fields together": 5,
  smuggling: 6,
  "refused put": 7,
  "refused shipping details": 8,
  "shipping details of a draft": 9,
  "cancelled order": 10,
  "refused put of one field": 11,
  "odd bodies": 12,
  "just opened": 13,
} as const;
type Purpose = keyof typeof PURPOSES;

/** The text to send for a purpose. @param place tells it from the others that are sent for that */
export function textFor({ settings }: Check, purpose: Purpose, place: string): string {
  return ownText(settings.run, `${PURPOSES[purpose]}${place}`);
}

/** Texts that other orders show for members of an order, other than its own there. */
export async function textsElsewhere(
  t: Check,
  { id, record }: SeenOrder,
  names: readonly string[],
): Promise<Values> {
  const others = await neighboursOf(t, id);
  const found = names.map((name) => {
    const texts = others.map((other) => other.record[name]).filter((value) => typeof value === "string");
    return [name, texts.find((text) => text !== record[name])] as const;
  });
  return Object.fromEntries(
    found.filter(([name, text]) => text !== undefined && typeof record[name] === "string"),
  );
}

/** A date too distant for an order to have. */
const SOME_DAY = "2031-05-06T00:00:00Z";
/** How long a date without a time is. */
const DAY_LETTERS = "2031-05-06".length;

/**
 * Another value for a shipping field of a purchase order: a date one day later in the same spelling, or a distant one
 * as other orders spell theirs; a value that another order of the account shows, a common one, or for texts a made-up
 * one.
 *
 * @param current what the order shows; undefined when it does not show the field
 * @param seen values that other orders show, and one that is configured
 * @param text the text to make up
 */
export function otherValue(
  field: string,
  current: unknown,
  seen: readonly unknown[],
  text: string,
): string | number {
  if (isDateField(field)) {
    if (typeof current === "string") return dayAfter(current);
    return seen.some(isBareDay) ? SOME_DAY.slice(0, DAY_LETTERS) : SOME_DAY;
  }
  const common = COMMON[field];
  if (common !== undefined) {
    const usable = [...seen, ...common].filter((value) => typeof value === "string" && value !== "");
    const other = usable.find((value) => !sameText(value, current));
    if (typeof other === "string") return other;
  }
  if (typeof current === "number") return current + 1;
  return sameText(text, current) ? `${text}-B` : text;
}

/** The day after, in the format of the given day; a text that is not a date becomes a fixed date. */
function dayAfter(text: string): string {
  const at = Date.parse(text);
  if (Number.isNaN(at)) return SOME_DAY;
  const later = new Date(at + DAY_MS).toISOString();
  return isBareDay(text) ? later.slice(0, DAY_LETTERS) : later;
}

/** Whether a value is a date without a time. */
function isBareDay(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
}

function sameText(left: unknown, right: unknown): boolean {
  return String(left).toLowerCase() === String(right).toLowerCase();
}

/** Another value for each of the fields of an order; see `otherValue`. */
export async function otherValues(
  t: Check,
  { id, record }: SeenOrder,
  fields: readonly string[],
  purpose: Purpose,
): Promise<Values> {
  const others = await neighboursOf(t, id);
  const given = readGiven(t.settings.bodies[SHIPPING.operation], record)?.members ?? {};
  const [current, elsewhere] = [withDetails(record), others.map((other) => withDetails(other.record))];
  return Object.fromEntries(
    fields.map((field) => {
      const seen = [...elsewhere.map((other) => other[field]), given[field]];
      // With the field's initial, so that a text shows which field it was sent for.
      const own = textFor(t, purpose, field.slice(0, 1).toUpperCase());
      const text = field === "note_to_supplier" ? `${own}${PROSE}` : own;
      return [field, otherValue(field, current[field], seen, text)];
    }),
  );
}
