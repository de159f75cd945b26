/** This many of the last attempts answered with 503 are the target's load; fewer may be a restart of it. */
const MANY = 3;
const LAST = 20;

/** Whether a target answers with 503 because too much is asked of it, as many proxies do instead of 429. */
export class Shedding {
  readonly #last: boolean[] = [];

  /** @returns whether an attempt was answered with 503 as many others were */
  note(isUnavailable: boolean): boolean {
    this.#last.push(isUnavailable);
    if (this.#last.length > LAST) this.#last.shift();
    return isUnavailable && this.#last.filter(Boolean).length >= MANY;
  }
}
