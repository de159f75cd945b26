import { urlOf } from "./url.js";

/**
 * String formats that the schemas use, as narrow as the contract and no narrower.
 */

// ISO 8601, extended or basic form: date, then optionally time, fraction and zone.
const extended =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;
const basic =
  /^(\d{4})(\d\d)(\d\d)(?:[Tt](\d\d)(?:(\d\d)(?:(\d\d)(?:[.,](\d+))?)?)?([Zz]|[+-]\d\d(?:\d\d)?)?)?$/;

// A time on a day of the year, or of a week.
const otherDays =
  /^(\d{4})-(?:([0-3]\d\d)|W([0-5]\d)-([1-7]))([Tt](?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?)$/;

const DAY_MS = 86_400_000;

const DATE = /^\d{4}-?\d\d-?\d\d$/;

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The same time on a day of a month; null unless its day is one of a year or of a week. */
function inMonths(text: string): string | null {
  const found = otherDays.exec(text);
  if (found === null) return null;
  const [, year = "", dayOfYear, week, weekday, time] = found;
  // The fourth of January is always in the first week.
  const fourth = new Date(`${year}-01-04`);
  const dayFrom = (monday: number) => monday + (Number(week) - 1) * 7 + Number(weekday) - 1;
  const day = dayOfYear === undefined ? dayFrom(4 - ((fourth.getUTCDay() + 6) % 7)) : Number(dayOfYear);
  const date = new Date(fourth.getTime() + (day - 4) * DAY_MS);
  return date.toISOString().slice(0, 10) + time;
}

/** The parts of a timestamp if their numbers are possible, otherwise null. */
function parts(text: string): RegExpExecArray | null {
  const found = extended.exec(text) ?? basic.exec(text) ?? extended.exec(inMonths(text) ?? "");
  if (found === null) return null;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0));
  const inRange = (value: number | undefined, least: number, most: number) =>
    value !== undefined && value >= least && value <= most;
  const possible =
    inRange(month, 1, 12) &&
    inRange(day, 1, daysIn(year ?? 0, month ?? 0)) &&
    inRange(hour, 0, 24) &&
    inRange(minute, 0, 59) &&
    inRange(second, 0, 60);
  return possible ? found : null;
}

/** A date, or a date with a time; zone and fraction are free. */
export function isTimestamp(text: string): boolean {
  return parts(text) !== null;
}

/** Milliseconds since 1970 at a timestamp, in UTC if it names no zone, at midnight if no time; null if it is none. */
export function epochOf(text: string): number | null {
  const found = parts(text);
  if (found === null) return null;
  const [, year, month, day, hours = "0", minutes = "0", seconds = "0", fraction = "", zone = ""] = found;
  const ofDay = (Number(hours) * 60 + Number(minutes) - minutesAhead(zone)) * 60 + Number(seconds);
  return Date.parse(`${year}-${month}-${day}`) + ofDay * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

/** Minutes by which the clocks of a zone are ahead of UTC. */
function minutesAhead(zone: string): number {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}

/** A timestamp that is not just a date; text that is not a timestamp passes. */
export function hasTimeOfDay(text: string): boolean {
  return !DATE.test(text) || !isTimestamp(text);
}

/** A timestamp with an offset or Z. */
export function isOffsetTimestamp(text: string): boolean {
  return parts(text)?.[8] !== undefined;
}

/**
 * An address, absolute or relative: not empty, and possible to follow. Blanks tell other texts from it, but in a query
 * they may be the values that were asked for, not encoded.
 */
export function isUrl(text: string): boolean {
  return text !== "" && !/^[^?]*[\s\p{Cc}]/u.test(text) && urlOf(text, "https://service.invalid/") !== null;
}

/** What each format requires, in words. */
export const formatWords: Readonly<Record<string, string>> = {
  "plimsoll-timestamp": "an ISO 8601 timestamp",
  "plimsoll-time-of-day": "a timestamp with a time of day",
  "plimsoll-offset-timestamp": "an ISO 8601 timestamp with an offset or Z",
  "plimsoll-url": "an address",
};

/** The formats by the names that the schemas use. */
export const formats = {
  "plimsoll-timestamp": isTimestamp,
  "plimsoll-time-of-day": hasTimeOfDay,
  "plimsoll-offset-timestamp": isOffsetTimestamp,
  "plimsoll-url": isUrl,
} as const;
