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

/**
 * Knows whether the key has expired during the run: then reads that it opened before are refused as well. A target that
 * only refuses it here and there is another matter.
 */
export class KeyExpiry {
  readonly #transport: Transport;
  readonly #budget: Budget;
  /** The first read that succeeded with the key. */
  #opened: Outgoing | null = null;
  #successes = 0;
  #refusedWith: number | null = null;

  /** @param budget pays for the requests that find out */
  constructor(transport: Transport, budget: Budget) {
    this.#transport = transport;
    this.#budget = budget;
  }

  /** The status of the refusal by which the key counts as expired; null if it does not. */
  get refusedWith(): number | null {
    return this.#refusedWith;
  }

  /**
   * Notes an attempt, and finds out whether it was refused because the key has expired.
   * @param outgoing the request of the attempt, as it can be sent again
   */
  async hasRefused({ answer, request }: Unnumbered, outgoing: Outgoing): Promise<boolean> {
    if (answer === null || request.key !== "right") return false;
    if (isSuccess(answer.status)) this.#successes += 1;
    if (request.method === "GET" && isSuccess(answer.status)) this.#opened ??= outgoing;
    if (!REFUSALS.has(answer.status) || this.#opened === null) return false;
    if (this.#refusedWith === null && (await this.#opensNothing(this.#opened)))
      this.#refusedWith = answer.status;
    return this.#refusedWith !== null;
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
