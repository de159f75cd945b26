import { isObject } from "../../../contract/json.js";
import { memo } from "../../../contract/memo.js";
import { all } from "../../bends.js";
import type { Bend, Call } from "../../service/behaviours.js";
import type { Kept, SortKey } from "../../service/collection.js";
import { invalidValue } from "../../service/problem.js";
import { conditioned } from "./filters.js";
import { isWindow } from "./queries.js";
import { readAs } from "./requests.js";

// Bounds of time windows: refused, compared with other times, or read as other instants.

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1_000;

/** How many milliseconds a time may be later than printed. */
const HIDDEN = 500;

/** Refuses a bound whose other end is not given. */
export const boundAloneRefused = (word: string, bound: string, other: string): Bend =>
  readAs(word, (query) => {
    const text = query[bound];
    if (text !== undefined && query[other] === undefined)
      throw invalidValue(bound, text, `${other} is needed too.`);
    return query;
  });

/** Finds only what is within 31 days of the start. */
export const wideWindowsCut = (word: string): Bend =>
  conditioned(word, "created_at_end", (usual, { query: { created_at_start: start } }) => {
    const { bound } = usual;
    const last = start === undefined ? Number.NaN : Date.parse(start) + 31 * DAY;
    return bound ? { ...usual, holds: (item) => usual.holds(item) && !(item[bound.key] > last) } : usual;
  });

/** Finds only what is within 31 days of a start without an end. */
export const startAloneIsAMonth = (word: string): Bend =>
  conditioned(word, "created_at_start", (usual, { query: { created_at_end: end } }) => {
    const { bound } = usual;
    if (!bound || end !== undefined) return usual;
    const last = bound.at + 31 * DAY;
    return { ...usual, holds: (item) => usual.holds(item) && !(item[bound.key] > last) };
  });

/** Compares an end in whole seconds, and lets in what was created in the second after it. */
export const secondTooMany = (word: string, name: string): Bend =>
  conditioned(word, name, (usual) => {
    const { bound } = usual;
    if (!bound) return usual;
    const last = Math.floor(bound.at / SECOND) + 1;
    return { ...usual, holds: (item) => Math.floor(item[bound.key] / SECOND) <= last };
  });

/** Leaves out items on the bound if the query matches. */
export const exclusive = (
  word: string,
  name: string,
  fits: (value: string, query: Call["query"]) => boolean = () => true,
): Bend =>
  conditioned(word, name, (usual, { query }) => {
    const { bound } = usual;
    if (!bound || !fits(usual.value, query)) return usual;
    return { ...usual, holds: (item) => usual.holds(item) && item[bound.key] !== bound.at };
  });

export const exclusiveWithOffset = (word: string, name: string): Bend =>
  exclusive(word, name, (value) => /[+-]\d{2}:?\d{2}$/.test(value));

export const exclusiveWithoutFraction = (word: string, name: string): Bend =>
  exclusive(word, name, (value) => !value.includes("."));

export const exclusiveInWindow = (word: string, name: string): Bend =>
  exclusive(word, name, (_, query) => isWindow(query));

export const exclusiveInMoment = (word: string, name: string): Bend =>
  exclusive(
    word,
    name,
    (value, { created_at_start: start }) => Date.parse(value) === Date.parse(start ?? ""),
  );

export const exclusiveInSameText = (word: string, name: string): Bend =>
  exclusive(word, name, (value, { created_at_start: start }) => value === start);

/** Compares the bounds of one time with another time of the items. */
const comparing =
  (word: string, key: SortKey, at: (item: Kept) => number): Bend =>
  (does) => ({
    condition: (asked, condition) => {
      const usual = does.condition(asked, condition);
      if (asked.word !== word || usual?.bound?.key !== key) return usual;
      return { ...usual, holds: (item) => usual.holds({ ...item, [key]: at(item) }) };
    },
  });

export const modifiedWindowReadsCreated = (word: string): Bend =>
  comparing(word, "modified", ({ created }) => created);

/** The bounds of a time of modification look at the one that an item had when it was first looked at. */
export const modifiedWindowReadsFormer =
  (word: string): Bend =>
  (does) => {
    const former = new Map<string, number>();
    return comparing(word, "modified", ({ id, modified }) => memo(former, id, () => modified))(does);
  };

