import type { Option } from "../../wire/outcome.js";

/** Thrown by `Client.call` if the run may send nothing more; the message says why. */
export class NothingMoreSent extends Error {
  override name = "NothingMoreSent";
  /** What to type so that the next run sends more; empty if no option helps. */
  readonly options: readonly Option[] = [];
}

/** The run reached a limit that it was given: it did not look at anything later. */
export class BoundReached extends NothingMoreSent {
  override name = "BoundReached";
}

/** The run has used up its budget of requests. */
export class BudgetExhausted extends BoundReached {
  override readonly options = ["--budget N"] as const;

  constructor() {
    super("The budget of requests is used up; this needs a larger --budget.");
    this.name = "BudgetExhausted";
  }
}

/** The target has not answered for so long that the rest of the run would only wait. */
export class TargetGivenUp extends NothingMoreSent {
  constructor(why: string) {
    super(`The target ${why}; run again when it is stable.`);
    this.name = "TargetGivenUp";
  }
}

/**
 * Counts requests against a limit that is never exceeded. A request that creates something reserves another one, so
 * that the resource can still be removed when everything else is used up.
 */
export class Budget {
  readonly limit: number;
  #used = 0;
  #held = 0;

  /** @param limit requests of the whole run; null for no limit */
  constructor(limit: number | null) {
    this.limit = limit ?? Number.POSITIVE_INFINITY;
  }

  /** Requests used so far. */
  get used(): number {
    return this.#used;
  }

  /** Takes one request; false if none is left. */
  take(): boolean {
    return this.#grant(0);
  }

  /** Takes one request and reserves one for the removal; false unless two are left. */
  takeAndHold(): boolean {
    return this.#grant(1);
  }

  /** Takes a reserved request, or an ordinary one if none is reserved. */
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
