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

/** Asks a path over plain HTTP. No key and no other secret is ever sent this way. */
export async function askPlainly(url: string, timeoutMs: number): Promise<PlainAnswer> {
  try {
    const answer = await request(url, { headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
    const text = (await answer.body.text()).slice(0, 4_000);
    return {
      url,
      status: answer.statusCode,
      contentType: String(answer.headers["content-type"] ?? ""),
      text,
    };
  } catch {
    // Refused, reset or not HTTP at all: that is what the contract asks for.
    return { url, status: null, contentType: "", text: "" };
  }
}
