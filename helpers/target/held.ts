import type { Body } from "../wire/exchange.js";

/** Trouble of an exchange whose answer is longer than a run may hold in memory. */
export const TOO_LONG_TO_HOLD = "TOO_LONG_TO_HOLD";

const MEGABYTE = 1024 * 1024;

/** Bytes of one body, before and after decompression, that are read into memory. */
export const MOST_HELD_OF_ONE = 4 * MEGABYTE;
/**
 * Arrays and objects of one JSON body: a full page of 4 MB has some 70,000, and a body of nothing else would take as much
 * memory and time as hundreds of megabytes.
 */
export const MOST_NESTED_OF_ONE = 100_000;
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
    if (!("text" in body)) return true;
    const { length } = body.text;
    if (!this.fits(length) || (body.kind === "json" && opens(body.text) > MOST_NESTED_OF_ONE)) return false;
    if (length > LONG) this.#all += length;
    return true;
  }
}

/** About how many arrays and objects a text opens; 0 for one that is too short for more than a run may hold. */
function opens(text: string): number {
  if (text.length < 2 * MOST_NESTED_OF_ONE) return 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text[at] === "[" || text[at] === "{") count++;
  return count;
}
