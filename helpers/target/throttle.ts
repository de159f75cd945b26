import { type Place, Width } from "./width.js";

/**
 * Keeps the target from being overrun: so many requests in flight, fewer where it refuses them, so many starts a
 * second, and a pause for everybody when the target asks for one. First come, first served, but for those who may go ahead.
 */
export class Throttle {
  readonly #interval: number;
  readonly #ahead: ((place: Place) => void)[] = [];
  readonly #waiting: ((place: Place) => void)[] = [];
  readonly #width: Width;
  #inFlight = 0;
  #notBefore = 0;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param concurrency requests in flight, at least 1
   * @param rps starts per second, evenly spaced; null for no bound
   */
  constructor(concurrency: number, rps: number | null) {
    this.#width = new Width(concurrency);
    this.#interval = rps === null ? 0 : 1000 / rps;
  }

  /** The fewest requests at a time that 429s led to; null where they led to nothing. */
  get broughtDownTo(): number | null {
    return this.#width.broughtDownTo;
  }

  /**
   * Resolves when the caller may send; each call needs one `release`.
   * @param ahead true for one who goes before all others that wait
   */
  acquire(ahead = false): Promise<Place> {
    return new Promise((resolve) => {
      (ahead ? this.#ahead : this.#waiting).push(resolve);
      this.#pump();
    });
  }

  /** Gives the place back. */
  release(): void {
    this.#inFlight--;
    this.#pump();
  }

  /** The request in this place had an answer that is no trouble. */
  good(place: Place): void {
    this.#width.good(place);
  }

  /** The request in this place was answered 429. */
  limited(place: Place): void {
    this.#width.limited(place);
  }

  /** Nobody starts during the next `ms` milliseconds. */
  pause(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, performance.now() + ms);
  }

  #pump(): void {
    while (this.#inFlight < this.#width.now && this.#timer === null) {
      const queue = this.#ahead.length > 0 ? this.#ahead : this.#waiting;
      if (queue.length === 0) return;
      const now = performance.now();
      if (now < this.#notBefore) {
        this.#wakeIn(this.#notBefore - now);
        return;
      }
      const next = queue.shift();
      const place = this.#width.start(this.#inFlight++);
      if (this.#interval > 0) this.#notBefore = now + this.#interval;
      next?.(place);
    }
  }

  #wakeIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#pump();
    }, Math.ceil(ms));
  }
}
