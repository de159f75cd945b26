import { type Intent, isSafe, READABLE, WRONG_TYPE } from "../../contract/conduct.js";
import type { OperationId } from "../../contract/generated/types.js";
import { buildPath, findOperation, matchOperation, operation } from "../../contract/operations.js";
import { urlOf } from "../../contract/url.js";
import type { KeyUse } from "../../wire/exchange.js";
import { pathBelow, withBasePath } from "../../wire/own-address.js";
import { KEY_PLACEHOLDER, PLACEHOLDER } from "../../wire/placeholder.js";
import { isSuccess } from "../../wire/status.js";
import type { Settings } from "../settings/settings.js";
import { drawnQuery } from "./drawn-query.js";
import { isMadeUp, type WrongKey, wrongKey } from "./wrong-key.js";

/** Trouble of an exchange that was never sent: an id or link from the target cannot be used. */
export const UNADDRESSABLE = "UNADDRESSABLE";

/** What a check asks of the client. The first given of `href`, `pathname` and `operation` says where to. */
export interface CallRequest {
  /** Rule id of the check, or "census". */
  readonly check: string;
  /** Whether all checks share the answer, so that whichever comes first asks, another one when a recording is played. */
  readonly isShared?: boolean;
  readonly operation?: OperationId;
  /** Path parameters of the operation, not encoded. */
  readonly path?: Readonly<Record<string, string>>;
  /** Query parameters, in an order drawn by the run's seed; undefined ones are left out. Pairs keep their order. */
  readonly query?:
    | Readonly<Record<string, string | number | undefined>>
    | readonly (readonly [string, string])[];
  /** Sent as JSON with its content type. */
  readonly body?: unknown;
  /** Sent unchanged; null sends no content type. */
  readonly raw?: { readonly text: string; readonly contentType: string | null };
  /** Which key to send; default "right". */
  readonly key?: KeyUse;
  /**
   * In which way a "wrong" key is wrong; default "made-up". With key "query", a made-up key replaces the right one,
   * because logs may store the query.
   */
  readonly wrongKey?: WrongKey;
  /** Spelling of the key's header; default as documented for the generation. */
  readonly keyHeader?: string;
  /** Further headers; they win over the client's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Link to follow, absolute or relative; `query` is added to its own, and the target's base path if it lacks that. */
  readonly href?: string;
  /** Address that a relative `href` is resolved against; default the target's base address. */
  readonly base?: string;
  /** Send a link to another origin to the target's own origin, with the same path and query. */
  readonly samePath?: boolean;
  /** Default: the operation's, otherwise GET. */
  readonly method?: string;
  /** Path below the base address, with its leading slash, for probes outside the contract. */
  readonly pathname?: string;
  /** Waiting requests with the lowest turn go first; default: last. */
  readonly turn?: number;
  /** Why the request must be refused, if neither its key nor its path, method or raw body says so. */
  readonly intent?: Intent;
  /** "hold": reserves one request of the budget for the removal; "use": is that removal. */
  readonly removal?: "hold" | "use";
}

interface OutgoingHeader {
  readonly name: string;
  readonly value: string;
  /** The placeholder to store instead of the value; null if the value may be stored. */
  readonly secret: string | null;
}

/** A request ready to send. It contains secrets: never store it, only its `Redactor.request`. */
export interface Outgoing {
  readonly check: string;
  readonly ordinal: number;
  readonly operation: string | null;
  readonly method: string;
  readonly origin: string;
  /** Path and query as sent. */
  readonly target: string;
  /** The absolute URL, with a placeholder for a key in its query. */
  readonly keptUrl: string;
  readonly headers: readonly OutgoingHeader[];
  readonly body: string | null;
  readonly key: KeyUse;
  readonly intent: Intent | null;
}

/** An id or link from the target cannot be used: nothing can be sent, and it is not a mistake of ours. */
export class Unaddressable extends Error {
  override readonly name = "Unaddressable";
}

/** Name of the query parameter for a misplaced key. */
const KEY_PARAMETER = "api_key";

/**
 * Builds the request to send. Pure. A request to another origin than the target's carries neither key nor seller id nor
 * extra headers.
 * @throws Unaddressable if an id or link from the target cannot be used
 * @throws TypeError if the request does not say where to
 */
