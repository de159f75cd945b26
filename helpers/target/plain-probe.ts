import { request } from "undici";
import { isSuccess } from "../wire/status.js";

/** What came back when a host was spoken to without TLS. Its text is not kept: it may hold what was sent. */
export interface PlainAnswer {
  readonly url: string;
  /** Null when nobody answered in HTTP. */
  readonly status: number | null;
  /** True for a success that reads like a list of the API. */
  readonly served: boolean;
}

/** Characters read of a body; whoever serves the API has shown it by then. */
const MOST_CHARS = 4_000;

/**
 * Asks for a list over plain HTTP.
 * @param headers nothing secret, unless the address can only lead to this machine
 */
export async function askPlainly(
  url: string,
  timeoutMs: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<PlainAnswer> {
  try {
    const answer = await request(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const text = await beginningOf(answer.body);
    return { url, status: answer.statusCode, served: isSuccess(answer.statusCode) && LIST.test(text) };
  } catch {
    // Refused, reset or not HTTP at all: that is what the contract asks for.
    return { url, status: null, served: false };
  }
}

/** Beginning of a list with its envelope. */
const LIST = /^\s*\{[\s\S]*"(total|pages|labels)"\s*:/;

/** As much of the body as is wanted; it may have no end. */
async function beginningOf(body: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length >= MOST_CHARS) break;
  }
  return text.slice(0, MOST_CHARS);
}
