import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Finding } from "../../wire/exchange.js";

// vitest tells of a check when it ends. A broken rule is to be named as soon as it is seen, so the process of the
// checks has a line to the command of its own.

/** The end of the line that hears. */
export interface NewsDesk {
  /** What the other end connects to. */
  readonly address: string;
  close(): void;
}

/** A wait for something that the target may do by itself. */
export interface Listening {
  /** The process that waits: SIGINT ends the wait, not the process. */
  readonly pid: number;
  /** When the wait is over at the latest, in milliseconds since 1970. */
  readonly until: number;
}

/** What is done with each kind of news. */
export interface Hearer {
  broken(finding: Finding): void;
  /** A wait began; null where it is over. */
  listening?(wait: Listening | null): void;
}

/** Hears of broken rules and of waits from the process of the checks while it runs. */
export async function hearNews(hearer: Hearer): Promise<NewsDesk> {
  const name = `plimsoll-${randomUUID()}`;
  const address = process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const server = createServer((socket) => {
    // A process that died says no more; its end is seen elsewhere.
    socket.on("error", () => socket.destroy());
    createInterface({ input: socket }).on("line", (line) => {
      const news = whole(line);
      if (news === null) return;
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

/** Null for the last line of a process that died, which may be cut off. */
function whole(line: string): Finding | { readonly listening: Listening | null } | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The end of the line that tells; it holds up neither the run nor its end. */
export function newsTo(address: string) {
  const socket = connect(address).unref();
  // Whoever hears no more has what the checks tell at their end.
  socket.on("error", () => socket.destroy());
  return {
    tell: (finding: Finding) => void socket.write(`${JSON.stringify(finding)}\n`),
    listening: (wait: Listening | null) => void socket.write(`${JSON.stringify({ listening: wait })}\n`),
    close: () => socket.end(),
  };
}
