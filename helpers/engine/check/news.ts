import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { isObject, parsedJson } from "../../contract/json.js";
import type { Pause } from "../../target/client/client.js";
import type { Finding } from "../../wire/exchange.js";

// vitest reports a check only when it ends. To name a broken rule as soon as it is found, the checks' process has its
// own connection to the command: over loopback, since a socket in a folder of temporary files outlives a killed run,
// and cannot be made where that folder's path is long.

/** Where to send news. */
export interface NewsAddress {
  readonly port: number;
  /** The first line of who may tell: any process of this machine can connect. */
  readonly password: string;
}

/** The receiving end. */
interface NewsDesk {
  /** The address to connect to. */
  readonly address: NewsAddress;
  close(): void;
}

/** A wait for something that the target may do on its own. */
export interface Listening {
  /** The process that waits: SIGINT ends the wait, not the process. */
  readonly pid: number;
  /** The latest end of the wait, in milliseconds since 1970. */
  readonly until: number;
}

/** Handles each kind of news. */
export interface Hearer {
  broken(finding: Finding): void;
  /** A wait began; null when it is over. */
  listening?(wait: Listening | null): void;
  /** The target asked for a pause. */
  pausing?(pause: Pause): void;
}

/** Receives news of broken rules and waits from the checks' process while it runs. */
export async function hearNews(hearer: Hearer): Promise<NewsDesk> {
  const password = randomUUID();
  const server = createServer((socket) => {
    // The process died; its end is noticed elsewhere.
    socket.on("error", () => socket.destroy());
    let isOurs = false;
    createInterface({ input: socket }).on("line", (line) => {
      if (isOurs) hear(line, hearer);
      else if (line === password) isOurs = true;
      else socket.destroy();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  server.unref();
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the news desk has no port");
  return { address: { port: address.port, password }, close: () => void server.close() };
}

function hear(line: string, hearer: Hearer): void {
  // The last line of a process that died may be incomplete.
  const news = parsedJson(line);
  if (!isNews(news)) return;
  if ("pause" in news) hearer.pausing?.(news.pause);
  else if ("listening" in news) hearer.listening?.(news.listening);
  else hearer.broken(news);
}

type News = Finding | { readonly listening: Listening | null } | { readonly pause: Pause };

function isNews(value: unknown): value is News {
  return isObject(value) && ("pause" in value || "listening" in value || typeof value.rule === "string");
}

/** The sending end. It delays neither the run nor its end. */
export function newsTo({ port, password }: NewsAddress) {
  const socket = connect(port, "127.0.0.1").unref();
  // If nobody listens any more, the checks' own results still tell.
  socket.on("error", () => socket.destroy());
  socket.write(`${password}\n`);
  return {
    tell: (finding: Finding) => void socket.write(`${JSON.stringify(finding)}\n`),
    listening: (wait: Listening | null) => void socket.write(`${JSON.stringify({ listening: wait })}\n`),
    pausing: (pause: Pause) => void socket.write(`${JSON.stringify({ pause })}\n`),
    close: () => socket.end(),
  };
}
