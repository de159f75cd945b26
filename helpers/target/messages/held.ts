import type { Body } from "../../wire/exchange.js";
import { isTooManyRecords } from "./body.js";

/** Trouble of an exchange whose answer is too long to keep in memory. */
export const TOO_LONG_TO_HOLD = "TOO_LONG_TO_HOLD";

const MEGABYTE = 1024 * 1024;

/** Most bytes of one body, before and after decompression, that are read into memory. */
export const MOST_HELD_OF_ONE = 4 * MEGABYTE;
/** Longer bodies count towards the limit of all long bodies. */
const LONG = MEGABYTE;
/** Most bytes of all long bodies of a run: checks may keep any of them to its end. */
const MOST_HELD_OF_ALL = 24 * MEGABYTE;

/** Tracks the long bodies of a run, so that a target cannot fill the memory with them. */
export class Held {
  #all = 0;

  /** Whether a body of that many bytes may be kept. */
  fits(bytes: number): boolean {
    if (bytes <= LONG) return true;
    return bytes <= MOST_HELD_OF_ONE && this.#all + bytes <= MOST_HELD_OF_ALL;
  }

  /** Counts a body; false if that is too much. */
  take(body: Body): boolean {
    if (isTooManyRecords(body)) return false;
    if (!("text" in body)) return true;
    const { length } = body.text;
    if (!this.fits(length)) return false;
    if (length > LONG) this.#all += length;
    return true;
  }
}
