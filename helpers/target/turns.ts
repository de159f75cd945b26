import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds in which nobody asks for the exchange whose turn it is, before it is passed over. */
const PATIENCE = 100;

/**
 * Gives recorded answers out in the order in which they once came, however the questions are ordered now: what
 * follows from one answer is asked before the next one is given. So a run that is played takes the same course.
 */
export class Turns {
  readonly #waiting = new Map<number, () => void>();
  #next = 0;
  #giving = false;
  #arrived: () => void = () => {};

  /** Resolves when it is the turn of the exchange with this index; each index is asked for once. */
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

  /** Waits for one more question; false when none comes. */
  async #someoneComes(): Promise<boolean> {
    const before = this.#waiting.size;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#arrived = resolve;
      timer = setTimeout(resolve, PATIENCE);
    });
    clearTimeout(timer);
    // A timer may be late because this process was busy: what that leads to comes now.
    await nextTurn();
    await nextTurn();
    return this.#waiting.size > before;
  }
}
