import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";
import type { Behaviours } from "../service/behaviours.js";
import { Problem } from "../service/problem.js";
import { problemAnswer, respond } from "../service/respond.js";
import type { OnTheWire } from "../service/wire.js";
import type { Levers } from "./levers.js";
import type { Trouble } from "./trouble.js";

/** In how many parts a slow body comes. */
const PARTS = 10;

/** Applies the troubles of the service to requests. */
export const troubled =
  (levers: Levers, does: Behaviours): MiddlewareHandler<OnTheWire> =>
  async (c, next) => {
    const met = levers.troubles.meet(c.req.method, c.req.path);
    if (met === null) return next();
    const stop = AbortSignal.any([c.req.raw.signal, levers.waiting]);
    if (met.lateMs > 0 && !(await waited(met.lateMs, stop))) return reset(c);
    const { trouble, slowMs } = met;
    if (trouble === null) return next();
    if (typeof trouble.kind === "number") return refused(does, trouble.kind, trouble);
    if (trouble.kind === "reset") return reset(c);
    if (trouble.kind === "hang") return hang(c);
    await next();
    c.res = trouble.kind === "slow" ? await slow(c.res, slowMs, stop) : await truncated(c);
  };

/** Whether the time has passed; false as soon as it is stopped. */
function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal }).catch(() => false);
}

/** An error as the service would write it. */
function refused(does: Behaviours, status: number, trouble: Trouble): Response {
  const code = status === 429 ? "rate_limit_exceeded" : "unspecified";
  const { retryAfter = status === 429 ? 1 : undefined } = trouble;
  const problem = new Problem(status, { type: "system", code, message: "Trouble that was asked for." });
  const headers = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  return respond(does, { ...problemAnswer(does, problem), headers });
}

/**
 * Loses the connection without an answer. In-process there is no connection: the answer is then `Response.error()`,
 * which interceptors of `fetch` such as MSW turn into a failure.
 */
function reset({ env }: Context<OnTheWire>): Response {
  const socket = env?.incoming?.socket;
  if (socket === undefined) return Response.error();
  // TLS has no reset of its own.
  if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Waits until the client gives up. */
async function hang({ env, req }: Context<OnTheWire>): Promise<Response> {
  const outgoing = env?.outgoing;
  await new Promise<void>((resolve) => {
    if (outgoing) outgoing.once("close", resolve);
    else req.raw.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  return outgoing ? RESPONSE_ALREADY_SENT : Response.error();
}

/**
 * Sends the first half of the body, then loses the connection. Without a body the connection is lost before the answer.
 */
async function truncated(c: Context<OnTheWire>): Promise<Response> {
  const body = new Uint8Array(await c.res.arrayBuffer());
  if (body.length === 0) return reset(c);
  const half = body.subarray(0, Math.floor(body.length / 2));
  const socket = c.env?.incoming?.socket;
  let sent = false;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sent) {
        controller.enqueue(half);
        sent = true;
        return;
      }
      // The sent part must arrive before the end does.
      await sleep(20);
      if (socket === undefined) controller.error(new TypeError("terminated"));
      else {
        socket.destroy();
        controller.close();
      }
    },
  });
  return again(c.res, body.length, stream);
}

async function slow(answer: Response, ms: number, stop: AbortSignal): Promise<Response> {
  const body = new Uint8Array(await answer.arrayBuffer());
  const size = Math.max(1, Math.ceil(body.length / PARTS));
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!(await waited(ms / PARTS, stop))) return controller.error(new TypeError("terminated"));
      if (at < body.length) controller.enqueue(body.subarray(at, at + size));
      at += size;
      if (at >= body.length) controller.close();
    },
  });
  return again(answer, body.length, stream);
}

/** The same answer with another body stream. */
function again({ status, headers }: Response, length: number, body: ReadableStream<Uint8Array>): Response {
  const all = new Headers(headers);
  all.set("content-length", String(length));
  return new Response(length === 0 ? null : body, { status, headers: all });
}
