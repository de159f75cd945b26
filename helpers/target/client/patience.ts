import { countUp } from "../../contract/count-up.js";
import { troubleInWords } from "../../wire/trouble.js";

/** Unanswered attempts in a row from which on a target may count as gone. */
const MOST_IN_VAIN = 40;
/** Milliseconds of complete silence after which a target counts as gone. */
const SILENCE_MS = 10_000;
/** A target that asks to come back later (429, 502, 503, 504) gets longer: it may be starting up. */
const UNWELL_MS = 60_000;
/** Unanswered attempts from which on all requests pause for a while, and the longest such pause in milliseconds. */
const BACK_OFF_FROM = 8;
const LONGEST_BACK_OFF_MS = 5_000;
/** The longest pause for a silent target, which is given up soon. */
const LONGEST_SILENT_BACK_OFF_MS = 200;
const FIRST_BACK_OFF_MS = 50;
/** Time-outs in a row after which an operation is no longer called. */
const MOST_TIMEOUTS = 3;
/** Time-outs of the run that are retried; later ones only while they are rare. */
const TIMEOUTS_REPEATED = 8;
const RARE = 1 / 20;

/** Milliseconds that each wrong key waits for, as often as the target asks. */
const SHORT_MS = 5_000;
/** Milliseconds without an answer to a wrong key after which such short waits are in vain too. */
const KEPT_OUT_MS = 10_000;

/**
 * Knows when waiting has become useless: a run sends about a thousand requests, and each unanswered one costs a whole
 * time-out.
 */
export class Patience {
  readonly #timeouts = new Map<string, number>();
  readonly #unwellMs: number;
  #attempts = 0;
  #timedOut = 0;
  #inVain = 0;
  /** When the first of the unanswered attempts ended. */
  #since = 0;
  #over: string | null = null;
  #isLockedOut = false;
  /** Since when wrong keys are kept out; null if the last one was answered. */
  #keptOutSince: number | null = null;

  /** @param longest most milliseconds for a target that asks to come back later */
  constructor(longest = Number.POSITIVE_INFINITY) {
    this.#unwellMs = Math.min(longest, UNWELL_MS);
  }

  /** Why the target is given up, in words that follow its address; null if it is not. */
  get over(): string | null {
    return this.#over;
  }

  /**
   * Notes how an attempt ended: the code of its trouble, or null for an answer that can be judged.
   * @param now milliseconds of a monotonic clock
   * @param isOfOne whether only one operation is in vain: where it is out of order, the others may answer
   */
  note(operation: string | null, trouble: string | null, now: number, isOfOne = false): void {
    this.#attempts++;
    this.#noteTimeout(operation, trouble);
    if (trouble === null) {
      this.#inVain = 0;
      return;
    }
    if (this.#inVain++ === 0) this.#since = now;
    const unwell = trouble.startsWith("STATUS_");
    if (isOfOne && unwell && trouble !== "STATUS_429") return;
    const waited = now - this.#since;
    if (unwell ? waited < this.#unwellMs : waited < SILENCE_MS || this.#inVain < MOST_IN_VAIN) return;
    const seconds = Math.round(waited / 1000);
    this.#over ??= `stopped answering: ${this.#inVain} attempts in a row, over ${seconds} s, ended in ${troubleInWords(trouble)}`;
  }

  /** Whether so many attempts in a row were in vain that it is time to see whether the target answers anything. */
  get doubts(): boolean {
    return this.#inVain > 0 && this.#inVain % BACK_OFF_FROM === 0;
  }

  /**
   * Milliseconds for which all requests pause after an attempt with this trouble; doubles with each one in a row.
   * @param random source of jitter in [0, 1)
   */
  backOff(trouble: string, random: () => number): number {
    const times = this.#inVain - BACK_OFF_FROM;
    if (times < 0) return 0;
    const most = trouble.startsWith("STATUS_") ? LONGEST_BACK_OFF_MS : LONGEST_SILENT_BACK_OFF_MS;
    return Math.min(most, FIRST_BACK_OFF_MS * 2 ** times) * (0.5 + random() / 2);
  }

  /**
   * Whether it is useless to wait until wrong keys are answered again, because the target locks out clients that send
   * many: each request waits once, and none after one waited in vain, or after many short waits in vain.
   * @param delay milliseconds to wait
   * @param retries how often this request has waited
   * @param now milliseconds of a monotonic clock
   */
  isLockedOut(delay: number, retries: number, now: number): boolean {
    this.#keptOutSince ??= now;
    const isShort = delay <= SHORT_MS;
    this.#isLockedOut ||= isShort ? now - this.#keptOutSince >= KEPT_OUT_MS : retries > 0;
    return this.#isLockedOut;
  }

  /** A wrong key was answered, so the target does not lock out who sends many. */
  letIn(): void {
    this.#keptOutSince = null;
  }

  /** True if an operation (null for none) timed out too often to be called again. */
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
    else countUp(this.#timeouts, operation);
  }
}