export function buildRequest(settings: Settings, request: CallRequest, ordinal: number): Outgoing {
  const url = addressOf(settings, request);
  addQuery(url, queryOf(settings, request));
  const own = url.origin === new URL(settings.url).origin;
  const method = methodOf(request);
  const key = own ? keyUse(settings, request) : "none";
  const kept = new URL(url);
  if (key === "query") {
    const madeUp = request.wrongKey === undefined ? null : wrongKey("made-up", settings);
    url.searchParams.append(KEY_PARAMETER, madeUp ?? settings.apiKey ?? "");
    kept.searchParams.append(KEY_PARAMETER, madeUp ?? KEY_PLACEHOLDER);
  }
  const called = own ? operationOf(settings, request, method, url) : null;
  return {
    check: request.check,
    ordinal,
    operation: called,
    method,
    origin: url.origin,
    target: url.pathname + url.search,
    keptUrl: kept.href,
    headers: headersOf(settings, request, { url, own, key, accept: acceptOf(called, request) }),
    body: request.raw?.text ?? (request.body === undefined ? null : JSON.stringify(request.body)),
    key,
    intent: intentOf(request),
  };
}

function addressOf(settings: Settings, request: CallRequest): URL {
  if (request.href !== undefined) return linkTarget(settings, request.href, request);
  if (request.pathname !== undefined) return new URL(settings.url + request.pathname);
  if (request.operation === undefined)
    throw new TypeError("A request needs an operation, a href or a pathname.");
  return operationTarget(settings, request.operation, request.path ?? {});
}

function operationTarget(settings: Settings, id: OperationId, path: Readonly<Record<string, string>>): URL {
  const values = Object.values(path);
  if (values.some((value) => value === "" || wellFormed(value) !== value))
    throw new Unaddressable("An identifier that is empty or no text.");
  const intended = settings.url + buildPath(operation(id), path);
  const url = new URL(intended);
  // An id of dots would lead to another resource, and a DELETE with it.
  if (url.href !== intended) throw new Unaddressable("An identifier that is not a path segment.");
  return url;
}

function linkTarget(settings: Settings, href: string, request: CallRequest): URL {
  const against = request.base ?? `${settings.url}/`;
  const url = urlOf(href, against);
  if (url === null) throw new Unaddressable("A link that is not an address.");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Unaddressable("A link that is not http.");
  url.hash = "";
  url.username = "";
  url.password = "";
  const { origin } = new URL(settings.url);
  if (url.origin !== origin && request.samePath !== true) return url;
  return new URL(`${origin}${withBasePath(settings.url, url.pathname)}${url.search}`);
}

function queryOf({ seed }: Settings, { query = [] }: CallRequest): readonly (readonly [string, string])[] {
  if (isPairs(query)) return query;
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return drawnQuery(given, seed);
}

