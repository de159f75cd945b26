/** Seeded pseudo-random numbers (mulberry32): the same seed gives the same sequence on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0;
  }

  /** The position in the sequence. */
  get state(): number {
    return this.#state;
  }

  set state(state: number) {
    this.#state = state;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An amount of money in [low, high) with two decimals. */
  amount(low: number, high: number): number {
    return Math.round((low + this.next() * (high - low)) * 100) / 100;
  }

  /** One item of a list. Throws on an empty list. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error("Random.pick needs a list that is not empty");
    return item;
  }
}
