/** Trouble of an exchange that was never sent: its operation had only time-outs for an answer before. */
export const LOST = "GIVEN_UP_AFTER_TIMEOUTS";

/** Attempts in a row without an answer to judge, from which on a target may count as gone. */
const MOST_IN_VAIN = 40;
/** A target that says nothing at all for so long, in milliseconds, is gone. */
const SILENCE_MS = 10_000;
/** One that asks to come back later (429, 502, 503, 504) gets longer, however seldom it is asked: it may be on its way up. */
const UNWELL_MS = 60_000;
/** Attempts in vain from which on nobody is sent for a while, and the longest such while, in milliseconds. */
const BACK_OFF_FROM = 8;
const LONGEST_BACK_OFF_MS = 5_000;
/** One that says nothing is to be given up soon. */
const LONGEST_SILENT_BACK_OFF_MS = 200;
const FIRST_BACK_OFF_MS = 50;
/** Time-outs in a row from which on an operation is not asked any more. */
const MOST_TIMEOUTS = 3;
/** Time-outs that are waited for twice; beyond, only while they are rare. */
const TIMEOUTS_REPEATED = 8;
const RARE = 1 / 20;

/** Milliseconds that are always waited. */
const SHORT_MS = 5_000;

/**
 * Knows when waiting has become useless: a run asks some thousand questions, and each that is never answered
 * costs its whole time-out.
 */
export class Patience {
  readonly #timeouts = new Map<string, number>();
  readonly #unwellMs: number;
  #attempts = 0;
  #timedOut = 0;
  #inVain = 0;
  /** When the first of the attempts in vain ended. */
  #since = 0;
  #over: string | null = null;
  #isLockedOut = false;

  /** @param longest milliseconds that one which asks to come back later gets at most */
  constructor(longest = Number.POSITIVE_INFINITY) {
    this.#unwellMs = Math.min(longest, UNWELL_MS);
  }

  /** Why the target is given up, to follow its address; null while it is not. */
  get over(): string | null {
    return this.#over;
  }

  /**
   * Takes how an attempt ended: the code of its trouble, or null for an answer that can be judged.
   * @param now milliseconds of a clock that never goes back
   */
  note(operation: string | null, trouble: string | null, now: number): void {
    this.#attempts++;
    this.#noteTimeout(operation, trouble);
    if (trouble === null) {
      this.#inVain = 0;
      return;
    }
    if (this.#inVain++ === 0) this.#since = now;
    const unwell = trouble.startsWith("STATUS_");
    const waited = now - this.#since;
    if (unwell ? waited < this.#unwellMs : waited < SILENCE_MS || this.#inVain < MOST_IN_VAIN) return;
    const seconds = Math.round(waited / 1000);
    this.#over ??= `stopped answering: ${this.#inVain} attempts in a row, over ${seconds} s, ended in ${trouble}`;
  }

  /**
   * Milliseconds for which nobody is to be sent after an attempt that ended in this trouble: twice as many with each
   * one in a row.
   * @param random source of jitter in [0, 1)
   */
  backOff(trouble: string, random: () => number): number {
    const times = this.#inVain - BACK_OFF_FROM;
    if (times < 0) return 0;
    const most = trouble.startsWith("STATUS_") ? LONGEST_BACK_OFF_MS : LONGEST_SILENT_BACK_OFF_MS;
    return Math.min(most, FIRST_BACK_OFF_MS * 2 ** times) * (0.5 + random() / 2);
  }

  /**
   * Whether it is useless to wait until wrong keys are answered again, since a target keeps out who sends many: each
   * waits once, and none any more after one in vain.
   * @param delay milliseconds that it would take
   * @param retries how often this one has waited
   */
  isLockedOut(delay: number, retries: number): boolean {
    if (delay <= SHORT_MS) return false;
    this.#isLockedOut ||= retries > 0;
    return this.#isLockedOut;
  }

  /** True when an operation, or null for what is none, has timed out too often to be asked again. */
  hasLost(operation: string | null): boolean {
    return operation !== null && (this.#timeouts.get(operation) ?? 0) >= MOST_TIMEOUTS;
  }

  /** True while a request that timed out may be sent again. */
  get repeatsTimeouts(): boolean {
    return this.#timedOut <= TIMEOUTS_REPEATED + this.#attempts * RARE;
  }

  #noteTimeout(operation: string | null, trouble: string | null): void {
    if (trouble === "TIMEOUT") this.#timedOut++;
    if (operation === null) return;
    if (trouble !== "TIMEOUT") this.#timeouts.delete(operation);
    else this.#timeouts.set(operation, (this.#timeouts.get(operation) ?? 0) + 1);
  }
}
