import { request } from "undici";

/** What came back when a host was spoken to without TLS. */
export interface PlainAnswer {
  readonly url: string;
  /** Null when nobody answered in HTTP. */
  readonly status: number | null;
  readonly contentType: string;
  /** Beginning of the body. */
  readonly text: string;
}

/** Characters read of a body; whoever serves the API has shown it by then. */
const MOST_CHARS = 4_000;

/** Asks a path over plain HTTP. No key and no other secret is ever sent this way. */
export async function askPlainly(url: string, timeoutMs: number): Promise<PlainAnswer> {
  try {
    const answer = await request(url, { signal: AbortSignal.timeout(timeoutMs) });
    return {
      url,
      status: answer.statusCode,
      contentType: String(answer.headers["content-type"] ?? ""),
      text: await beginningOf(answer.body),
    };
  } catch {
    // Refused, reset or not HTTP at all: that is what the contract asks for.
    return { url, status: null, contentType: "", text: "" };
  }
}

/** As much of the body as is wanted; it may have no end. */
async function beginningOf(body: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of body) {
    text += String(chunk);
    if (text.length >= MOST_CHARS) break;
  }
  return text.slice(0, MOST_CHARS);
}
