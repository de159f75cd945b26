/** Good answers after which one request more at a time is tried; doubled whenever the number was brought down. */
const FIRST_RUN = 25;
const LONGEST_RUN = 400;
/** So many good answers to requests that filled the house show that the number of them is not what is refused. */
const PROOF = 20;

/** One start among the requests in flight. */
export interface Place {
  /** Starts before it. */
  readonly number: number;
  /** True where it took the last free place. */
  readonly last: boolean;
}

/**
 * How many requests at a time a target bears, learnt from its 429s: half as many after each wave of them, one more
 * after a run of good answers. A target that refuses by the second takes any number at a time for a while; there the
 * number stays, and waiting as asked is all that helps.
 */
export class Width {
  readonly #most: number;
  #now: number;
  #least: number;
  #starts = 0;
  /** Starts before the last wave; what they are answered says nothing new. */
  #known = 0;
  #good = 0;
  #goodInFull = 0;
  #run = FIRST_RUN;

  /** @param most requests at a time to begin with, at least 1; never exceeded */
  constructor(most: number) {
    this.#most = Math.max(1, Math.floor(most));
    this.#now = this.#most;
    this.#least = this.#most;
  }

  /** Requests at a time, as it stands. */
  get now(): number {
    return this.#now;
  }

  /** The fewest requests at a time that 429s led to; null where they led to nothing. */
  get broughtDownTo(): number | null {
    return this.#least < this.#most ? this.#least : null;
  }

  /** @param others requests in flight beside the one that starts */
  start(others: number): Place {
    return { number: this.#starts++, last: others + 1 >= this.#now };
  }

  /** An answer that is no trouble. */
  good({ number, last }: Place): void {
    if (number < this.#known) return;
    this.#good += 1;
    if (last) this.#goodInFull += 1;
    if (this.#good < this.#run || this.#now === this.#most) return;
    this.#now += 1;
    this.#good = 0;
    this.#goodInFull = 0;
  }

  /** A 429. Those that were under way when the first of a wave came belong to the same wave. */
  limited({ number }: Place): void {
    if (number < this.#known) return;
    this.#known = this.#starts;
    const shown = this.#goodInFull >= PROOF;
    this.#goodInFull = 0;
    if (shown || this.#now === 1) return;
    this.#now = Math.floor(this.#now / 2);
    this.#least = Math.min(this.#least, this.#now);
    this.#good = 0;
    this.#run = Math.min(LONGEST_RUN, this.#run * 2);
  }
}
