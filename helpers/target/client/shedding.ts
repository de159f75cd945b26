/** This many of the last attempts answered with 503 are the target's load; fewer may be a restart of it. */
const MANY = 3;
const LAST = 20;

/** How an attempt at an operation ended; null for none. */
interface Ended {
  readonly operation: string | null;
  readonly isUnavailable: boolean;
}

/** Whether a target answers with 503 because too much is asked of it, as many proxies do instead of 429. */
export class Shedding {
  readonly #last: Ended[] = [];

  /** @returns whether an attempt was answered with 503 as many others were */
  note(ended: Ended): boolean {
    this.#last.push(ended);
    if (this.#last.length > LAST) this.#last.shift();
    const unavailable = this.#last.filter(({ isUnavailable }) => isUnavailable);
    return ended.isUnavailable && unavailable.length >= MANY && !this.#isOutOfOrder(unavailable);
  }

  /** Whether a single operation is never answered, and others are. */
  #isOutOfOrder(unavailable: readonly Ended[]): boolean {
    const operations = new Set(unavailable.map(({ operation }) => operation));
    const well = this.#last.filter(({ isUnavailable }) => !isUnavailable);
    return (
      operations.size === 1 && well.length > 0 && !well.some(({ operation }) => operations.has(operation))
    );
  }
}
