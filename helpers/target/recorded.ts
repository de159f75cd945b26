import type { Exchange, SentRequest } from "../wire/exchange.js";

/** Headers that say nothing about what is asked: the client's own, and where the key stands. */
const UNTOLD: ReadonlySet<string> = new Set(["accept-encoding", "user-agent", "api-key"]);

/** The exchanges of a recording, each given away once. */
export class Recorded {
  readonly #byRequest = new Map<string, Exchange[]>();
  #left = 0;

  constructor(exchanges: Iterable<Exchange>) {
    for (const exchange of exchanges) {
      const same = this.#byRequest.get(wordsOf(exchange.request));
      if (same === undefined) this.#byRequest.set(wordsOf(exchange.request), [exchange]);
      else same.push(exchange);
      this.#left += 1;
    }
  }

  /** How many were not given away. */
  get left(): number {
    return this.#left;
  }

  /**
   * The earliest exchange with this request that the same check sent, else, where `ofAnyone`, the earliest that
   * any check sent: a reading that checks share is made by whoever comes first. Null when there is none.
   */
  take(request: SentRequest, check: string, ofAnyone: boolean): Exchange | null {
    const same = this.#byRequest.get(wordsOf(request)) ?? [];
    const own = same.findIndex((exchange) => exchange.check === check);
    const [taken] = own < 0 && !ofAnyone ? [] : same.splice(Math.max(0, own), 1);
    if (taken === undefined) return null;
    this.#left -= 1;
    return taken;
  }
}

/** Everything by which one request differs from another for the target. */
function wordsOf({ method, url, key, body, headers }: SentRequest): string {
  const told = Object.entries(headers).filter(([name]) => !UNTOLD.has(name));
  return JSON.stringify([method, url, key, body, told.sort()]);
}
