import { setTimeout as sleep } from "node:timers/promises";
import { isSuccess } from "../../wire/status.js";
import type { Outgoing } from "../messages/request.js";
import type { Unnumbered } from "../recordings/journal.js";
import type { Budget } from "./budget.js";
import type { Transport } from "./transport.js";

/** Trouble of an exchange that was refused with a key that had worked before. */
export const KEY_REFUSED = "KEY_REFUSED";

/** Statuses by which a target refuses a key. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403]);
/** Refusals in a row, of a read that succeeded before, after which the key counts as expired. */
const TRIES = 3;
const PAUSE_MS = 100;
/** Milliseconds after a wrong key in which a target may lock out who sent it, and the pauses while it does. */
const LOCKING_MS = 60_000;
const LOCKED_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 35_000];

/** Lock-outs after which nothing is sent without the right key any more, so that the run ends in good time. */
const MOST_LOCKOUTS = 2;

/** Whether a refusal was about the request alone, or the key was refused everything, for good or for a while. */
type Refusal = "alone" | "for good" | "for a while";

/**
 * Knows whether the key has expired during the run: then reads that it opened before are refused as well. A target that
 * only refuses it here and there is another matter, and so is one that locks out for a while who sends wrong keys.
 */
export class KeyExpiry {
  readonly #transport: Transport;
  readonly #budget: Budget;
  /** The first read that succeeded with the key. */
  #opened: Outgoing | null = null;
  #successes = 0;
  #refusedWith: number | null = null;
  /** When the last call without the right key was answered, and whether any was answered with 401. */
  #lastWrong = Number.NEGATIVE_INFINITY;
  #knows401 = false;
  /** While the target may lock the key out: how that ends. */
  #lockout: Promise<Refusal> | null = null;
  #lockouts = 0;

  /** @param budget pays for the requests that find out */
  constructor(transport: Transport, budget: Budget) {
    this.#transport = transport;
    this.#budget = budget;
  }

  /** The status of the refusal by which the key counts as expired; null if it does not. */
  get refusedWith(): number | null {
    return this.#refusedWith;
  }

  /** Whether the key was locked out so often that a further call without it would cost too much time. */
  get isOftenLockedOut(): boolean {
    return this.#lockouts >= MOST_LOCKOUTS;
  }

  /**
   * Notes an attempt, and finds out whether it was refused because the key has expired, or because wrong keys have locked
   * it out; then waits until it is let in again.
   * @param outgoing the request of the attempt, as it can be sent again
   */
  async refusalOf({ answer, request }: Unnumbered, outgoing: Outgoing): Promise<Refusal> {
    if (answer === null) return "alone";
    const { status } = answer;
    const isRight = request.key === "right";
    if (isRight && isSuccess(status)) {
      this.#successes += 1;
      if (request.method === "GET") this.#opened ??= outgoing;
    }
    if (!isRight) this.#noteWrong(status);
    // Where a wrong key gets 401 otherwise, another refusal may be a lock-out.
    const isTelling = isRight ? REFUSALS.has(status) : this.#knows401 && status === 403;
    if (!isTelling || this.#opened === null) return "alone";
    if (this.#refusedWith !== null) return "for good";
    const refusal = await this.#findOut(this.#opened);
    if (refusal === "for good") this.#refusedWith = status;
    return refusal;
  }

  #noteWrong(status: number): void {
    this.#lastWrong = performance.now();
    this.#knows401 ||= status === 401;
  }

  async #findOut(opened: Outgoing): Promise<Refusal> {
    if (this.#lockout === null && !(await this.#opensNothing(opened))) return "alone";
    if (performance.now() - this.#lastWrong > LOCKING_MS) return "for good";
    this.#lockout ??= this.#untilLetIn(opened).finally(() => {
      this.#lockout = null;
    });
    return this.#lockout;
  }

  async #untilLetIn(opened: Outgoing): Promise<Refusal> {
    this.#lockouts += 1;
    for (const ms of LOCKED_MS) {
      await sleep(ms);
      if (!this.#budget.take()) break;
      const { answer } = await this.#transport.send(opened);
      if (answer !== null && isSuccess(answer.status)) return "for a while";
    }
    return "for good";
  }

  /** Asks several times, and counts only if the key opens nothing else: an answer may belong to another request. */
  async #opensNothing(opened: Outgoing): Promise<boolean> {
    const before = this.#successes;
    for (let times = 0; times < TRIES; times++) {
      if (!this.#budget.take()) return false;
      const { answer } = await this.#transport.send(opened);
      if (answer === null || !REFUSALS.has(answer.status)) return false;
      await sleep(PAUSE_MS);
    }
    return this.#successes === before;
  }
}
