/** One request and its answer, as a client saw them. */
export interface SeenExchange {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** Names in any case. Keys, tokens and cookies are removed before anything is shown. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  readonly status: number;
  /** Names in any case; rules about headers need them all. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded text. @defaultValue none */
  readonly body?: string;
  /** When it was sent, ISO 8601; tells which answers lie close together. @defaultValue now, in their order */
  readonly startedAt?: string;
  /** Milliseconds until the answer was there. @defaultValue 0 */
  readonly ms?: number;
}

/** An entry of a HAR 1.2 file; what is missing counts as not recorded. */
export interface HarEntry {
  readonly request: object;
  readonly response: object;
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/**
 * What somebody saw as an entry of a HAR file.
 * @param otherwise when it was sent, where it does not say so
 */
export function asEntry(seen: SeenExchange | HarEntry, otherwise: number): HarEntry {
  if ("request" in seen) return seen;
  const { method, url, requestHeaders = {}, requestBody, status, headers, body = "", ms = 0 } = seen;
  const request = { method, url, headers: pairs(requestHeaders) };
  const entry = {
    startedDateTime: seen.startedAt ?? new Date(otherwise).toISOString(),
    time: ms,
    request: requestBody === undefined ? request : { ...request, postData: { text: requestBody } },
    response: { status, headers: pairs(headers), content: { size: body.length, text: body } },
  };
  return entry;
}
