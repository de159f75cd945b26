import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Most bytes of a delivery: the documented payload has less than one thousand. */
const MOST_BYTES = 256 * 1024;
/** Most deliveries that are kept, and their bytes: a target that never stops sending must not fill the memory. */
const MOST_DELIVERIES = 1_000;
const MOST_BYTES_OF_ALL = 8 * MOST_BYTES;
/** Most deliveries that are read at a time. */
const MOST_AT_A_TIME = 8;

/** One event as it arrived. */
export interface Delivery {
  /** How many came before it. */
  readonly ordinal: number;
  /** The path that it was sent to, which identifies the webhook. */
  readonly path: string;
  readonly method: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Receives what a target sends to webhooks. */
export interface Receiver {
  /** Address to register, without trailing slash. */
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Deliveries that were not accepted: too long, or too many. */
  readonly refused: number;
  /** Waits at most `timeoutMs` until a delivery fits; false if none did. */
  waitFor(fits: (delivery: Delivery) => boolean, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens a receiver on this machine.
 * @param publicUrl address by which the target reaches it; null if the target runs here too
 * @param port 0 picks a free one
 */
export async function openReceiver(publicUrl: string | null, port: number): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const arrived = new EventTarget();
  let bytes = 0;
  let reading = 0;
  let refused = 0;
  const server = createServer(async (request, response) => {
    const refuse = (status: number) => {
      refused += 1;
      response.writeHead(status, { connection: "close" }).end();
    };
    if (reading >= MOST_AT_A_TIME || bytes >= MOST_BYTES_OF_ALL || deliveries.length >= MOST_DELIVERIES) {
      return refuse(503);
    }
    reading += 1;
    const text = await readText(request).catch(() => null);
    reading -= 1;
    // The sender broke off: nothing was delivered.
    if (text === null) return void response.destroy();
    if (text === TOO_LONG) return refuse(413);
    bytes += text.length;
    deliveries.push({
      ordinal: deliveries.length,
      path: request.url ?? "/",
      method: request.method ?? "",
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      text,
    });
    response.writeHead(204).end();
    arrived.dispatchEvent(new Event("delivery"));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, receiverHost(publicUrl), resolve);
  });
  server.unref();
  return {
    url: publicUrl ?? `http://127.0.0.1:${portOf(server.address())}`,
    deliveries,
    get refused() {
      return refused;
    },
    waitFor: (fits, timeoutMs) =>
      new Promise((resolve) => {
        const look = () => {
          if (deliveries.some(fits)) end(true);
        };
        const timer = setTimeout(() => end(false), timeoutMs);
        const end = (outcome: boolean) => {
          clearTimeout(timer);
          arrived.removeEventListener("delivery", look);
          resolve(outcome);
        };
        arrived.addEventListener("delivery", look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The host that a receiver listens on: all interfaces only if it has a public address. */
export function receiverHost(publicUrl: string | null): string {
  return publicUrl === null ? "127.0.0.1" : "0.0.0.0";
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

const TOO_LONG = Symbol("a delivery that is too long");

async function readText(request: IncomingMessage): Promise<string | typeof TOO_LONG> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes <= MOST_BYTES) chunks.push(part);
  }
  return bytes > MOST_BYTES ? TOO_LONG : Buffer.concat(chunks).toString("utf8");
}
