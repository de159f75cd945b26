import { gunzipSync } from "node:zlib";
import { matchOperation } from "../contract/operations.js";
import type { Answer, Body, Exchange, KeyUse } from "../wire/exchange.js";
import { fromBytes, fromText, isTooManyRecords } from "./body.js";
import { member, number, readHeaders, readRequest, string } from "./har-values.js";
import { TOO_LONG_TO_HOLD } from "./held.js";
import type { TrafficRedactor, Witness } from "./traffic-redactor.js";

/** Why a foreign entry holds no answer that could be judged; trouble of its exchange. */
export const UNRECORDED = {
  cache: "FROM_CACHE",
  answer: "NO_ANSWER",
  body: "BODY_NOT_RECORDED",
  headers: "HEADERS_NOT_RECORDED",
  preflight: "PREFLIGHT",
} as const;

/** Stands where an address was relative, or began with a variable that was not filled in. */
const NOWHERE = "http://recorded.invalid";
/** Bytes that a body may have once it is unpacked. */
const LONGEST = 64 * 1024 * 1024;

/** What of a foreign entry may hold secrets. */
export function witnessOf(entry: unknown): Witness {
  const { url, headers } = readRequest(entry, "right");
  const answered = readHeaders(member(entry, "response"));
  return { url, headers, cookies: answered["set-cookie"] ?? "", location: answered.location ?? "" };
}

/** Tells the clients of a recording apart by what they sent to be known, which is not kept itself. */
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

/** The exchange of an entry that somebody else recorded, without what lets its bearer in. */
export function foreignExchange(
  entry: unknown,
  place: Pick<Exchange, "index" | "check" | "ordinal">,
  { baseUrl, redactor }: { readonly baseUrl: string | null; readonly redactor: TrafficRedactor },
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

/** Browsers remove keys when they save, so that only the answer tells whether the key was right. */
function keyShownBy(answer: Answer | null): KeyUse {
  return answer?.status === 401 || answer?.status === 403 ? "none" : "right";
}

/**
 * The absolute address of an entry: a variable in front, such as `{{baseUrl}}`, stands for the base address that is
 * judged, and a path alone is one on its host, or on that of the request's header.
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
  // Browsers record what they kept themselves like an answer, though nobody was asked.
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

/** Null where the body was not recorded. */
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
  if (!encoded && !text.startsWith(GZIP_MARK)) return fromText(text, type);
  const bytes = Buffer.from(text, encoded ? "base64" : "latin1");
  if (bytes.toString("latin1", 0, 2) !== GZIP_MARK) return fromBytes(bytes, type);
  try {
    return fromBytes(gunzipSync(bytes, { maxOutputLength: LONGEST }), type);
  } catch {
    // Cut off, or no longer the bytes that they were.
    return null;
  }
}

const GZIP_MARK = "\x1f\x8b";

function operationAt(method: string, url: string, baseUrl: string | null): string | null {
  if (!URL.canParse(url)) return null;
  const address = new URL(url);
  address.username = "";
  address.password = "";
  const { href, pathname } = address;
  if (baseUrl !== null && !href.startsWith(`${baseUrl}/`)) return null;
  const below =
    baseUrl === null
      ? pathname.replace(/^.*?(?=\/v[12]\/)/, "")
      : pathname.slice(new URL(`${baseUrl}/`).pathname.length - 1);
  return matchOperation(method, below)?.operation.id ?? null;
}

/** The address up to the generation, where an address has one; the rest is not what the contract is about. */
export function baseIn(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  const at = pathname.search(/\/v[12]\//);
  return at < 0 ? null : origin + pathname.slice(0, at);
}
