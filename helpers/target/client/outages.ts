/** Attempts in vain, each after a good answer, from which on an operation's trouble is its own. */
const OWN_FROM = 3;
/** Calls in vain after which an operation is left alone. */
const MOST_CALLS = 3;
/** Milliseconds for which it is left alone at first; doubles with each further call in vain. */
const FIRST_REST_MS = 10_000;

/** What came in vain since an operation was last answered. */
interface Vain {
  readonly attempts: number;
  /** Good answers of the run before the last of them. */
  readonly good: number;
}

interface Outage {
  /** Calls that ended in vain. */
  readonly calls: number;
  /** Good answers of the run before the last of them. */
  readonly good: number;
  /** Until when the operation is left alone, by a monotonic clock. */
  readonly until: number;
}

/** Knows which operations are out of order (502, 503, 504) while others answer. */
export class Outages {
  readonly #outages = new Map<string | null, Outage>();
  /** Operations in vain since the last good answer. */
  readonly #inVain = new Set<string | null>();
  readonly #vain = new Map<string | null, Vain>();
  #good = 0;

  /** Whether several operations have been in vain since the last good answer, so that it is the target's trouble. */
  get areMany(): boolean {
    return this.#inVain.size > 1;
  }

  /** An attempt was answered well. */
  good(operation: string | null): void {
    this.#good++;
    this.#inVain.clear();
    this.#outages.delete(operation);
    this.#vain.delete(operation);
  }

  /** An attempt was in vain, whatever for. */
  failed(operation: string | null): void {
    this.#inVain.add(operation);
    const { attempts, good } = this.#vain.get(operation) ?? { attempts: 0, good: -1 };
    this.#vain.set(operation, { attempts: attempts + (good < this.#good ? 1 : 0), good: this.#good });
  }

  /** Whether others were answered so often while this one was not that it says nothing of the target. */
  isAlone(operation: string | null): boolean {
    return (this.#vain.get(operation)?.attempts ?? 0) >= OWN_FROM;
  }

  /**
   * A call ended in vain. Several between two good answers count once: they may be a restart of the whole target.
   * @param asked milliseconds for which the target asks not to be called
   * @param now milliseconds of a monotonic clock
   */
  lost(operation: string | null, asked: number, now: number): void {
    const before = this.#outages.get(operation) ?? { calls: 0, good: -1, until: 0 };
    const calls = before.calls + (before.good < this.#good ? 1 : 0);
    const own = calls < MOST_CALLS ? 0 : FIRST_REST_MS * 2 ** (calls - MOST_CALLS);
    const rest = this.areMany ? own : Math.max(asked, own);
    this.#outages.set(operation, { calls, good: this.#good, until: Math.max(before.until, now + rest) });
  }

  /** Whether an operation (null for none) is left alone for now. */
  isLeftAlone(operation: string | null, now: number): boolean {
    return operation !== null && (this.#outages.get(operation)?.until ?? 0) > now;
  }
}