function addQuery(url: URL, query: readonly (readonly [string, string])[]): void {
  const added = query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(value))}`,
  );
  url.search = [url.search.replace(/^\?/, ""), ...added].filter((part) => part !== "").join("&");
}

/** Lone surrogates, which UTF-8 cannot encode, become U+FFFD. */
function wellFormed(value: string | number): string {
  return Buffer.from(String(value)).toString();
}

function isPairs(query: NonNullable<CallRequest["query"]>): query is readonly (readonly [string, string])[] {
  return Array.isArray(query);
}

/** The method of a request. */
export function methodOf(request: Pick<CallRequest, "method" | "operation">): string {
  if (request.method !== undefined) return request.method.toUpperCase();
  return request.operation === undefined ? "GET" : operation(request.operation).method;
}

/**
 * Why a request must be refused; null for a read, and for a request that should succeed. The ledger already covers what
 * the run creates or removes as its own, however odd the body is.
 */
export function refusalOf(request: Omit<CallRequest, "check">): Intent | null {
  return isSafe(methodOf(request)) || request.removal !== undefined ? null : intentOf(request);
}

/** Why a request must be refused; null if it should succeed. */
export function intentOf(request: Omit<CallRequest, "check">): Intent | null {
  if (request.key !== undefined && request.key !== "right") return "key";
  if (request.intent !== undefined) return request.intent;
  const method = methodOf(request);
  if (request.href !== undefined && isSafe(method)) return null;
  const meant =
    request.pathname === undefined
      ? request.operation !== undefined && operation(request.operation).method === method
      : matchOperation(method, request.pathname) !== null;
  if (!meant) return "nowhere";
  return request.raw === undefined || mayBeTaken(request) ? null : "body";
}

/** Bodies that lack whatever is needed, but can be read. */
const EMPTY: ReadonlySet<string> = new Set([WRONG_TYPE.text, READABLE.text]);

/** Whether an operation that changes nothing may take the body: a list of no addresses, say. */
function mayBeTaken({ operation: id, raw }: Omit<CallRequest, "check">): boolean {
  return raw !== undefined && EMPTY.has(raw.text) && id !== undefined && operation(id).effect === "read";
}

function operationOf(settings: Settings, request: CallRequest, method: string, url: URL): string | null {
  // A probe with another method than the operation's is not a call of that operation.
  if (request.operation !== undefined && operation(request.operation).method === method)
    return request.operation;
  return matchOperation(method, pathBelow(settings.url, url.pathname))?.operation.id ?? null;
}

function keyUse(settings: Settings, request: CallRequest): KeyUse {
  const wanted = request.key ?? "right";
  return settings.apiKey === null && (wanted === "right" || wanted === "query") ? "none" : wanted;
}

/**
 * The documented success types of an operation, and JSON for its errors. A file may have other types than the
 * contract's examples. A link outside the contract may lead to anything.
 */
function acceptOf(called: string | null, { href }: CallRequest): string {
  const shapes = Object.entries(called === null ? {} : (findOperation(called)?.responses ?? {}));
  const successes = shapes.flatMap(([status, { mediaTypes }]) =>
    isSuccess(Number(status)) ? mediaTypes : [],
  );
  const types = new Set(called === null && href !== undefined ? [ANYTHING] : successes);
  if (types.has(ANYTHING)) return ANYTHING;
  types.delete(JSON_TYPE);
  return types.size === 0 ? JSON_TYPE : [...types, `${JSON_TYPE};q=0.5`, `${ANYTHING};q=0.1`].join(", ");
}

const JSON_TYPE = "application/json";
const ANYTHING = "*/*";

interface Dress {
  readonly url: URL;
  /** False: send none of our headers to that host. */
  readonly own: boolean;
  readonly key: KeyUse;
  readonly accept: string;
}

function headersOf(
  settings: Settings,
  request: CallRequest,
  { url, own, key, accept }: Dress,
): OutgoingHeader[] {
  const headers = new Map<string, OutgoingHeader>();
  const put = (name: string, value: string, secret: string | null = null) =>
    headers.set(name.toLowerCase(), { name, value, secret });
  put("Accept", accept);
  put("Accept-Encoding", "gzip");
  put("User-Agent", "plimsoll");
  const contentType = contentTypeOf(request);
  if (contentType !== null) put("Content-Type", contentType);
  if (own) {
    // Reads must show what the run wrote just before, whatever a proxy on the way has kept.
    put("Cache-Control", "no-cache");
    if (settings.sellerId !== null) put("SELLER-ID", settings.sellerId, PLACEHOLDER);
    for (const [name, value] of Object.entries(settings.extraHeaders)) put(name, value, PLACEHOLDER);
    const spelling = request.keyHeader ?? (/\/v2(\/|$)/.test(url.pathname) ? "api-key" : "API-Key");
    putKey(settings, request, key, (...value) => put(spelling, ...value));
  }
  for (const [name, value] of Object.entries(request.headers ?? {})) put(name, value);
  return [...headers.values()];
}

function contentTypeOf({ raw, body }: CallRequest): string | null {
  if (raw !== undefined) return raw.contentType;
  return body === undefined ? null : JSON_TYPE;
}

function putKey(
  settings: Settings,
  request: CallRequest,
  key: KeyUse,
  put: (value: string, secret: string | null) => void,
): void {
  if (key === "right") put(settings.apiKey ?? "", KEY_PLACEHOLDER);
  if (key === "wrong") putWrongKey(settings, request.wrongKey ?? "made-up", put);
  if (key === "empty") put("", null);
}

/** @throws TypeError if the right key cannot be altered in this way */
function putWrongKey(
  settings: Settings,
  kind: WrongKey,
  put: (value: string, secret: string | null) => void,
): void {
  const key = wrongKey(kind, settings);
  if (key === null) throw new TypeError(`There is no wrong key of the kind ${kind} for this key.`);
  put(key, isMadeUp(kind) ? null : PLACEHOLDER);
}
