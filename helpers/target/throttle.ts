/**
 * Keeps the target from being overrun: so many requests in flight, so many starts a second,
 * and a pause for everybody when the target asks for one. First come, first served, but for those who may go ahead.
 */
export class Throttle {
  readonly #interval: number;
  readonly #ahead: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #free: number;
  #notBefore = 0;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param concurrency requests in flight, at least 1
   * @param rps starts per second, evenly spaced; null for no bound
   */
  constructor(concurrency: number, rps: number | null) {
    this.#free = Math.max(1, Math.floor(concurrency));
    this.#interval = rps === null ? 0 : 1000 / rps;
  }

  /**
   * Resolves when the caller may send; each call needs one `release`.
   * @param ahead true for one who goes before all others that wait
   */
  acquire(ahead = false): Promise<void> {
    return new Promise((resolve) => {
      (ahead ? this.#ahead : this.#waiting).push(resolve);
      this.#pump();
    });
  }

  /** Gives the place back. */
  release(): void {
    this.#free++;
    this.#pump();
  }

  /** Nobody starts during the next `ms` milliseconds. */
  pause(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, performance.now() + ms);
  }

  #pump(): void {
    while (this.#free > 0 && this.#timer === null) {
      const queue = this.#ahead.length > 0 ? this.#ahead : this.#waiting;
      if (queue.length === 0) return;
      const now = performance.now();
      if (now < this.#notBefore) {
        this.#wakeIn(this.#notBefore - now);
        return;
      }
      const next = queue.shift();
      this.#free--;
      if (this.#interval > 0) this.#notBefore = now + this.#interval;
      next?.();
    }
  }

  #wakeIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#pump();
    }, Math.ceil(ms));
  }
}
