import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Operation } from "../../contract/model.js";
import { matchOperation } from "../../contract/operations.js";
import { createReferenceService } from "../../reference/service.js";

/** An effect that a naive service had. */
interface Effect {
  readonly request: string;
  /** Path of the resource, which both generations share. */
  readonly at: string;
  readonly kind: "made" | "changed" | "removed";
}

/** A service that does whatever it is asked, and records it. */
export interface Naive {
  readonly url: string;
  readonly apiKey: string;
  /** Method and path of all requests. */
  readonly asked: readonly string[];
  /** All its effects, in order. */
  readonly effects: readonly Effect[];
  /** Addresses of resources that were made and still exist. */
  readonly remaining: readonly string[];
  close(): Promise<void>;
}

/** What a naive service does not check. */
export interface Manner {
  /** True: any key works, and none too. */
  readonly anyKey?: boolean;
  /** True: a body that is not JSON counts as empty. False: it is refused with 400 before the route is looked up. */
  readonly anyBody?: boolean;
  /** True: any path, method and id works. False: 404 for unknown ones. */
  readonly anywhere?: boolean;
  /** The existing batch that every creation of a batch is answered with. */
  readonly batchAnswered?: string;
}

const FAMILIES = { webhooks: "webhook_id", batches: "batch_id", packages: "package_id" } as const;

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

type Match = ReturnType<typeof matchOperation>;

/**
 * The reference service answers reads; everything else is carried out: POST makes something below its path, PUT changes
 * or makes what its path names, DELETE removes that, or everything below it.
 */
export async function serveNaive(manner: Manner): Promise<Naive> {
  const reference = createReferenceService({ seed: 1 });
  const asked: string[] = [];
  const effects: Effect[] = [];
  const things = new Map<string, Record<string, unknown>>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? "GET";
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    asked.push(`${method} ${url.pathname}`);
    const text = await textOf(request);
    const json = (status: number, value: unknown): void => {
      const id = randomUUID();
      response
        .writeHead(status, { "content-type": "application/json", "X-Service-RequestID": id })
        .end(JSON.stringify(status < 400 ? value : refusal(id, status)));
    };
    const body = readBody(text);
    const refused = refusedWith(request, body);
    if (refused !== null) return json(refused, null);
    if (READS.has(method)) return read(url, response, json);
    const found = matchOperation(method, url.pathname);
    if (manner.anywhere !== true && !isThere(found, url.pathname)) return json(404, null);
    if (found !== null && isHarmless(found.operation)) return json(200, {});
    return json(200, carryOut(method, url.pathname, found, body));
  }

  /** The status with which a request is refused before its route is looked up. */
  function refusedWith(request: IncomingMessage, body: unknown): number | null {
    if (manner.anyKey !== true && request.headers["api-key"] !== reference.apiKey) return 401;
    return body === undefined && manner.anyBody !== true ? 400 : null;
  }

  function carryOut(method: string, pathname: string, found: Match, body: unknown): Record<string, unknown> {
    if (method === "DELETE") {
      remove(pathname);
      return {};
    }
    const { batchAnswered } = manner;
    if (placeOf(pathname) === "/batches" && batchAnswered !== undefined) return { batch_id: batchAnswered };
    return store(method, pathname, found, body);
  }

  function remove(pathname: string): void {
    const place = placeOf(pathname);
    const gone = [...things.keys()].filter((at) => at === place || at.startsWith(`${place}/`));
    for (const at of gone) things.delete(at);
    if (gone.length > 0) effects.push({ request: `DELETE ${pathname}`, at: place, kind: "removed" });
  }

  /** Makes or changes a resource, and returns it. */
  function store(method: string, pathname: string, found: Match, body: unknown): Record<string, unknown> {
    const place = placeOf(pathname);
    const isMade =
      method === "POST" && (found === null || matchOperation("DELETE", `${pathname}/x`) !== null);
    const id = isMade ? String(900_000 + effects.length) : (place.split("/").at(-1) ?? "");
    const at = isMade ? `${place}/${id}` : place;
    const sent = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
    const family = Object.entries(FAMILIES).find(([name]) => place.includes(`/${name}`))?.[1];
    const thing = { ...sent, id, ...(family === undefined ? {} : { [family]: id }) };
    effects.push({ request: `${method} ${pathname}`, at, kind: things.has(at) ? "changed" : "made" });
    things.set(at, thing);
    return thing;
  }

  function isThere(found: Match, pathname: string): boolean {
    return found !== null && !Object.keys(found.params).some((name) => isUnknown(pathname, name));
  }

  function isUnknown(pathname: string, name: string): boolean {
    return name.endsWith("_id") && ![...things.keys()].some((at) => placeOf(pathname).startsWith(at));
  }

  async function read(
    url: URL,
    response: ServerResponse,
    json: (status: number, value: unknown) => void,
  ): Promise<void> {
    const own = things.get(placeOf(url.pathname));
    if (own !== undefined) return json(200, own);
    const below = [...things].filter(([at]) => at.slice(0, at.lastIndexOf("/")) === placeOf(url.pathname));
    const got = await reference.fetch(new Request(url, { headers: { "api-key": reference.apiKey } }));
    if (!got.ok && manner.anywhere === true) return json(200, {});
    const text = await got.text();
    const headers = Object.fromEntries(
      [...got.headers].filter(
        ([name]) => !/^(content-(length|encoding)|transfer-encoding|connection)$/.test(name),
      ),
    );
    response.writeHead(got.status, headers).end(
      below.length === 0
        ? text
        : withMore(
            text,
            below.map(([, thing]) => thing),
          ),
    );
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    apiKey: reference.apiKey,
    asked,
    effects,
    get remaining() {
      return [...things.keys()];
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Assigning a user is harmless: the shipments in the body do not exist. */
function isHarmless({ id, risk }: Operation): boolean {
  return risk === "none" || id === "v2AssignShipmentsUser";
}

/** Both generations show the same resources. */
function placeOf(pathname: string): string {
  return pathname.replace(/^\/v[12](\/environment)?/, "");
}

/** A list with additional items at its end. */
function withMore(text: string, more: readonly unknown[]): string {
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list)) return JSON.stringify([...list, ...more]);
  if (typeof list !== "object" || list === null) return text;
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(list).map(([name, value]) => [
        name,
        Array.isArray(value) && name !== "links" ? [...value, ...more] : value,
      ]),
    ),
  );
}

function refusal(id: string, status: number) {
  return {
    request_id: id,
    errors: [
      {
        error_source: "shipping",
        error_type: status === 401 ? "security" : "validation",
        error_code: status === 401 ? "unauthorized" : "unspecified",
        message: `Refused with ${status}.`,
      },
    ],
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Undefined for what is not JSON. */
function readBody(text: string): unknown {
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
