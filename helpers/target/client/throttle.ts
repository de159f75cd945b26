import { Pace } from "./pace.js";
import { type Place, Width } from "./width.js";

/**
 * Protects the target: limits requests in flight and starts per second (fewer after 429s), and pauses all requests when
 * the target asks for it. The lowest turn goes first, then the order of arrival.
 */
export class Throttle {
  readonly #interval: number;
  /** In the order in which they will go. */
  readonly #waiting: { readonly turn: number; readonly go: (place: Place) => void }[] = [];
  readonly #width: Width;
  readonly #pace = new Pace();
  #inFlight = 0;
  #notBefore = 0;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param concurrency requests in flight, at least 1
   * @param rps starts per second, evenly spaced; null for no limit
   */
  constructor(concurrency: number, rps: number | null) {
    this.#width = new Width(concurrency);
    this.#interval = rps === null ? 0 : 1000 / rps;
  }

  /** The lowest concurrency that 429s led to; null if they changed nothing. */
  get broughtDownTo(): number | null {
    return this.#width.broughtDownTo;
  }

  /**
   * Resolves when the caller may send; each call needs one `release`.
   * @param turn of those waiting, the lowest goes first
   */
  acquire(turn = Number.POSITIVE_INFINITY): Promise<Place> {
    return new Promise((go) => {
      const before = this.#waiting.findLastIndex((other) => other.turn <= turn);
      this.#waiting.splice(before + 1, 0, { turn, go });
      this.#pump();
    });
  }

  release(): void {
    this.#inFlight--;
    this.#pump();
  }

  /** The request in this place got an answer without trouble. */
  good(place: Place): void {
    this.#width.good(place);
    this.#pace.good();
  }

  /**
   * The request in this place was answered with 429, or with 503 as many others were.
   * @param isPaceOpen whether a slower pace may spare the next one, and the target does not say how long to wait
   */
  limited(place: Place, isPaceOpen: boolean): void {
    const isByTheSecond = this.#width.limited(place);
    if (isByTheSecond && isPaceOpen) this.#pace.limited();
  }

  /** No request starts during the next `ms` milliseconds. */
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
      const gap = Math.max(this.#interval, this.#pace.gap);
      if (gap > 0) this.#notBefore = now + gap;
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
