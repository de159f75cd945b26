import type { Intent } from "../../contract/conduct.js";
import type { Answer } from "../../wire/exchange.js";
import { isRateLimited, isUnwell } from "../../wire/health.js";

/** The outcome of one attempt: an answer, or the code of transport trouble. */
export interface Attempt {
  readonly answer: Answer | null;
  readonly trouble: string | null;
}

/** The parts of a request that decide whether it may be sent again. */
interface Sent {
  readonly method: string;
  /** Why it must be refused; null if it should succeed. */
  readonly intent: Intent | null;
}

/** What a delay depends on besides the attempts. */
interface Circumstances {
  /** Source of jitter in [0, 1). */
  readonly random: () => number;
  /** Milliseconds since 1970, for a Retry-After that is a date in an answer without one. */
  readonly now: number;
}

/** How a 500 is counted that was retried. */
export const FAILURE = "STATUS_500";

/** Longest wait before a retry, in milliseconds; if the target asks for more, the run gives up. */
export const MAX_DELAY_MS = 60_000;

const BASE_DELAY_MS = 100;
const MAX_RETRIES = 3;
/** A 429 asks for waiting, so retries are cheap; a time-out costs its whole length again. */
const MAX_RETRIES_429 = 6;
const MAX_RETRIES_TIMEOUT = 1;
const MAX_RETRIES_FAILURE = 2;

/** Methods that can be repeated without further effect; POST and PATCH are missing on purpose. */
const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);
/** The request cannot have reached the target, so any method may be sent again. */
const NEVER_SENT: ReadonlySet<string> = new Set(["ECONNREFUSED", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);
const TRANSIENT: ReadonlySet<string> = new Set([
  ...NEVER_SENT,
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "TIMEOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "HTTPParserError",
]);

/**
 * The trouble of an attempt: the transport's code, or `STATUS_429`, `STATUS_502`, `STATUS_503`, `STATUS_504`; null for
 * an answer that can be judged. A limit of the rate counts as 429 whatever its status.
 */
export function troubleOf(attempt: Attempt): string | null {
  if (attempt.trouble !== null) return attempt.trouble;
  if (attempt.answer === null) return "NO_ANSWER";
  if (isRateLimited(attempt.answer)) return "STATUS_429";
  return isUnwell(attempt.answer) ? `STATUS_${attempt.answer.status}` : null;
}

/**
 * Milliseconds to wait before a retry; null for none.
 *
 * A 429 was not acted upon and a refused connection never arrived: these are retried for every method; 502, 503, 504,
 * resets and time-outs only for idempotent ones. A 500 is retried too, although it is an answer: a single one is
 * documented for any operation, so only repeated ones mean something. Probes, which must be refused anyway, are then
 * retried with every method.
 * @param retries retries so far
 */
export function retryDelay(
  sent: Sent,
  attempt: Attempt,
  retries: number,
  { random, now }: Circumstances,
): number | null {
  const kind = troubleOf(attempt) ?? failureOf(attempt);
  if (kind === null || retries >= maxRetries(kind) || !mayRepeat(sent, kind)) return null;
  const asked = retryAfter(attempt.answer, now);
  return Math.min(MAX_DELAY_MS, Math.max(asked ?? 0, backOff(retries, random)));
}

/** True if an attempt with this trouble may have had its effect. */
export function mayHaveActed(trouble: string): boolean {
  return trouble !== "STATUS_429" && !NEVER_SENT.has(trouble);
}

/**
 * Milliseconds that the Retry-After header of an answer asks for (RFC 9110, 10.2.3), in seconds or as an HTTP date; null
 * if neither.
 */
export function retryAfter(answer: Pick<Answer, "headers"> | null, now: number): number | null {
  const { "retry-after": value, date } = answer?.headers ?? {};
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  // A date is one of the target's clock, which its Date header shows.
  const theirs = Date.parse(date ?? "");
  return Number.isNaN(until) ? null : Math.max(0, until - (Number.isNaN(theirs) ? now : theirs));
}

function failureOf({ answer }: Attempt): string | null {
  return answer?.status === 500 ? FAILURE : null;
}

function backOff(retries: number, random: () => number): number {
  return BASE_DELAY_MS * 2 ** retries * (0.5 + random() / 2);
}

function maxRetries(trouble: string): number {
  if (trouble === "STATUS_429") return MAX_RETRIES_429;
  if (trouble === FAILURE) return MAX_RETRIES_FAILURE;
  return trouble === "TIMEOUT" ? MAX_RETRIES_TIMEOUT : MAX_RETRIES;
}

function mayRepeat({ method, intent }: Sent, trouble: string): boolean {
  if (!mayHaveActed(trouble) || (trouble === FAILURE && intent !== null)) return true;
  // Parser errors (HPE_…) are often the tail of an earlier answer with a wrong length on the same connection.
  const transient = TRANSIENT.has(trouble) || trouble.startsWith("STATUS_") || trouble.startsWith("HPE_");
  return transient && IDEMPOTENT.has(method);
}
