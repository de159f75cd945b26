interface Waiting {
  readonly turn: number;
  readonly go: () => void;
}

/**
 * Lets checks that waited for the same thing go on one after the other. Each thinks for a while before it asks:
 * meanwhile, what the others asked goes out, and what is answered is looked at.
 */
export class Line {
  /** In the order in which they will go. */
  readonly #waiting: Waiting[] = [];

  /** @param turn of those waiting, the lowest goes first, then the order of arrival */
  wait(turn: number): Promise<void> {
    return new Promise((go) => {
      const before = this.#waiting.findLastIndex((other) => other.turn <= turn);
      this.#waiting.splice(before + 1, 0, { turn, go });
      if (this.#waiting.length === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.go();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
