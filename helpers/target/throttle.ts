import { type Place, Width } from "./width.js";

/**
 * Keeps the target from being overrun: so many requests in flight, fewer where it refuses them, so many starts a
 * second, and a pause for everybody when the target asks for one. Whoever has the earlier turn goes first, else whoever came first.
 */
export class Throttle {
  readonly #interval: number;
  /** In the order in which they go. */
  readonly #waiting: { readonly turn: number; readonly go: (place: Place) => void }[] = [];
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
   * @param turn of those that wait, who has the least goes first
   */
  acquire(turn = Number.POSITIVE_INFINITY): Promise<Place> {
    return new Promise((go) => {
      const before = this.#waiting.findLastIndex((other) => other.turn <= turn);
      this.#waiting.splice(before + 1, 0, { turn, go });
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
    while (this.#inFlight < this.#width.now && this.#timer === null && this.#waiting.length > 0) {
      const now = performance.now();
      if (now < this.#notBefore) {
        this.#wakeIn(this.#notBefore - now);
        return;
      }
      const next = this.#waiting.shift();
      const place = this.#width.start(this.#inFlight++);
      if (this.#interval > 0) this.#notBefore = now + this.#interval;
      next?.go(place);
    }
  }

  #wakeIn(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#pump();
    }, Math.ceil(ms));
  }
}
