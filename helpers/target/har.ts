import { INTENTS, type Intent } from "../contract/conduct.js";
import { matchOperation } from "../contract/operations.js";
import type { Answer, Body, Exchange, KeyUse, SentRequest } from "../wire/exchange.js";
import { fromBytes, fromText } from "./body.js";
import { type Aside, preambleFrom, type Recording } from "./recording.js";
import { TrafficRedactor } from "./traffic-redactor.js";

/** Name and value as HAR keeps headers and query parameters. */
interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** What HAR has no place for; absent from recordings of others. */
interface Extra {
  readonly check: string;
  readonly ordinal: number;
  readonly operation: string | null;
  readonly key: KeyUse;
  readonly intent?: Intent;
  readonly trouble: string | null;
  readonly retried?: readonly string[];
  /** Null when no answer came; a text is in the content's text. */
  readonly body: BodyExtra | null;
}

interface BodyExtra {
  readonly kind: Body["kind"];
  readonly why?: string;
  readonly bytes?: number;
  readonly head?: string;
}

/** One entry of a HAR 1.2 log, as we write it. */
export interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly HarPair[];
    readonly queryString: readonly HarPair[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly HarPair[];
    readonly content: { readonly size: number; readonly mimeType: string; readonly text: string };
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly _plimsoll: Extra;
}

/** Name of the HAR file below `outDir`. */
export const HAR_FILE = "exchanges.har";

/** Trouble of a foreign entry that has an answer but was saved without its body. */
export const BODY_NOT_RECORDED = "BODY_NOT_RECORDED";

/** Trouble of a foreign entry whose answer was the browser's own copy of an earlier one. */
const FROM_CACHE = "FROM_CACHE";

/** Who made the file, as HAR wants to know. */
export const CREATOR = { name: "plimsoll", version: "1" };

/** An exchange as an entry of a HAR log. */
export function toEntry({ request, answer, ...exchange }: Exchange): HarEntry {
  const { check, ordinal, operation, intent, trouble, retried, startedAt, ms } = exchange;
  const text = answer === null ? "" : textOf(answer.body);
  return {
    startedDateTime: startedAt,
    time: ms,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: toPairs(request.headers),
      queryString: queryOf(request.url),
      ...(request.body === null
        ? {}
        : { postData: { mimeType: request.headers["content-type"] ?? "", text: request.body } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body ?? ""),
    },
    response: {
      status: answer?.status ?? 0,
      statusText: answer === null ? (trouble ?? "") : "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: toPairs(answer?.headers ?? {}),
      content: { size: Buffer.byteLength(text), mimeType: answer?.headers["content-type"] ?? "", text },
      redirectURL: answer?.headers.location ?? "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    _plimsoll: {
      check,
      ordinal,
      operation,
      key: request.key,
      ...(intent === undefined ? {} : { intent }),
      trouble,
      ...(retried === undefined ? {} : { retried }),
      body: bodyExtra(answer),
    },
  };
}

