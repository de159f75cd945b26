import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne, mersenneFromState } from "pure-rand/generator/mersenne";

/** Seeded pseudo-random numbers: the same seed gives the same sequence on every machine. */
export class Random {
  #numbers: ReturnType<typeof mersenne>;

  constructor(seed: number) {
    this.#numbers = mersenne(seed);
  }

  /** The position in the sequence. */
  get state(): readonly number[] {
    return this.#numbers.getState();
  }

  set state(state: readonly number[]) {
    this.#numbers = mersenneFromState(state);
  }

  /** A number in [0, 1). */
  next(): number {
    return uniformFloat64(this.#numbers);
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return uniformInt(this.#numbers, low, high);
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
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error("Random.pick needs a list that is not empty");
    return item;
  }
}
