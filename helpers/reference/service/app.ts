import type { Context as AnyContext } from "hono";
import { compress } from "hono/compress";
import { Hono } from "hono/tiny";
import type { Operation } from "../../contract/model.js";
import { operations } from "../../contract/operations.js";
import type { AuthAttempt, Behaviours, Incoming, Shared } from "./behaviours.js";
import { IncomingCall } from "./call.js";
import { handlerOf } from "./handlers/table.js";
import { checkKey } from "./key-check.js";
import { noRoute, Problem } from "./problem.js";
import type { Replicas } from "./replicas.js";
import { problemAnswer, respond } from "./respond.js";
import { type OnTheWire, spelledHeaders } from "./wire.js";

type Context = AnyContext<OnTheWire>;

interface AppOptions {
  readonly apiKey: string;
  readonly replicas: Replicas;
  /** Adds what surrounds the service: routes outside the contract, and middleware for every request. */
  readonly around?: (app: Hono<OnTheWire>) => void;
}

/** The HTTP face: routes from the contract's operations, key check, errors. */
export function makeApp(shared: Shared, options: AppOptions): Hono<OnTheWire> {
  const { does } = shared;
  const { apiKey, replicas, around } = options;
  const app = new Hono<OnTheWire>();
  if (does.compresses()) app.use(compress());
  around?.(app);
  // The router takes a path with a slash more for the same.
  app.use(({ req: { method, path } }, next) => {
    if (path.length > 1 && path.endsWith("/") && methodsOf(path).length === 0) throw noRoute(method, path);
    return next();
  });
  for (const operation of literalFirst(operations)) {
    handlerOf(operation);
    if (!does.serves(operation)) continue;
    app.on(operation.method, pattern(operation), async (c) => {
      try {
        const incoming = await readIncoming(c, does, operation);
        checkKey(does, attemptOf(shared, apiKey, c, incoming));
        const call = new IncomingCall(shared, incoming, replicas.worldFor(operation));
        return respond(does, does.handle(call), operation);
      } catch (error) {
        return respond(does, problemAnswer(does, error), operation);
      } finally {
        replicas.noteAfter(operation);
      }
    });
  }
  app.notFound(({ req }) => {
    const methods = does.methodsOf(req.path);
    if (methods.length === 0) throw noRoute(req.method, req.path);
    const refused = does.wrongMethod(req.method, req.path);
    const answer = refused instanceof Problem ? problemAnswer(does, refused) : refused;
    return respond(does, { ...answer, headers: { allow: methods.join(", ") } });
  });
  app.onError((error) => respond(does, problemAnswer(does, error)));
  return app;
}

/** "/v2/totes/quantities" must be tried before "/v2/totes/{tote_id}". */
function literalFirst(all: readonly Operation[]): readonly Operation[] {
  return all.toSorted((a, b) => a.pathParams.length - b.pathParams.length);
}

/** The path template in the router's syntax. */
function pattern({ path, multiSegment }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    multiSegment.includes(name) ? `:${name}{.+}` : `:${name}`,
  );
}

function attemptOf(shared: Shared, right: string, { req, env }: Context, incoming: Incoming): AuthAttempt {
  return {
    ...incoming,
    shared,
    given: req.header("api-key"),
    right,
    spelled: spelledHeaders(env ?? {}),
    param: (name) => incoming.params[name] ?? "",
  };
}

async function readIncoming(
  { req }: Context,
  { readQuery }: Behaviours,
  operation: Operation,
): Promise<Incoming> {
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  return {
    operation,
    origin: new URL(req.url).origin,
    path: new URL(req.url).pathname,
    params: Object.fromEntries(operation.pathParams.map((name) => [name, req.param(name) ?? ""])),
    query: readQuery(new URL(req.url).search),
    body: { text: hasBody ? await req.text() : "", type: req.header("content-type") ?? null },
    accept: req.header("accept") ?? null,
  };
}

const templates = operations.map(({ method, path, multiSegment }) => ({
  method,
  expression: new RegExp(
    `^${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (multiSegment.includes(name) ? ".+" : "[^/]+"))}$`,
  ),
}));

/** The contract's methods for a path; none for a path outside it. */
export function methodsOf(path: string): readonly string[] {
  const found = templates.filter(({ expression }) => expression.test(path));
  return [...new Set(found.map(({ method }) => method))];
}

export function wrongMethod(method: string): Problem {
  const message = `${method} is not supported here.`;
  return new Problem(405, { type: "business_rules", code: "unspecified", message });
}

/** The parameters of a query, the first of each name. */
export function readQuery(search: string): Readonly<Record<string, string>> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) if (!query.has(name)) query.set(name, value);
  return Object.fromEntries(query);
}
