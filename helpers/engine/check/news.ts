import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isObject } from "../../contract/json.js";
import type { Finding } from "../../wire/exchange.js";
import { parsedJson } from "../../wire/raw.js";

// vitest reports a check only when it ends. To name a broken rule as soon as it is found, the checks' process has its
// own connection to the command.

/** The receiving end. */
interface NewsDesk {
  /** The address to connect to. */
  readonly address: string;
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
}

/** Receives news of broken rules and waits from the checks' process while it runs. */
export async function hearNews(hearer: Hearer): Promise<NewsDesk> {
  const name = `plimsoll-${randomUUID()}`;
  const address = process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const server = createServer((socket) => {
    // The process died; its end is noticed elsewhere.
    socket.on("error", () => socket.destroy());
    createInterface({ input: socket }).on("line", (line) => {
      // The last line of a process that died may be incomplete.
      const news = parsedJson(line);
      if (!isNews(news)) return;
      if ("listening" in news) hearer.listening?.(news.listening);
      else hearer.broken(news);
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(address, resolve));
  server.unref();
  return {
    address,
    close: () => {
      server.close();
      rmSync(address, { force: true });
    },
  };
}

function isNews(value: unknown): value is Finding | { readonly listening: Listening | null } {
  return isObject(value) && ("listening" in value || typeof value.rule === "string");
}

/** The sending end. It delays neither the run nor its end. */
export function newsTo(address: string) {
  const socket = connect(address).unref();
  // If nobody listens any more, the checks' own results still tell.
  socket.on("error", () => socket.destroy());
  return {
    tell: (finding: Finding) => void socket.write(`${JSON.stringify(finding)}\n`),
    listening: (wait: Listening | null) => void socket.write(`${JSON.stringify({ listening: wait })}\n`),
    close: () => socket.end(),
  };
}
