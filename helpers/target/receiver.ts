import { isUtf8 } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decompress, TOO_LARGE } from "./messages/decompress.js";

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
  /** The path below the receiver's address that it was sent to, which identifies the webhook. */
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
  /** Deliveries that were not accepted: too long, too many, or in a coding that cannot be undone. */
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
  const inbox = new Inbox(publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/$/, ""));
  const server = createServer((request, response) => inbox.take(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, receiverHost(publicUrl), resolve);
  });
  server.unref();
  return {
    url: publicUrl ?? `http://127.0.0.1:${portOf(server.address())}`,
    deliveries: inbox.deliveries,
    get refused() {
      return inbox.refused;
    },
    waitFor: (fits, timeoutMs) => inbox.waitFor(fits, timeoutMs),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What arrived, within limits. */
class Inbox {
  readonly deliveries: Delivery[] = [];
  refused = 0;
  readonly #arrived = new EventTarget();
  #bytes = 0;
  #reading = 0;

  /** @param base path of the public address, which a proxy in front may keep or leave out */
  constructor(private readonly base: string) {}

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isFull()) return this.#refuse(response, 503);
    this.#reading += 1;
    const bytes = await readBytes(request).catch(() => null);
    this.#reading -= 1;
    // The sender broke off: nothing was delivered.
    if (bytes === null) return void response.destroy();
    const plain = bytes === TOO_LARGE ? bytes : plainBytes(bytes, request);
    if (plain === TOO_LARGE) return this.#refuse(response, 413);
    if (plain === null) return this.#refuse(response, 415);
    this.#keep(request, plain.toString("utf8"));
    // Some senders take only a 200 for delivered.
    response.writeHead(200).end();
    this.#arrived.dispatchEvent(new Event("delivery"));
  }

  waitFor(fits: (delivery: Delivery) => boolean, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.deliveries.some(fits)) end(true);
      };
      const timer = setTimeout(() => end(false), timeoutMs);
      const end = (outcome: boolean) => {
        clearTimeout(timer);
        this.#arrived.removeEventListener("delivery", look);
        resolve(outcome);
      };
      this.#arrived.addEventListener("delivery", look);
      look();
    });
  }

  #isFull(): boolean {
    return (
      this.#reading >= MOST_AT_A_TIME ||
      this.#bytes >= MOST_BYTES_OF_ALL ||
      this.deliveries.length >= MOST_DELIVERIES
    );
  }

  #keep({ url = "/", method = "", headers }: IncomingMessage, text: string): void {
    this.#bytes += text.length;
    this.deliveries.push({
      ordinal: this.deliveries.length,
      path: this.base !== "" && url.startsWith(`${this.base}/`) ? url.slice(this.base.length) : url,
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      text,
    });
  }

  #refuse(response: ServerResponse, status: number): void {
    this.refused += 1;
    response.writeHead(status, { connection: "close" }).end();
  }
}

/** The host that a receiver listens on: all interfaces only if it has a public address. */
export function receiverHost(publicUrl: string | null): string {
  return publicUrl === null ? "127.0.0.1" : "0.0.0.0";
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** What was sent, without its coding; null if that cannot be undone. Some senders name one that they do not use. */
function plainBytes(bytes: Buffer, { headers }: IncomingMessage): Buffer | typeof TOO_LARGE | null {
  const plain = decompress(bytes, headers["content-encoding"] ?? "", MOST_BYTES);
  if (plain === TOO_LARGE || typeof plain !== "string") return plain;
  return isUtf8(bytes) ? bytes : null;
}

async function readBytes(request: IncomingMessage): Promise<Buffer | typeof TOO_LARGE> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes <= MOST_BYTES) chunks.push(part);
  }
  return bytes > MOST_BYTES ? TOO_LARGE : Buffer.concat(chunks);
}
