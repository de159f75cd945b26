import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { compress } from "hono/compress";
import { Hono } from "hono/tiny";
import { type Operation, operations } from "../contract/operations.js";
import { Call, type Shared } from "./call.js";
import { handlerOf } from "./handlers/table.js";
import { Problem } from "./problem.js";
import { problemAnswer, Responder } from "./respond.js";

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
export function makeApp(shared: Shared, { apiKey, latencyMs, completeReport }: AppOptions): Hono {
  const app = new Hono();
  const responder = new Responder(shared);
  const guard = (c: Context) => {
    if (c.req.header("api-key") !== apiKey) throw unauthorized();
  };
  if (shared.variant.lavish) app.use(compress());
  if (latencyMs > 0) {
    app.use(async (_, next) => {
      await sleep(latencyMs);
      await next();
    });
  }
  for (const operation of literalFirst(operations)) {
    const handler = handlerOf(operation);
    const open = needsNoKey(shared, operation);
    app.on(operation.method, pattern(operation), async (c) => {
      if (!open) guard(c);
      return responder.respond(handler(new Call(shared, await readIncoming(c, operation))));
    });
  }
  app.post(REPORT_TRIGGER, (c) => {
    guard(c);
    return c.json({ report_id: completeReport() }, 201);
  });
  app.notFound((c) => {
    guard(c);
    const methods = methodsOf(c.req.path);
    if (methods.length === 0) throw noRoute(c);
    return responder.respond(problemAnswer(shared, wrongMethod(c)), { allow: methods.join(", ") });
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

/** Downloads may be signed links: a lavish service serves them to anyone. */
function needsNoKey({ variant, faults }: Shared, { id }: Operation): boolean {
  if (faults.has("auth-missing-on-carrier-options") && id === "v1ListCarrierOptions") return true;
  return variant.lavish && id.endsWith("DownloadFile");
}

async function readIncoming(c: Context, { id, pathParams }: Operation) {
  const { req } = c;
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  return {
    operationId: id,
    origin: new URL(req.url).origin,
    path: req.path,
    params: Object.fromEntries(pathParams.map((name) => [name, req.param(name) ?? ""])),
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

function unauthorized(): Problem {
  const message = "The API key is missing, invalid, expired or deactivated.";
  return new Problem(401, { type: "security", code: "unauthorized", message });
}

function noRoute({ req }: Context): Problem {
  const message = `There is no operation ${req.method} ${req.path}.`;
  return new Problem(404, { type: "business_rules", code: "unspecified", message });
}

function wrongMethod({ req }: Context): Problem {
  const message = `${req.method} is not supported here.`;
  return new Problem(405, { type: "business_rules", code: "unspecified", message });
}
