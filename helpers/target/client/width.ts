/** Good answers after which concurrency is raised by one; doubles with every reduction. */
const FIRST_RUN = 25;
const LONGEST_RUN = 400;
/** This many good answers at full concurrency show that concurrency is not what the target limits. */
const PROOF = 20;

/** One start among the requests in flight. */
export interface Place {
  /** Starts before it. */
  readonly number: number;
  /** True where it took the last free place. */
  readonly last: boolean;
}

/**
 * How many concurrent requests a target bears, learnt from its 429s: halved after each wave of them, raised by one
 * after a run of good answers. A target that limits requests per second accepts any concurrency for a while; then
 * concurrency stays, and only waiting helps.
 */
export class Width {
  readonly #most: number;
  #now: number;
  #least: number;
  #starts = 0;
  /** Starts before the last wave, whose answers say nothing new. */
  #known = 0;
  #good = 0;
  #goodInFull = 0;
  #run = FIRST_RUN;

  /** @param most concurrency to begin with, at least 1; never exceeded */
  constructor(most: number) {
    this.#most = Math.max(1, Math.floor(most));
    this.#now = this.#most;
    this.#least = this.#most;
  }

  /** The current concurrency. */
  get now(): number {
    return this.#now;
  }

  /** The lowest concurrency that 429s led to; null if they changed nothing. */
  get broughtDownTo(): number | null {
    return this.#least < this.#most ? this.#least : null;
  }

  /** @param others requests in flight besides the new one */
  start(others: number): Place {
    return { number: this.#starts++, last: others + 1 >= this.#now };
  }

  /** An answer without trouble. */
  good({ number, last }: Place): void {
    if (number < this.#known) return;
    this.#good += 1;
    if (last) this.#goodInFull += 1;
    if (this.#good < this.#run || this.#now === this.#most) return;
    this.#now += 1;
    this.#good = 0;
    this.#goodInFull = 0;
  }

  /**
   * A 429. Requests in flight when the first 429 of a wave came belong to the same wave.
   * @returns whether fewer requests at a time would not have spared it, as far as is known
   */
  limited({ number }: Place): boolean {
    if (number < this.#known) return false;
    this.#known = this.#starts;
    const shown = this.#goodInFull >= PROOF;
    this.#goodInFull = 0;
    if (shown || this.#now === 1) return true;
    this.#now = Math.floor(this.#now / 2);
    this.#least = Math.min(this.#least, this.#now);
    this.#good = 0;
    this.#run = Math.min(LONGEST_RUN, this.#run * 2);
    return false;
  }
}
