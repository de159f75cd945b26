import { readFileSync } from "node:fs";
import http, { type Agent as HttpAgent } from "node:http";
import https from "node:https";
import { rootCertificates } from "node:tls";
import type { Agent, Dispatcher } from "undici";
import { codeOf } from "../../contract/code-of.js";
import { decodeBody } from "../messages/body.js";
import { Held, MOST_HELD_OF_ONE, TOO_LONG_TO_HOLD } from "../messages/held.js";
import type { Outgoing } from "../messages/request.js";
import type { Settings } from "../settings/settings.js";
import type { Attempt } from "./retry.js";

/** Sends one request and returns its answer. Never rejects because of the other side. */
export interface Transport {
  send(request: Outgoing): Promise<Attempt>;
  close(): Promise<void>;
}

/** Most bytes of headers in one answer; more is trouble (UND_ERR_HEADERS_OVERFLOW). */
const MAX_HEADER_BYTES = 64 * 1024;

/** The error with which undici ends a connection after a 100 Continue. */
const CONTINUED = "bad response";

/**
 * Milliseconds after which an idle connection is closed. Many servers close theirs after two to five seconds, and a POST
 * that is on its way then is lost and may not be repeated.
 */
const IDLE_MS = 1_000;

/** Bytes kept of a body that is too long. */
const HEAD_BYTES = 64 * 1024;

/** A transport over HTTP/1.1 with kept-alive connections. Follows no redirects. */
export function httpTransport(settings: Settings): Transport {
  const ca =
    settings.caFile === null ? {} : { ca: [...rootCertificates, readFileSync(settings.caFile, "utf8")] };
  const options: Agent.Options = {
    connections: settings.concurrency,
    pipelining: 1,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // `Arrival` times the whole attempt; a limit for each chunk would let a slow drip go on for ever.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: settings.timeoutMs, ...ca },
  };
  const held = new Held();
  let agent: Promise<Agent> | null = null;
  let nodeAgent: HttpAgent | null = null;
  return {
    async send(request) {
      if (nodeAgent !== null) return sendByNode(nodeAgent, settings, request, held);
      agent ??= agentOf(options);
      const attempt = await send(await agent, settings, request, held);
      if (attempt.trouble !== CONTINUED) return attempt;
      const { Agent } = request.origin.startsWith("https:") ? https : http;
      nodeAgent ??= new Agent({ keepAlive: true, maxSockets: settings.concurrency, ...ca });
      return { answer: null, trouble: "UND_ERR_SOCKET" };
    },
    async close() {
      nodeAgent?.destroy();
      await (await agent)?.destroy();
    },
  };
}

/** Loaded with the first request, so that a process that sends none starts faster. */
async function agentOf(options: Agent.Options): Promise<Agent> {
  const { Agent } = await import("undici");
  return new Agent(options);
}

/** One incoming answer, limited in bytes and time. */
class Arrival {
  readonly #held: Held;
  readonly #settle: (attempt: Attempt) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  readonly #limit: number;
  #size = 0;
  #status = 0;
  #headers: Record<string, string> = {};
  #done = false;

