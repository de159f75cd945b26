import { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import type { OnTheWire } from "../service/wire.js";

/** Requests whose connection was lost: whatever is answered to them never arrives. */
export class LostConnections {
  readonly #requests = new WeakSet<Request>();

  has(request: Request): boolean {
    return this.#requests.has(request);
  }

  /** Loses the connection of a request. Returns the answer that never arrives. */
  lose({ env, req }: Context<OnTheWire>): Response {
    this.#requests.add(req.raw);
    const socket = env?.incoming?.socket;
    // TLS has no reset of its own.
    if (socket instanceof Socket && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
    else socket?.destroy();
    return new Response(null);
  }

  /**
   * What a client gets that was answered so. In-process there is no connection to lose: it is then `Response.error()`,
   * which interceptors of `fetch` such as MSW turn into a failure.
   * @param env undefined if the request is answered in this process
   */
  arriving(request: Request, env: OnTheWire["Bindings"] | undefined, answer: Response): Response {
    if (!this.has(request)) return answer;
    return env?.incoming === undefined ? Response.error() : RESPONSE_ALREADY_SENT;
  }
}
