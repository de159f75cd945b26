/** Thrown by `Client.call` when the run may send nothing more; the message says why. */
export class NothingMoreSent extends Error {
  override name = "NothingMoreSent";
}

/** The run comes to a bound that it was given: what it has not asked by then was not looked at. */
export class BoundReached extends NothingMoreSent {
  override name = "BoundReached";
}

/** The requests granted to the run are used up. */
export class BudgetExhausted extends BoundReached {
  constructor(limit: number) {
    super(`The budget of ${limit} requests is used up; a larger --budget would settle this.`);
    this.name = "BudgetExhausted";
  }
}

/** The target has not answered for so long that the rest of the run would only wait. */
export class TargetGivenUp extends NothingMoreSent {
  constructor(why: string) {
    super(`The target ${why}; run again when it is well.`);
    this.name = "TargetGivenUp";
  }
}

/**
 * Counts requests against a limit that is never exceeded. A request that creates something puts one more
 * aside, so that what was created can still be removed when everything else is used up.
 */
export class Budget {
  readonly limit: number;
  #used = 0;
  #held = 0;

  /** @param limit requests of the whole run; null for no limit */
  constructor(limit: number | null) {
    this.limit = limit ?? Number.POSITIVE_INFINITY;
  }

  /** Requests granted so far. */
  get used(): number {
    return this.#used;
  }

  /** Takes one request; false when none is left. */
  take(): boolean {
    return this.#grant(0);
  }

  /** Takes one request and puts one aside for the removal; false when there are not two left. */
  takeAndHold(): boolean {
    return this.#grant(1);
  }

  /** Takes a request that was put aside, or a common one where none is. */
  takeHeld(): boolean {
    if (this.#held === 0) return this.take();
    this.#held--;
    this.#used++;
    return true;
  }

  #grant(aside: number): boolean {
    if (this.#used + this.#held + 1 + aside > this.limit) return false;
    this.#used++;
    this.#held += aside;
    return true;
  }
}
