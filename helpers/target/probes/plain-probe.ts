import { request } from "undici";
import { isSuccess } from "../../wire/status.js";

/** A host's answer without TLS. Its text is not kept, because it may hold what was sent. */
interface PlainAnswer {
  /** Null if there was no HTTP answer. */
  readonly status: number | null;
  /** True for a success that looks like a list of the API. */
  readonly served: boolean;
}

/** Characters read of a body: enough to recognise the API. */
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
    return { status: answer.statusCode, served: isSuccess(answer.statusCode) && LIST.test(text) };
  } catch {
    // Refused, reset or not HTTP: that is what the contract asks for.
    return { status: null, served: false };
  }
}

/** Start of a list with its envelope. */
const LIST = /^\s*\{[\s\S]*"(total|pages|labels)"\s*:/;

/** As much of the body as needed; it may never end. */
async function beginningOf(body: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length >= MOST_CHARS) break;
  }
  return text.slice(0, MOST_CHARS);
}
