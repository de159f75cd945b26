/**
 * The data types that all rooms share: what was sent, what came back, what is wrong with it. Data only: everything here
 * survives `structuredClone` and JSON.
 */

import type { Intent } from "../contract/conduct.js";
import type { Option } from "./outcome.js";

/**
 * The body of an answer, as far as it could be read. `text` is the body as received, up to a maximum size. A body that was
 * left unread because of a limit of ours may be well-formed.
 */
export type Body =
  | { kind: "empty" }
  | { kind: "json"; value: unknown; text: string }
  | { kind: "text"; text: string }
  | { kind: "binary"; bytes: number; head: string }
  | { kind: "unreadable"; why: string; text: string; byOurLimit?: boolean };

/** Which API key a request carried; the key itself is never kept. */
export type KeyUse = "right" | "wrong" | "none" | "empty" | "query";

/** A request as it was sent, secrets already removed. */
export interface SentRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** Header names in lower case; secret values replaced by a placeholder. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly key: KeyUse;
}

/** An answer as it arrived. */
export interface Answer {
  readonly status: number;
  /** Header names in lower case; repeated headers joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** An exchange that got an answer. */
export type Answered = Exchange & { readonly answer: Answer };

/** One request with its answer (or its transport trouble) and timing. */
export interface Exchange {
  /** Position in the journal, from 0. */
  readonly index: number;
  /** Title of the check that sent it, which begins with its rule; or what else did, such as "census". */
  readonly check: string;
  /** n-th request of that check, from 0. */
  readonly ordinal: number;
  /** operationId of the contract, or null for a request outside the contract. */
  readonly operation: string | null;
  /** Why the request must be refused; absent if it was sent to succeed. */
  readonly intent?: Intent;
  readonly request: SentRequest;
  /** Null if no answer came; then `trouble` says why. */
  readonly answer: Answer | null;
  /** Error code of the transport (ECONNRESET, UND_ERR_HEADERS_TIMEOUT, …) or null. */
  readonly trouble: string | null;
  /** Trouble of earlier attempts, in order; absent if the first attempt was the last. */
  readonly retried?: readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Milliseconds from sending to the end of the body. */
  readonly ms: number;
}

/** How to find a property's counterexample again. */
export interface Replay {
  readonly seed: number;
  /** Path of fast-check, such as "3:0:1". */
  readonly path: string;
}

/** One breach of one rule. */
export interface Finding {
  readonly rule: string;
  /** What was asked, one line: "GET /v1/labels?page=2&page_size=5&sort_dir=desc". */
  readonly request: string;
  readonly operation: string | null;
  readonly documented: string;
  /** The actual value, not just "was wrong". */
  readonly received: string;
  /** JSON Pointer into the answer's body. */
  readonly pointer?: string;
  /** Journal positions of the exchanges that show it. */
  readonly exchanges: readonly number[];
  /** Smallest counterexample, in words: "page_size=2, page=1 (shrunk from page_size=37, page=3)". */
  readonly smallest?: string;
  readonly replay?: Replay;
  /** True if the target did not show it again on unchanged data. */
  readonly intermittent?: boolean;
}

/** Breaches that were found; none where everything holds. */
export type Findings = readonly Finding[];

/** How one check ended. `defect` is an error of Plimsoll, never counted against the target. */
export type CheckOutcome = "judged" | "inconclusive" | "not-applicable" | "defect";

/** What one check says about its rule; the one event that all reports read. */
export interface CheckRecord {
  readonly rule: string;
  /** File below suites/ and title of the check. */
  readonly check: string;
  readonly outcome: CheckOutcome;
  /**
   * Why it was inconclusive or not applicable and what would settle it, or why one that judged saw nothing; or the error
   * text of a defect.
   */
  readonly reason?: string;
  /** Of an inconclusive check: what to type so that the next run settles it. */
  readonly options?: readonly Option[];
  /** True if the check could send no more requests because the run's budget was used up. */
  readonly unasked?: true;
  /** What was seen, counted: { pages: 4, labels: 31 }. */
  readonly evidence: Readonly<Record<string, number>>;
  readonly findings: Findings;
  /** What this target does where the contract leaves it open, one sentence each. */
  readonly observations: readonly string[];
}
