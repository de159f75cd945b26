import type { Exchange } from "../../wire/exchange.js";
import type { CallRequest } from "../messages/request.js";

/** Turns the requests of a run into exchanges: over the network, or from a recording. */
export interface Caller {
  /** Attempts with transport trouble so far, by kind ("ECONNRESET", "STATUS_429", …). Reported, never judged. */
  readonly instability: Readonly<Record<string, number>>;
  /** Requests sent so far, retries included. */
  readonly requests: number;
  /** Why the target was given up, in words that follow its address; null if it was not. */
  readonly givenUp: string | null;
  /** The lowest concurrency that 429s led to; null if they changed nothing. */
  readonly broughtDownTo: number | null;
  /** Why the run was stopped by its findings; null if it was not. */
  readonly stopped: string | null;
  /** Sends one request and returns its last attempt, which is also in the journal. */
  call(request: CallRequest): Promise<Exchange>;
  /** Sends nothing more, except to remove what the run created. */
  stop(why: string): void;
  close(): Promise<void>;
}
