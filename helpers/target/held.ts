import type { Body } from "../wire/exchange.js";
import { isTooManyRecords } from "./body.js";

/** Trouble of an exchange whose answer is longer than a run may hold in memory. */
export const TOO_LONG_TO_HOLD = "TOO_LONG_TO_HOLD";

const MEGABYTE = 1024 * 1024;

/** Bytes of one body, before and after decompression, that are read into memory. */
export const MOST_HELD_OF_ONE = 4 * MEGABYTE;
/** Bodies longer than this count towards what all of them may come to. */
const LONG = MEGABYTE;
/** Bytes of all long bodies of a run: checks may keep any of them to its end. */
const MOST_HELD_OF_ALL = 24 * MEGABYTE;

/** Keeps account of the long bodies of a run, so that a target cannot fill the memory with them. */
export class Held {
  #all = 0;

  /** Whether a body of that many bytes may be held. */
  fits(bytes: number): boolean {
    if (bytes <= LONG) return true;
    return bytes <= MOST_HELD_OF_ONE && this.#all + bytes <= MOST_HELD_OF_ALL;
  }

  /** Holds a body; false where that is too much. */
  take(body: Body): boolean {
    if (isTooManyRecords(body)) return false;
    if (!("text" in body)) return true;
    const { length } = body.text;
    if (!this.fits(length)) return false;
    if (length > LONG) this.#all += length;
    return true;
  }
}
