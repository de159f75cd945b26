import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import type { Agent, Dispatcher } from "undici";
import { decodeBody } from "./body.js";
import type { Outgoing } from "./request.js";
import type { Attempt } from "./retry.js";
import type { Settings } from "./settings.js";

/** Takes one request to an answer. Never rejects for what the other side does. */
export interface Transport {
  send(request: Outgoing): Promise<Attempt>;
  close(): Promise<void>;
}

/** Bytes of headers accepted in one answer; more is trouble (UND_ERR_HEADERS_OVERFLOW). */
const MAX_HEADER_BYTES = 64 * 1024;

/** Bytes kept of a body that is too long. */
const HEAD_BYTES = 64 * 1024;

/** A transport over HTTP/1.1 with kept connections. Follows no redirects. */
export function httpTransport(settings: Settings): Transport {
  const options: Agent.Options = {
    connections: settings.concurrency,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The whole attempt is timed in `send`; a limit per chunk would let a slow drip go on for ever.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: settings.timeoutMs,
      ...(settings.caFile === null
        ? {}
        : { ca: [...rootCertificates, readFileSync(settings.caFile, "utf8")] }),
    },
  };
  let agent: Promise<Agent> | null = null;
  return {
    async send(request) {
      agent ??= agentOf(options);
      return send(await agent, settings, request);
    },
    async close() {
      await (await agent)?.destroy();
    },
  };
}

/** Loaded with the first request: whoever sends none starts sooner. */
async function agentOf(options: Agent.Options): Promise<Agent> {
  const { Agent } = await import("undici");
  return new Agent(options);
}

function send(agent: Agent, settings: Settings, request: Outgoing): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let headers: Record<string, string> = {};
    let controller: Dispatcher.DispatchController | null = null;
    let done = false;

    const settle = (attempt: Attempt) => {
      done = true;
      clearTimeout(timer);
      resolve(attempt);
    };
    const answer = (cut: boolean) => {
      // Of what is too long only the beginning is kept.
      const bytes = cut ? Buffer.concat(chunks, Math.min(size, HEAD_BYTES)) : Buffer.concat(chunks);
      const body = decodeBody({ bytes, cut }, headers, settings.maxBodyBytes);
      settle({ answer: { status, headers, body }, trouble: null });
    };
    const timer = setTimeout(() => {
      settle({ answer: null, trouble: "TIMEOUT" });
      controller?.abort(new Error("timeout"));
    }, settings.timeoutMs);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (done) started.abort(new Error("timeout"));
      },
      onResponseStart(current, code, received) {
        status = code;
        headers = joinHeaders(received);
        if (done || Number(headers["content-length"] ?? 0) <= settings.maxBodyBytes) return;
        // Announced as too long: nothing of it need be read.
        answer(true);
        current.abort(new Error("body too long"));
      },
      onResponseData(current, chunk) {
        if (done) return;
        size += chunk.length;
        chunks.push(chunk);
        if (size <= settings.maxBodyBytes) return;
        answer(true);
        current.abort(new Error("body too long"));
      },
      onResponseEnd() {
        if (!done) answer(false);
      },
      onResponseError(_, error) {
        if (done) return;
        // What undici refuses to send is a mistake of ours, not the target's trouble.
        const code = codeOf(error);
        if (status === 204 && announcesBody(headers)) {
          // The client cannot read a body behind a 204, but that one was announced is an answer to judge.
          const why = `a 204 that announces a body: Content-Length ${headers["content-length"]}`;
          settle({ answer: { status, headers, body: { kind: "unreadable", why, text: "" } }, trouble: null });
        } else if (code === "UND_ERR_INVALID_ARG") {
          clearTimeout(timer);
          reject(error);
        } else settle({ answer: null, trouble: code });
      },
    };
    const wireHeaders = request.headers.flatMap(({ name, value }) => [name, value]);
    agent.dispatch(
      {
        origin: request.origin,
        path: request.target,
        method: request.method,
        headers: wireHeaders,
        body: request.body,
      },
      handler,
    );
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

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
