import { setTimeout as sleep } from "node:timers/promises";
import { compress } from "hono/compress";
import { Hono } from "hono/tiny";
import { type Operation, operations } from "../contract/operations.js";
import { Call, type Shared } from "./call.js";
import type { Faults } from "./faults.js";
import { handlerOf } from "./handlers/table.js";
import { type Context, checkKey } from "./key-check.js";
import { Problem } from "./problem.js";
import { problemAnswer, Responder } from "./respond.js";
import type { OnTheWire } from "./wire.js";

export interface AppOptions {
  readonly apiKey: string;
  /** Milliseconds by which every answer is late. */
  readonly latencyMs: number;
  /** Completes an adjustment report, as the night would. */
  readonly completeReport: () => string;
}

/** Posted to, it completes a report at once. Outside of the contract: a lever for those who test events. */
export const REPORT_TRIGGER = "/__reference/complete-report";

/** The HTTP face: routes from the contract's operations, key check, errors. */
export function makeApp(shared: Shared, { apiKey, latencyMs, completeReport }: AppOptions): Hono<OnTheWire> {
  const { faults } = shared;
  const app = new Hono<OnTheWire>();
  const responder = new Responder(shared);
  const guard = (c: Context, operation: Operation | null) => checkKey(shared, apiKey, c, operation);
  if (shared.variant.lavish) app.use(compress());
  if (latencyMs > 0) {
    app.use(async (_, next) => {
      await sleep(latencyMs);
      await next();
    });
  }
  for (const operation of literalFirst(operations)) {
    const handler = handlerOf(operation);
    if (faults.has(`operation-missing-${operation.id}`)) continue;
    if (faults.has(`generation-missing-${operation.generation}`)) continue;
    const open = needsNoKey(shared, operation);
    app.on(operation.method, pattern(operation), async (c) => {
      try {
        if (!open) guard(c, operation);
        const call = new Call(shared, await readIncoming(c, operation));
        return responder.respond(handler(call), { operation });
      } catch (error) {
        return responder.respond(problemAnswer(shared, error), { operation });
      }
    });
  }
  app.post(REPORT_TRIGGER, (c) => {
    guard(c, null);
    return c.json({ report_id: completeReport() }, 201);
  });
  app.notFound((c) => {
    const missing = faults.has(`generation-missing-${c.req.path.slice(1, 3)}`);
    const methods = missing ? [] : methodsOf(c.req.path);
    if (methods.length === 0) throw noRoute(c);
    const problem = wrongMethod(c, faults);
    return responder.respond(problemAnswer(shared, problem), { extra: { allow: methods.join(", ") } });
  });
  app.onError((error) => responder.respond(problemAnswer(shared, error)));
  return app;
}

/** "/v2/totes/quantities" has to be asked before "/v2/totes/{tote_id}". */
function literalFirst(all: readonly Operation[]): readonly Operation[] {
  return [...all].sort((a, b) => a.pathParams.length - b.pathParams.length);
}

/** Path template in the router's spelling. */
function pattern({ path, multiSegment }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    multiSegment.includes(name) ? `:${name}{.+}` : `:${name}`,
  );
}

/** The v2 downloads may be signed links: a lavish service serves them to anyone. */
function needsNoKey({ variant }: Shared, { id }: Operation): boolean {
  return variant.lavish && (id === "v2DownloadFile" || id === "v2DownloadDocument");
}

async function readIncoming(c: Context, operation: Operation) {
  const { req } = c;
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  return {
    operation,
    origin: new URL(req.url).origin,
    path: req.path,
    params: Object.fromEntries(operation.pathParams.map((name) => [name, req.param(name) ?? ""])),
    query: req.query(),
    body: { text: hasBody ? await req.text() : "", type: req.header("content-type") ?? null },
  };
}

const templates = operations.map(({ method, path, multiSegment }) => ({
  method,
  expression: new RegExp(
    `^${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (multiSegment.includes(name) ? ".+" : "[^/]+"))}$`,
  ),
}));

/** Methods that the contract knows for a path; none for a path outside of it. */
function methodsOf(path: string): readonly string[] {
  const found = templates.filter(({ expression }) => expression.test(path));
  return [...new Set(found.map(({ method }) => method))];
}

function noRoute({ req }: Context): Problem {
  const message = `There is no operation ${req.method} ${req.path}.`;
  return new Problem(404, { type: "business_rules", code: "unspecified", message });
}

function wrongMethod({ req }: Context, faults: Faults): Problem {
  const message = `${req.method} is not supported here.`;
  const patch = req.method === "PATCH";
  const fails =
    patch && (faults.has("patch-500") || (faults.has("patch-500-v2") && req.path.startsWith("/v2")));
  return new Problem(fails ? 500 : patch && faults.has("patch-404") ? 404 : 405, {
    type: "business_rules",
    code: "unspecified",
    message,
  });
}