/** The bounds take into account half a second that the items do not show. */
export const hiddenDigits = (word: string): Bend =>
  comparing(word, "created", ({ created }) => created + HIDDEN);

/** Exchanges the bounds of a window that ends before it starts. */
export const exchanged =
  (word: string): Bend =>
  ({ condition }) => ({
    condition: (asked, given) => {
      const usual = condition(asked, given);
      const { created_at_start: start = "", created_at_end: end = "" } = asked.call.query;
      if (asked.word !== word || usual?.bound?.key !== "created" || !(Date.parse(start) > Date.parse(end)))
        return usual;
      return usual.name === "created_at_start"
        ? { ...usual, holds: ({ created }) => created >= Date.parse(end) }
        : { ...usual, holds: ({ created }) => created <= Date.parse(start) };
    },
  });

/** Reads the instant of a bound in another way. */
const readBound =
  (word: string, change: (name: string, text: string, read: (text: string) => number) => number): Bend =>
  (does) => ({
    instant: (asked, name, text) =>
      asked.word === word
        ? change(name, text, (other) => does.instant(asked, name, other))
        : does.instant(asked, name, text),
  });

export const microsecondsRefused = (word: string): Bend =>
  readBound(word, (name, text, read) => {
    if (/\.\d{4,}/.test(text)) throw invalidValue(name, text, `${name} must have milliseconds.`);
    return read(text);
  });

function withOffset(view: unknown): unknown {
  return isObject(view) ? { ...view, created_at: String(view.created_at).replace(/Z$/, "+00:00") } : view;
}

/** Shows times of creation with an offset, and refuses bounds that have one. */
export const offsetRefused = (word: string): Bend =>
  all(
    readBound(word, (name, text, read) => {
      if (/[+-]\d{2}:?\d{2}$/.test(text)) throw invalidValue(name, text, `${name} must be in UTC.`);
      return read(text);
    }),
    (does) => ({
      pageAnswer: (listing, page) => {
        if (listing.word !== word) return does.pageAnswer(listing, page);
        const view = (item: Parameters<typeof listing.view>[0]) => withOffset(listing.view(item));
        return does.pageAnswer({ ...listing, view }, page);
      },
    }),
  );

/** Ignores bounds that are many years away, or one of them. */
export const farIgnored = (word: string, bound?: string): Bend =>
  readBound(word, (name, text, read) => {
    if (name !== (bound ?? name) || Math.abs(read(text) - Date.now()) < 1_825 * DAY) return read(text);
    return name.endsWith("_start") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  });

/** Looks only at the day of a bound. */
export const byDay = (word: string, bound: string): Bend =>
  readBound(word, (name, text, read) => {
    if (name !== bound) return read(text);
    const midnight = Math.floor(read(text) / DAY) * DAY;
    return name.endsWith("_start") ? midnight : midnight + DAY - 1;
  });

/** Reads the clock time of a bound as UTC, whatever its offset. */
export const offsetUnread = (word: string): Bend =>
  readBound(word, (_, text, read) => read(text.replace(/[+-]\d{2}:?\d{2}$/, "Z")));

/** Reads a bound west of UTC as one east of it, and the other way round. */
export const offsetFlipped = (word: string): Bend =>
  readBound(word, (_, text, read) =>
    read(
      text.replace(/[+-](\d{2}:?\d{2})$/, (offset, time: string) =>
        offset.startsWith("-") ? `+${time}` : `-${time}`,
      ),
    ),
  );

/** Reads one of the bounds as another time. */
const movedTo =
  (moved: (at: number) => number) =>
  (word: string, bound: string): Bend =>
    readBound(word, (name, text, read) => (name === bound ? moved(read(text)) : read(text)));

export const cutToMinute = movedTo((at) => Math.floor(at / MINUTE) * MINUTE);

export const secondLater = movedTo((at) => at + SECOND);

export const raisedToHour = movedTo((at) => Math.ceil(at / HOUR) * HOUR);

export const dateTimeRefused = (word: string, bound: string): Bend =>
  readBound(word, (name, text, read) => {
    if (name === bound && text.endsWith("Z")) throw invalidValue(name, text, `${name} must be a date.`);
    return read(text);
  });

export const wholeSecondRefused = (word: string): Bend =>
  readBound(word, (name, text, read) => {
    if (/:\d\dZ$/.test(text)) throw invalidValue(name, text, `${name} must have milliseconds.`);
    return read(text);
  });
