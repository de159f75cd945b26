import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds without a question for the exchange whose turn it is, before it is skipped. */
const PATIENCE = 100;

/**
 * Returns recorded answers in their original order, however the questions are ordered now: the requests that follow
 * from one answer are asked before the next answer is returned. So a replayed run takes the same course.
 */
export class Turns {
  readonly #waiting = new Map<number, () => void>();
  #next = 0;
  #giving = false;
  #arrived: () => void = () => {};

  /** Resolves when it is the turn of the exchange with this index; ask for each index once. */
  take(index: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(index, resolve);
      this.#arrived();
      if (!this.#giving) void this.#give();
    });
  }

  async #give(): Promise<void> {
    this.#giving = true;
    while (this.#waiting.size > 0) {
      await nextTurn();
      const first = Math.min(...this.#waiting.keys());
      if (first > this.#next && (await this.#someoneComes())) continue;
      const go = this.#waiting.get(first);
      this.#waiting.delete(first);
      this.#next = Math.max(this.#next, first + 1);
      go?.();
    }
    this.#giving = false;
  }

  /** Waits for one more question; false if none comes. */
  async #someoneComes(): Promise<boolean> {
    const before = this.#waiting.size;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#arrived = resolve;
      timer = setTimeout(resolve, PATIENCE);
    });
    clearTimeout(timer);
    // A timer may be late because this process was busy: let what follows from it come now.
    await nextTurn();
    await nextTurn();
    return this.#waiting.size > before;
  }
}
