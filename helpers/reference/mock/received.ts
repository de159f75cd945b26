import type { MiddlewareHandler } from "hono";
import type { OperationId } from "../../contract/generated/types.js";
import { jsonOrText } from "../../contract/json.js";
import type { OnTheWire } from "../service/wire.js";
import type { LostConnections } from "./lost.js";
import { isMeant, operationOf, readOperation } from "./trouble.js";

/** A request that the service received, without key and cookies. */
export interface ReceivedRequest {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Null outside the contract. */
  readonly operation: OperationId | null;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON decoded, any other body as text; null without one. The start of a very long one, as text. */
  readonly body: unknown;
  /** Null if there is no answer, or not yet. */
  readonly status: number | null;
  /** Milliseconds until the answer; null without one. */
  readonly ms: number | null;
}

/** Selects requests that match everything given. */
export interface RequestFilter {
  /** Glob of operation ids or path templates. */
  readonly operation?: string;
  readonly method?: string;
  readonly status?: number;
}

interface Entry {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body: string;
  status: number | null;
  ms: number | null;
}

/** Characters kept of a body. */
const LONGEST = 100_000;

const SECRET = ["api-key", "authorization", "cookie", "proxy-authorization"];

/** The last requests that a service received, oldest first. */
export class ReceivedRequests {
  readonly #most: number;
  readonly #hide: (text: string) => string;
  readonly #entries: Entry[] = [];

  /** @param most how many are kept @param apiKey is never shown, wherever it came */
  constructor(most: number, apiKey: string) {
    this.#most = most;
    this.#hide = (text) => (apiKey === "" ? text : text.replaceAll(apiKey, "***"));
  }

  /** @throws WrongTrouble if the filter's operation matches none of the contract */
  list(filter: RequestFilter = {}): readonly ReceivedRequest[] {
    if (filter.operation !== undefined) readOperation(filter.operation);
    return this.#entries.map((entry) => this.#shown(entry)).filter((request) => fits(request, filter));
  }

  count(filter: RequestFilter = {}): number {
    return this.list(filter).length;
  }

  last(filter: RequestFilter = {}): ReceivedRequest | undefined {
    return this.list(filter).at(-1);
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** Records incoming requests. @param tell is called for each request once it is answered */
  middleware(
    lost: LostConnections,
    tell: ((request: ReceivedRequest) => void) | undefined,
  ): MiddlewareHandler<OnTheWire> {
    return async (c, next) => {
      const { method, path } = c.req;
      const body = method === "GET" || method === "HEAD" ? "" : await c.req.text();
      const began = performance.now();
      const entry: Entry = {
        at: Date.now(),
        method,
        path,
        query: c.req.query(),
        headers: c.req.header(),
        body: startOf(body),
        status: null,
        ms: null,
      };
      this.#entries.push(entry);
      if (this.#entries.length > this.#most) this.#entries.shift();
      await next();
      entry.status = lost.has(c.req.raw) ? null : c.res.status;
      entry.ms = Math.round(performance.now() - began);
      // What it throws is for its author to see, no answer of the service.
      if (tell) queueMicrotask(() => tell(this.#shown(entry)));
    };
  }

  #shown({ at, method, path, query, headers, body, status, ms }: Entry): ReceivedRequest {
    const hidden = (members: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(members)
          .filter(([name]) => !SECRET.includes(name))
          .map(([name, value]) => [name, this.#hide(value)]),
      );
    return {
      at: new Date(at).toISOString(),
      method,
      path: this.#hide(path),
      query: hidden(query),
      operation: operationOf(method, path)?.id ?? null,
      headers: hidden(headers),
      body: body === "" ? null : jsonOrText(this.#hide(body)),
      status,
      ms,
    };
  }
}

/** A copy of the start of a long text: a slice would keep all of it in memory. */
function startOf(text: string): string {
  return text.length > LONGEST ? Buffer.from(text.slice(0, LONGEST)).toString() : text;
}

function fits(request: ReceivedRequest, { operation, method, status }: RequestFilter): boolean {
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (status !== undefined && status !== request.status) return false;
  if (operation === undefined) return true;
  const called = operationOf(request.method, request.path);
  return called !== null && isMeant(called, operation);
}
