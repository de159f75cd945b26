/** A point in time as a service printed it. */
export interface Instant {
  /** As printed; to be sent as the bound when a boundary is judged. */
  readonly text: string;
  /** Nanoseconds since 1970 UTC; digits beyond the ninth are cut off. */
  readonly epochNs: bigint;
  /** Number of digits after the second's decimal point; 0 if none. */
  readonly fractionDigits: number;
  /** How much is hidden at most behind the last digit: a minute if no seconds are printed. */
  readonly hiddenNs: bigint;
  /** False if no zone is printed; then UTC is assumed. */
  readonly hasZone: boolean;
}

export const NANOSECOND = 1n;
export const MICROSECOND = 1_000n;
export const MILLISECOND = 1_000_000n;
export const SECOND = 1_000_000_000n;
export const MINUTE = 60n * SECOND;
export const HOUR = 60n * MINUTE;
export const DAY = 24n * HOUR;
export const YEAR = 365n * DAY;

const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?)?$/;

/**
 * Reads an ISO 8601 date and time in extended form, with or without fraction and zone.
 * @returns null for anything else: a date alone, another format, a day that the calendar lacks
 */
export function parseInstant(value: unknown): Instant | null {
  if (typeof value !== "string") return null;
  const known = parsed.get(value);
  if (known !== undefined) return known;
  const instant = parse(value);
  if (parsed.size < MOST_KEPT) parsed.set(value, instant);
  return instant;
}

/** A cache: every check of a list reads the same few hundred timestamps. */
const parsed = new Map<string, Instant | null>();
const MOST_KEPT = 20_000;

function parse(value: string): Instant | null {
  const parts = SHAPE.exec(value);
  if (parts === null) return null;
  const at = (group: number): number => Number(parts[group] ?? 0);
  const [year, month, day, hour, minute, second] = [at(1), at(2), at(3), at(4), at(5), at(6)];
  const fraction = parts[7] ?? "";
  if (!isCalendarDay(year, month, day) || !isTimeOfDay(hour, minute, second, fraction)) return null;
  if (at(10) > 23 || at(11) > 59) return null;
  const offsetMinutes = (at(10) * 60 + at(11)) * (parts[9] === "-" ? -1 : 1);
  const midnight = dayStart(year, month, day);
  const seconds = midnight / 1000 + hour * 3600 + (minute - offsetMinutes) * 60 + second;
  return {
    text: value,
    epochNs: BigInt(seconds) * SECOND + BigInt(fraction.slice(0, 9).padEnd(9, "0")),
    fractionDigits: fraction.length,
    hiddenNs: parts[6] === undefined ? MINUTE : unitOf(fraction.length),
    hasZone: parts[8] !== undefined || parts[9] !== undefined,
  };
}

/** Negative if `left` is earlier, 0 if both are the same instant. */
export function compareInstants(left: Instant, right: Instant): number {
  if (left.epochNs === right.epochNs) return 0;
  return left.epochNs < right.epochNs ? -1 : 1;
}

/** Whether two printed times may be one: printed with fewer digits, or one of them without its zone. */
export function mayBeSame(one: Instant, other: Instant): boolean {
  if (one.hasZone !== other.hasZone) return true;
  const apart = one.epochNs - other.epochNs;
  const least = longest(hiddenOrSecond(one), hiddenOrSecond(other));
  return apart < least && apart > -least;
}

/** What a printed time may hide, a second at least: services round times, and cut them off, to seconds. */
export function hiddenOrSecond({ hiddenNs }: Instant): bigint {
  return longest(hiddenNs, SECOND);
}

/** The longer of two spans. */
export function longest(one: bigint, other: bigint): bigint {
  return one < other ? other : one;
}

/** One unit of the last digit of a fraction. */
function unitOf(fractionDigits: number): bigint {
  return SECOND / 10n ** BigInt(Math.min(9, fractionDigits));
}

/** The first and the last second that a timestamp with four digits for the year can say. */
const FIRST = BigInt(Date.parse("0001-01-01T00:00:00Z")) * MILLISECOND;
const LAST = BigInt(Date.parse("9999-12-31T23:59:59Z")) * MILLISECOND;

/**
 * The instant that is `shiftNs` nanoseconds later, to be sent as a bound; within the years of four digits. It is in UTC
 * with Z, so that the query needs no plus sign; without zone if the service prints none, so that the service reads the
 * bound as its own. For the instant itself use `text`: a boundary is judged with exactly what the service printed.
 */
export function shifted(instant: Instant, shiftNs: bigint): Instant {
  const wanted = instant.epochNs + shiftNs;
  const epochNs = wanted < FIRST ? FIRST : wanted > LAST ? LAST : wanted;
  const nanos = ((epochNs % SECOND) + SECOND) % SECOND;
  const whole = new Date(Number((epochNs - nanos) / MILLISECOND)).toISOString().slice(0, 19);
  const printed = nanos.toString().padStart(9, "0");
  const needed = printed.replace(/0+$/, "").length;
  const digits = Math.min(9, Math.max(instant.fractionDigits, needed > 3 ? needed : needed > 0 ? 3 : 0));
  const fraction = digits === 0 ? "" : `.${printed.slice(0, digits)}`;
  const text = `${whole}${fraction}${instant.hasZone ? "Z" : ""}`;
  return { text, epochNs, fractionDigits: digits, hiddenNs: unitOf(digits), hasZone: instant.hasZone };
}

/** The start of a day in milliseconds; `Date.UTC` alone would read the years 0 to 99 as 1900 to 1999. */
function dayStart(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(dayStart(year, month, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Midnight may be written 24:00:00 and a leap second 60. */
function isTimeOfDay(hour: number, minute: number, second: number, fraction: string): boolean {
  if (hour === 24) return minute === 0 && second === 0 && /^0*$/.test(fraction);
  return hour < 24 && minute < 60 && second <= 60;
}
