import { memo } from "../../contract/memo.js";
import type { Exchange, SentRequest } from "../../wire/exchange.js";
import type { CallRequest } from "../messages/request.js";

/** Headers that say nothing about the request: the client's own, and the key's. */
const UNTOLD: ReadonlySet<string> = new Set(["accept-encoding", "cache-control", "user-agent", "api-key"]);

/** The exchanges of a recording, each returned once. */
export class Recorded {
  readonly #byRequest = new Map<string, Exchange[]>();
  #left = 0;

  constructor(exchanges: Iterable<Exchange>) {
    for (const exchange of exchanges) {
      memo(this.#byRequest, wordsOf(exchange.request), () => []).push(exchange);
      this.#left += 1;
    }
  }

  /** How many were not returned yet. */
  get left(): number {
    return this.#left;
  }

  /**
   * The earliest exchange with this request: of a shared reading the earliest of any check, otherwise of the same check,
   * or of any where there is none. Null if there is none at all.
   * @param ofAnyone whether the exchanges of other checks may be taken
   */
  take(
    request: SentRequest,
    { check, isShared = false }: Pick<CallRequest, "check" | "isShared">,
    ofAnyone: boolean,
  ): Exchange | null {
    const same = this.#byRequest.get(wordsOf(request)) ?? [];
    const own = isShared && ofAnyone ? 0 : same.findIndex((exchange) => exchange.check === check);
    const [taken] = own < 0 && !ofAnyone ? [] : same.splice(Math.max(0, own), 1);
    if (taken === undefined) return null;
    this.#left -= 1;
    return taken;
  }
}

/** All that distinguishes one request from another for the target. */
function wordsOf({ method, url, key, body, headers }: SentRequest): string {
  const told = Object.entries(headers).filter(([name]) => !UNTOLD.has(name));
  return JSON.stringify([method, url, key, body, told.sort()]);
}
