/** The first gap, and the longest, in milliseconds. */
const FIRST = 50;
const LONGEST = 2_000;
/** A shorter gap is none. */
const LEAST = 10;
/** A 429 doubles the gap, a good answer takes a twentieth off: some fourteen good answers make up for one 429. */
const MORE = 2;
const LESS = 0.95;

/**
 * The time to leave between the starts of requests, learnt from the 429s of a target that limits requests by the second
 * and does not say how long to wait.
 */
export class Pace {
  #gap = 0;
  /** Whether an answer came since the gap grew: one that grows in an outage would outlast it by far. */
  #isProven = true;

  /** Milliseconds from one start to the next. */
  get gap(): number {
    return this.#gap < LEAST ? 0 : this.#gap;
  }

  /** An answer without trouble. */
  good(): void {
    this.#gap = this.gap * LESS;
    this.#isProven = true;
  }

  /** A 429 that fewer requests at a time would not have spared. */
  limited(): void {
    if (!this.#isProven) return;
    this.#isProven = false;
    this.#gap = Math.min(LONGEST, Math.max(FIRST, this.#gap * MORE));
  }
}
