import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import type { Behaviours } from "../service/behaviours.js";
import { Problem, type ProblemDetail } from "../service/problem.js";
import { problemAnswer, respond } from "../service/respond.js";
import type { OnTheWire } from "../service/wire.js";
import type { Levers } from "./levers.js";
import type { LostConnections } from "./lost.js";
import type { Trouble } from "./trouble.js";

/** In how many parts a slow body comes. */
const PARTS = 10;

/** Type and code of the error, as the service itself would choose them for that status. */
const ERRORS: Readonly<Record<number, readonly [ProblemDetail["type"], ProblemDetail["code"]]>> = {
  400: ["validation", "unspecified"],
  401: ["security", "unauthorized"],
  404: ["validation", "invalid_identifier"],
  409: ["business_rules", "invalid_status"],
  429: ["system", "rate_limit_exceeded"],
};

/** Applies the troubles of the service to requests. */
export const troubled =
  (levers: Levers, does: Behaviours): MiddlewareHandler<OnTheWire> =>
  async (c, next) => {
    const met = levers.troubles.meet(c.req.method, c.req.path);
    if (met === null) return next();
    const stop = AbortSignal.any([c.req.raw.signal, levers.waiting]);
    if (!(await waited(met.lateMs, stop))) return levers.lost.lose(c);
    const { trouble, slowMs } = met;
    if (trouble === null) return next();
    if (typeof trouble.kind === "number") return refused(does, trouble.kind, trouble);
    if (trouble.kind === "hang") await hang(stop);
    if (trouble.kind === "hang" || trouble.kind === "reset") return levers.lost.lose(c);
    await next();
    c.res = trouble.kind === "slow" ? await slow(c.res, slowMs, stop) : await truncated(c, levers.lost);
  };

/** Whether the time has passed; false as soon as it is stopped. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return ms === 0 || sleep(ms, true, { signal }).catch(() => false);
}

/** An error as the service would write it. */
function refused(does: Behaviours, status: number, trouble: Trouble): Response {
  const { retryAfter = status === 429 ? 1 : undefined } = trouble;
  const [type, code] = ERRORS[status] ?? ["system", "unspecified"];
  const problem = new Problem(status, { type, code, message: "Trouble that was asked for." });
  const headers = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
  return respond(does, { ...problemAnswer(does, problem), headers });
}

/** Waits until nobody does any more. */
async function hang(stop: AbortSignal): Promise<void> {
  if (!stop.aborted) await once(stop, "abort");
}

/**
 * Sends the first half of the body, then loses the connection. Without a body the connection is lost before the answer.
 */
async function truncated(c: Context<OnTheWire>, lost: LostConnections): Promise<Response> {
  const body = new Uint8Array(await c.res.arrayBuffer());
  if (body.length === 0 || c.req.method === "HEAD") return lost.lose(c);
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
  if (length === 0) return new Response(null, { status, headers });
  const all = new Headers(headers);
  all.set("content-length", String(length));
  return new Response(body, { status, headers: all });
}