  /** @param abort ends the request; called at most once, when the rest is not needed */
  constructor(
    { timeoutMs, maxBodyBytes }: Settings,
    held: Held,
    settle: (attempt: Attempt) => void,
    private readonly abort: (why: Error) => void,
  ) {
    this.#held = held;
    this.#settle = settle;
    this.#limit = maxBodyBytes;
    this.#timer = setTimeout(() => {
      this.#end({ answer: null, trouble: "TIMEOUT" });
      this.abort(new Error("timeout"));
    }, timeoutMs);
  }

  get isOver(): boolean {
    return this.#done;
  }

  begin(status: number, headers: Record<string, string>): void {
    this.#status = status;
    this.#headers = headers;
    // Announced as too long: none of it needs to be read.
    if (Number(headers["content-length"] ?? 0) > this.#limit) this.#cut();
  }

  take(chunk: Buffer): void {
    if (this.#done) return;
    this.#size += chunk.length;
    // Of a body too long to keep, store only the start, but see whether it ends.
    if (this.#size <= MOST_HELD_OF_ONE || this.#chunks.length === 0) this.#chunks.push(chunk);
    else this.#chunks.length = 1;
    if (this.#size > this.#limit) this.#cut();
  }

  complete(): void {
    this.#answer(false);
  }

  fail(code: string): void {
    if (this.#status !== 204 || !announcesBody(this.#headers)) {
      this.#end({ answer: null, trouble: code });
      return;
    }
    // The client cannot read a body after a 204, but its announcement is something to judge.
    const why = `announced by Content-Length ${this.#headers["content-length"]}`;
    const body = { kind: "unreadable", why, text: "" } as const;
    this.#end({ answer: { status: this.#status, headers: this.#headers, body }, trouble: null });
  }

  /** Ends the waiting without an attempt: the request was never sent. */
  cancel(): void {
    this.#done = true;
    clearTimeout(this.#timer);
  }

  #cut(): void {
    if (this.#done) return;
    this.#answer(true);
    this.abort(new Error("body too long"));
  }

  #answer(cut: boolean): void {
    if (this.#done) return;
    // Of a body that is too long, keep only the start.
    const received = Buffer.concat(this.#chunks);
    const bytes = cut ? received.subarray(0, HEAD_BYTES) : received;
    const fits = cut || this.#held.fits(this.#size);
    const body = fits ? decodeBody({ bytes, cut }, this.#headers, this.#limit) : null;
    this.#end(
      body !== null && this.#held.take(body)
        ? { answer: { status: this.#status, headers: this.#headers, body }, trouble: null }
        : { answer: null, trouble: TOO_LONG_TO_HOLD },
    );
  }

  #end(attempt: Attempt): void {
    if (this.#done) return;
    this.cancel();
    this.#settle(attempt);
  }
}

function send(agent: Agent, settings: Settings, request: Outgoing, held: Held): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    const arrival = new Arrival(settings, held, resolve, (why) => controller?.abort(why));
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (arrival.isOver) started.abort(new Error("timeout"));
      },
      onResponseStart(_, status, received) {
        arrival.begin(status, joinHeaders(received));
      },
      onResponseData(_, chunk) {
        arrival.take(chunk);
      },
      onResponseEnd() {
        arrival.complete();
      },
      onResponseError(_, error) {
        const code = troubleIn(error);
        if (arrival.isOver || code !== "UND_ERR_INVALID_ARG") return arrival.fail(code);
        // A request that undici refuses to send is our own mistake, not the target's trouble.
        arrival.cancel();
        reject(error);
      },
    };
    const { origin, target: path, method, body } = request;
    const headers = request.headers.flatMap(({ name, value }) => [name, value]);
    agent.dispatch({ origin, path, method, headers, body }, handler);
  });
}

/**
 * The same by Node's own client, for targets that send a 100 Continue without being asked: that is allowed (RFC 9110,
 * 15.2), but undici treats it as the end of the connection.
 */
function sendByNode(agent: HttpAgent, settings: Settings, request: Outgoing, held: Held): Promise<Attempt> {
  return new Promise((resolve) => {
    const { origin, target, method, body } = request;
    const url = new URL(origin);
    const { request: begin } = url.protocol === "https:" ? https : http;
    const headers = Object.fromEntries(request.headers.map(({ name, value }) => [name, value]));
    const options = { agent, method, path: target, headers, maxHeaderSize: MAX_HEADER_BYTES };
    const sent = begin(url, options);
    const arrival = new Arrival(settings, held, resolve, (why) => sent.destroy(why));
    sent.on("error", (error) => arrival.fail(troubleIn(error)));
    sent.on("response", (answer) => {
      arrival.begin(answer.statusCode ?? 0, joinHeaders(answer.headers));
      answer.on("data", (chunk: Buffer) => arrival.take(chunk));
      answer.on("error", (error) => arrival.fail(troubleIn(error)));
      answer.on("end", () => arrival.complete());
    });
    sent.end(body ?? undefined);
  });
}

/** Repeated headers joined by ", "; own properties only, whatever the names are. */
function joinHeaders(
  received: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(received).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

function announcesBody(headers: Readonly<Record<string, string>>): boolean {
  return Number(headers["content-length"] ?? 0) > 0;
}

function troubleIn(error: Error): string {
  if (error.message === CONTINUED) return CONTINUED;
  return codeOf(error) ?? error.name;
}
