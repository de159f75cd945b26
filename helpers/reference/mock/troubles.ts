import { Random } from "../service/random.js";
import { isMeant, LONGEST_MS, operationOf, readTrouble, type Trouble } from "./trouble.js";

/** What happens to one request. */
interface Met {
  /** Milliseconds by which its answer is delayed. */
  readonly lateMs: number;
  /** What happens instead of the usual answer, or to it; null for nothing. */
  readonly trouble: Trouble | null;
  /** Milliseconds that a slow body takes. */
  readonly slowMs: number;
}

/** One trouble, and its state so far. */
interface Running {
  readonly trouble: Trouble;
  fitting: number;
  met: number;
}

const USUAL_MS = 1000;

/** The troubles of a service: with the same seed, the same requests in the same order meet the same troubles. */
export class Troubles {
  readonly #seed: number;
  #random: Random;
  #running: Running[] = [];

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new Random(seed);
  }

  /** All since they were last cleared, and how many requests each has affected. */
  list(): readonly (Trouble & { readonly met: number })[] {
    return this.#running.map(({ trouble, met }) => ({ ...trouble, met }));
  }

  /**
   * Adds a trouble.
   * @param trouble a `Trouble`, or a text such as "429 v1ListLabels times=2"
   * @throws WrongTrouble with one line
   */
  add(trouble: Trouble | string): void {
    this.#running.push({ trouble: readTrouble(trouble), fitting: 0, met: 0 });
  }

  /** Ends all of them. */
  clear(): void {
    this.#running = [];
  }

  /** Starts again with the given ones and with fresh random numbers. */
  restart(troubles: readonly (Trouble | string)[]): void {
    this.#random = new Random(this.#seed);
    this.clear();
    for (const trouble of troubles) this.add(trouble);
  }

  /** What happens to a request; null for nothing. Latencies add up; of other troubles the first one counts. */
  meet(method: string, path: string): Met | null {
    if (this.#running.length === 0) return null;
    let lateMs = 0;
    let trouble: Trouble | null = null;
    for (const each of this.#running.filter(({ trouble }) => fits(trouble, method, path))) {
      const isLate = each.trouble.kind === "latency";
      each.fitting += 1;
      if ((!isLate && trouble !== null) || !this.#strikes(each)) continue;
      if (isLate) lateMs += this.#ms(each.trouble);
      else trouble = each.trouble;
    }
    if (trouble === null && lateMs === 0) return null;
    return { lateMs, trouble, slowMs: trouble?.kind === "slow" ? this.#ms(trouble) : 0 };
  }

  #strikes(running: Running): boolean {
    const { after = 0, times = Number.POSITIVE_INFINITY, chance = 1 } = running.trouble;
    if (running.fitting <= after || running.met >= times || !this.#random.chance(chance)) return false;
    running.met += 1;
    return true;
  }

  #ms({ ms = USUAL_MS, jitter = 0 }: Trouble): number {
    return Math.min(LONGEST_MS, ms + (jitter === 0 ? 0 : this.#random.int(0, jitter)));
  }
}

function fits({ operation, method: wanted }: Trouble, method: string, path: string): boolean {
  if (wanted !== undefined && wanted !== method) return false;
  if (operation === undefined) return true;
  const called = operationOf(method, path);
  return called !== null && isMeant(called, operation);
}
