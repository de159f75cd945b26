import { isShippingField, SHIPPING_FIELDS, type ShippingField } from "../../contract/purchase-orders.js";
import { changes, shows } from "../../wire/changes.js";
import type { Raw } from "../../wire/raw.js";
import { keepsLast, keepsNumbers, oneMore } from "./lines.js";
import { withDetails } from "./orders.js";

/** A member that an accepted request set but the order does not show. */
export interface LostValue {
  readonly field: string;
  /** JSON Pointer of the place that shows it. */
  readonly pointer: string;
  readonly sent: unknown;
  readonly shown: unknown;
  /** Whether the order still shows what it showed before. */
  readonly isFormer: boolean;
}

/** What became of sent values: the members that could be judged, and those that were lost. */
export interface Arrival<L extends LostValue = LostValue> {
  readonly judged: readonly string[];
  readonly lost: readonly L[];
}

/** What became of values that an accepted request sent; lines are judged by the quantities of `oneMore`. */
export function arrivalOf(values: Raw, former: Raw, now: Raw): Arrival {
  const [before, after] = [withDetails(former), withDetails(now)];
  const isNew = (field: string) =>
    showsField(field, values[field], after[field]) && !showsField(field, values[field], before[field]);
  // Where an object inside shows the fields, a service may take them in such an object alone, and ignore others.
  const isHeard = before === former || SHIPPING_FIELDS.some((field) => field in values && isNew(field));
  const lostOf = (field: string) =>
    isHeard || !isShippingField(field) ? lostField(field, values, before, after) : null;
  const each = Object.keys(values).map((field) => {
    const lost = Array.isArray(values[field]) ? lostLines(field, before, after) : lostOf(field);
    return { field, lost };
  });
  return {
    judged: each.filter(({ lost }) => lost !== null).map(({ field }) => field),
    lost: each.flatMap(({ lost }) => lost ?? []),
  };
}

function lostField(field: string, values: Raw, before: Raw, after: Raw): readonly LostValue[] | null {
  const isLost = notApplied(field, values, before, after);
  if (isLost === null) return null;
  const shown = after[field];
  const isFormer = changes(before[field], shown).length === 0;
  return isLost ? [{ field, pointer: `/${field}`, sent: values[field], shown, isFormer }] : [];
}

/** The quantity of the first line; if that was applied, that of the last line. */
function lostLines(field: string, before: Raw, after: Raw): readonly LostValue[] | null {
  const more = oneMore(before);
  const isLost = more?.member === field ? keepsNumbers(more, before, after) : null;
  if (more === null || isLost === null) return null;
  const { number, lines, sent, last } = more;
  const lostAt = (line: number, due: number, shown: number) => [
    { field, pointer: `/${field}/${line}/${number}`, sent: due, shown, isFormer: true },
  ];
  if (isLost) return lostAt(0, sent, sent - 1);
  return last !== null && keepsLast(more, before, after) ? lostAt(lines.length - 1, last, last - 2) : [];
}

/** Fields that hold a text of any kind. */
export const TEXTS: readonly ShippingField[] = ["note_to_supplier", "reference_number", "tracking_number"];
/**
 * Texts that nothing depends on: they are stored unchanged, and no status has rules for them. The number of a parcel may
 * be normalised, have to be a real one, or be dropped with the parcel.
 */
export const FREE_TEXTS: readonly string[] = ["note_to_supplier", "reference_number"];
/** A text for people, in which letter case counts. */
const PROSE = "note_to_supplier";

/**
 * Whether a field does not show what was sent: it shows the old value, nothing, what was sent for another field or, for
 * a free text, another text. Null if the order does not show the field at all.
 */
export function notApplied(field: string, values: Raw, before: Raw, after: Raw): boolean | null {
  const [old, now] = [before[field], after[field]];
  if (old === undefined && now === undefined) return null;
  if (showsField(field, values[field], now)) return false;
  const formers = [old, ...Object.values(values)];
  return (
    now === undefined ||
    now === null ||
    formers.some((each) => shows(each, now)) ||
    FREE_TEXTS.includes(field)
  );
}

function showsField(field: string, sent: unknown, shown: unknown): boolean {
  const isProse = field === PROSE && typeof sent === "string" && typeof shown === "string";
  return isProse ? sent.trim() === shown.trim() : shows(sent, shown);
}

/** Whether two readings lost a value in the same way: they show the same, or each time something else made of it. */
export function isSameLoss(one: LostValue, other: LostValue): boolean {
  if (one.pointer !== other.pointer) return false;
  return changes(one.shown, other.shown).length === 0 || (isMadeOf(one) && isMadeOf(other));
}

/** Whether what is shown contains the text that was sent, such as one that is appended to the former one. */
function isMadeOf({ sent, shown }: LostValue): boolean {
  return typeof sent === "string" && typeof shown === "string" && sent !== "" && shown.includes(sent);
}