function queryOf(url: string): HarPair[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

function bodyExtra(answer: Answer | null): BodyExtra | null {
  if (answer === null) return null;
  const { body } = answer;
  if (body.kind === "binary") return body;
  return body.kind === "unreadable" ? { kind: body.kind, why: body.why } : { kind: body.kind };
}

function textOf(body: Body): string {
  return "text" in body ? body.text : "";
}

function toPairs(headers: Readonly<Record<string, string>>): HarPair[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

/**
 * The exchanges of a HAR file, whoever recorded it. In a foreign recording every request counts as sent with
 * the right key (browsers remove keys when saving), and what lets its bearer in is removed wherever it stands; `check`
 * says which of the recorded clients sent it.
 *
 * @param har the parsed file
 * @param baseUrl base address of the target; entries of other addresses get no operation. Null: the path begins
 * at the generation.
 * @throws TypeError when it is no HAR file
 */
export function fromHar(har: unknown, baseUrl: string | null = null): Exchange[] {
  const entries = member(member(har, "log"), "entries");
  if (!Array.isArray(entries)) throw new TypeError("Not a HAR file: log.entries is missing.");
  const ordinals = new Map<string, number>();
  const clients = new Clients();
  const redactor = redactorOfTraffic(entries.filter((entry) => !isObject(member(entry, "_plimsoll"))));
  return entries.map((entry: unknown, index) => {
    const own = member(entry, "_plimsoll");
    const check = isObject(own) ? string(own.check) : clients.nameOf(entry);
    const ordinal = ordinals.get(check) ?? 0;
    ordinals.set(check, ordinal + 1);
    return isObject(own)
      ? ownExchange(entry, own, index)
      : foreignExchange(entry, { index, check, ordinal }, { baseUrl, redactor });
  });
}

/** The recording in a HAR file; of one that is not our own, the exchanges alone. Throws as `fromHar`. */
export function recordingIn(har: unknown, baseUrl: string | null = null): Recording<readonly Exchange[]> {
  const exchanges = fromHar(har, baseUrl);
  const own = member(member(har, "log"), "_plimsoll");
  if (!isObject(own)) return { preamble: null, asides: [], exchanges };
  const asides = Array.isArray(own.asides) ? own.asides.map(asideFrom) : [];
  return { preamble: own.preamble === null ? null : preambleFrom(own.preamble), asides, exchanges };
}

function asideFrom(entry: unknown): Aside {
  return { name: string(member(entry, "name")), value: member(entry, "value") };
}

function ownExchange(entry: unknown, own: Readonly<Record<string, unknown>>, index: number): Exchange {
  const response = member(entry, "response");
  const key = KEY_USES.find((use) => use === own.key) ?? "right";
  const intent = INTENTS.find((each) => each === own.intent);
  return {
    index,
    check: string(own.check),
    ordinal: number(own.ordinal),
    operation: typeof own.operation === "string" ? own.operation : null,
    ...(intent === undefined ? {} : { intent }),
    request: readRequest(entry, key),
    answer:
      own.body === null
        ? null
        : {
            status: number(member(response, "status")),
            headers: readHeaders(response),
            body: ownBody(own.body, response),
          },
    trouble: typeof own.trouble === "string" ? own.trouble : null,
    ...(Array.isArray(own.retried) ? { retried: own.retried.map(String) } : {}),
    startedAt: string(member(entry, "startedDateTime")),
    ms: number(member(entry, "time")),
  };
}

const KEY_USES: readonly KeyUse[] = ["right", "wrong", "none", "empty", "query"];

function ownBody(body: unknown, response: unknown): Body {
  const text = string(member(member(response, "content"), "text"));
  switch (member(body, "kind")) {
    case "json":
      return fromText(text, "application/json");
    case "text":
      return { kind: "text", text };
    case "binary":
      return { kind: "binary", bytes: number(member(body, "bytes")), head: string(member(body, "head")) };
    case "unreadable":
      return { kind: "unreadable", why: string(member(body, "why")), text };
    default:
      return { kind: "empty" };
  }
}

function foreignExchange(
  entry: unknown,
  place: Pick<Exchange, "index" | "check" | "ordinal">,
  { baseUrl, redactor }: { readonly baseUrl: string | null; readonly redactor: TrafficRedactor },
): Exchange {
  const { body, url, ...request } = readRequest(entry, "right");
  const { answer, trouble } = foreignAnswer(entry);
  return {
    ...place,
    operation: operationAt(request.method, url, baseUrl),
    request: {
      ...request,
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

/** Tells the clients of a recording apart by what they sent to be known, which is not kept itself. */
class Clients {
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

function foreignAnswer(entry: unknown): Pick<Exchange, "answer" | "trouble"> {
  // Browsers record what they kept themselves like an answer, though nobody was asked.
  const kept = string(member(entry, "_fromCache"));
  if (kept !== "") return { answer: null, trouble: FROM_CACHE };
  const response = member(entry, "response");
  const status = number(member(response, "status"));
  if (status === 0) {
    const error = string(member(response, "_error")) || string(member(response, "statusText"));
    return { answer: null, trouble: error || "NO_ANSWER" };
  }
  const content = member(response, "content");
  const text = member(content, "text");
  if (typeof text !== "string" && number(member(content, "size")) > 0)
    return { answer: null, trouble: BODY_NOT_RECORDED };
  const headers = readHeaders(response);
  const type = headers["content-type"] ?? string(member(content, "mimeType"));
  const body =
    member(content, "encoding") === "base64"
      ? fromBytes(Buffer.from(string(text), "base64"), type)
      : fromText(string(text), type);
  return { answer: { status, headers, body }, trouble: null };
}

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

function redactorOfTraffic(entries: readonly unknown[]): TrafficRedactor {
  return new TrafficRedactor(
    entries.map((entry) => {
      const { url, headers } = readRequest(entry, "right");
      const answered = readHeaders(member(entry, "response"));
      return { url, headers, cookies: answered["set-cookie"] ?? "", location: answered.location ?? "" };
    }),
  );
}

function readRequest(entry: unknown, key: KeyUse): SentRequest {
  const request = member(entry, "request");
  const posted = member(member(request, "postData"), "text");
  return {
    method: string(member(request, "method")).toUpperCase(),
    url: string(member(request, "url")),
    headers: readHeaders(request),
    body: typeof posted === "string" ? posted : null,
    key,
  };
}

/** Names in lower case; repeated ones joined; the pseudo-headers of HTTP/2 left out. */
function readHeaders(message: unknown): Record<string, string> {
  const pairs = member(message, "headers");
  const headers = new Map<string, string>();
  for (const pair of Array.isArray(pairs) ? pairs : []) {
    const name = string(member(pair, "name")).toLowerCase();
    if (name === "" || name.startsWith(":")) continue;
    const before = headers.get(name);
    const value = string(member(pair, "value"));
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
