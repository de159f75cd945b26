import { gunzipSync } from "node:zlib";
import { matchOperation } from "../../contract/operations.js";
import { urlOf } from "../../contract/url.js";
import type { Answer, Body, Exchange, KeyUse } from "../../wire/exchange.js";
import { pathBelow } from "../../wire/own-address.js";
import { fromBytes, fromText, isTooManyRecords } from "../messages/body.js";
import { TOO_LONG_TO_HOLD } from "../messages/held.js";
import type { TrafficRedactor, Witness } from "../secrets/traffic-redactor.js";
import { member, number, readHeaders, readRequest, string } from "./har-values.js";

/** Trouble of a foreign entry's exchange: why there is no answer to judge. */
export const UNRECORDED = {
  cache: "FROM_CACHE",
  answer: "NO_ANSWER",
  body: "BODY_NOT_RECORDED",
  headers: "HEADERS_NOT_RECORDED",
  preflight: "PREFLIGHT",
} as const;

/** Stands in for the host of a relative address, or of one that begins with an unfilled variable. */
const NOWHERE = "http://recorded.invalid";
/** Most bytes of a body after decompression. */
const LONGEST = 64 * 1024 * 1024;

/** The parts of a foreign entry that may hold secrets. */
export function witnessOf(entry: unknown): Witness {
  const { url, headers } = readRequest(entry, "right");
  const answered = readHeaders(member(entry, "response"));
  return { url, headers, cookies: answered["set-cookie"] ?? "", location: answered.location ?? "" };
}

/** Distinguishes the clients of a recording by their credentials, which are not kept. */
export class Clients {
  readonly #numbers = new Map<string, number>();

  nameOf(entry: unknown): string {
    const headers = readHeaders(member(entry, "request"));
    const identity = JSON.stringify(IDENTITY.map((name) => headers[name] ?? null));
    const number = this.#numbers.get(identity) ?? this.#numbers.size + 1;
    this.#numbers.set(identity, number);
    return number === 1 ? "recorded" : `recorded, client ${number}`;
  }
}

const IDENTITY = ["api-key", "x-api-key", "authorization", "seller-id"] as const;

/**
 * The exchange of a foreign entry, without credentials.
 * @param baseUrl base address of the target; entries of other addresses get no operation
 */
export function foreignExchange(
  entry: unknown,
  place: Pick<Exchange, "index" | "check" | "ordinal">,
  { baseUrl, redactor }: { readonly baseUrl: string; readonly redactor: TrafficRedactor },
): Exchange {
  const { body, ...request } = readRequest(entry, "right");
  const url = addressOf(entry, baseUrl);
  const { answer, trouble } = foreignAnswer(entry);
  return {
    ...place,
    operation: operationAt(request.method, url, baseUrl),
    request: {
      ...request,
      key: keyShownBy(answer),
      url: redactor.text(url),
      headers: redactor.headers(request.headers),
      body: body === null ? null : redactor.text(body),
    },
    answer: answer === null ? null : redactor.answer(answer),
    trouble: trouble === null ? null : redactor.text(trouble),
    startedAt: string(member(entry, "startedDateTime")),
    ms: number(member(entry, "time")),
  };
}

/** Browsers remove keys when they save, so only the answer shows whether the key was right. */
function keyShownBy(answer: Answer | null): KeyUse {
  return answer?.status === 401 || answer?.status === 403 ? "none" : "right";
}

/**
 * The absolute address of an entry: a leading variable such as `{{baseUrl}}` stands for the base address being judged;
 * a bare path is on its host, or on the host of the request's header.
 */
export function addressOf(entry: unknown, baseUrl: string | null): string {
  const { url, headers } = readRequest(entry, "right");
  const [, variable, path = ""] = /^(\{\{[^}]*\}\})?(\/.*)?$/.exec(url) ?? [];
  if (variable !== undefined) return `${baseUrl ?? NOWHERE}${path}`;
  if (path === "") return url;
  const { host = "" } = headers;
  const own = host === "" ? NOWHERE : `http://${host}`;
  return `${baseUrl === null ? own : new URL(baseUrl).origin}${path}`;
}

function foreignAnswer(entry: unknown): Pick<Exchange, "answer" | "trouble"> {
  const lacks = (trouble: string) => ({ answer: null, trouble });
  // Browsers record cached responses like answers, although no request was sent.
  if (string(member(entry, "_fromCache")) !== "") return lacks(UNRECORDED.cache);
  if (string(member(member(entry, "request"), "method")).toUpperCase() === "OPTIONS")
    return lacks(UNRECORDED.preflight);
  const response = member(entry, "response");
  const status = number(member(response, "status"));
  if (status < 100 || status > 599) {
    const error = string(member(response, "_error")) || string(member(response, "statusText"));
    return lacks(error || UNRECORDED.answer);
  }
  if (status === 304) return lacks(UNRECORDED.cache);
  const headers = readHeaders(response);
  if (Object.keys(headers).length === 0) return lacks(UNRECORDED.headers);
  const body = bodyOf(member(response, "content"), headers);
  if (body === null) return lacks(UNRECORDED.body);
  return isTooManyRecords(body)
    ? lacks(TOO_LONG_TO_HOLD)
    : { answer: { status, headers, body }, trouble: null };
}

/** Null if the body was not recorded. */
function bodyOf(content: unknown, headers: Readonly<Record<string, string>>): Body | null {
  const text = string(member(content, "text"));
  if (text === "") {
    const size = member(content, "size");
    const elsewhere = string(member(content, "_file")) !== "";
    const announced = Number(headers["content-length"] ?? 0) > 0;
    return elsewhere || announced || (size !== undefined && size !== 0) ? null : { kind: "empty" };
  }
  const type = headers["content-type"] ?? string(member(content, "mimeType"));
  const encoded = member(content, "encoding") === "base64";
  if (!encoded && !text.startsWith(GZIP_MARK)) {
    const body = fromText(text, type);
    // Some recorders keep only the beginning of a long body. Others write JSON anew, with fewer blanks.
    const isShort = Buffer.byteLength(text) < number(member(content, "size"));
    return isShort && body.kind !== "json" ? null : body;
  }
  const bytes = Buffer.from(text, encoded ? "base64" : "latin1");
  if (bytes.toString("latin1", 0, 2) !== GZIP_MARK) return fromBytes(bytes, type);
  try {
    return fromBytes(gunzipSync(bytes, { maxOutputLength: LONGEST }), type);
  } catch {
    // Truncated, or no longer the original bytes.
    return null;
  }
}

const GZIP_MARK = "\x1f\x8b";

function operationAt(method: string, url: string, baseUrl: string): string | null {
  const address = urlOf(url);
  if (address === null) return null;
  address.username = "";
  address.password = "";
  const { href, pathname } = address;
  if (!href.startsWith(`${baseUrl}/`)) return null;
  return matchOperation(method, pathBelow(baseUrl, pathname))?.operation.id ?? null;
}

/** The address up to the generation, if it has one; the rest is outside the contract. */
export function baseIn(url: string): string | null {
  const address = urlOf(url);
  if (address === null) return null;
  const { origin, pathname } = address;
  const at = pathname.search(/\/v[12]\//);
  return at < 0 ? null : origin + pathname.slice(0, at);
}
