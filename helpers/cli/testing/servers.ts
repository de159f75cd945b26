import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** A server of a test, running until it is closed. */
export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

const JSON_TYPE = { "content-type": "application/json" };
const MEGABYTE = 1024 * 1024;

/** Serves HTTP on a free port. */
export function serveHttp(listener: RequestListener): Promise<Served> {
  return listening((connected) => createServer(listener).on("connection", connected));
}

/** Serves whatever is written to the socket after each request. */
export function serveRaw(reply: (socket: Socket) => void): Promise<Served> {
  return listening((connected) =>
    createTcpServer((socket) => {
      connected(socket);
      socket.on("data", () => reply(socket));
    }),
  );
}

function listening(
  make: (connected: (socket: Socket) => void) => ReturnType<typeof createTcpServer>,
): Promise<Served> {
  const sockets = new Set<Socket>();
  const server = make((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      resolve({ url: `http://127.0.0.1:${address.port}`, close });
    });
  });
}

/** Answers everything the same way. */
export const always = (status: number, type: string, text: string | Buffer): RequestListener => {
  return (_, response) => response.writeHead(status, type === "" ? {} : { "content-type": type }).end(text);
};

/** Answers each request in the next of these ways. */
export function inTurn(...listeners: readonly RequestListener[]): RequestListener {
  let count = 0;
  return (request, response) => listeners[count++ % listeners.length]?.(request, response);
}

/** Writes as fast as it is read: `megabytes` of the same, or for ever. */
function pour(response: ServerResponse, chunk: Buffer, megabytes = Number.POSITIVE_INFINITY): void {
  let left = megabytes;
  const more = () => {
    while (left-- > 0 && !response.destroyed) if (!response.write(chunk)) return;
    response.end();
  };
  response.on("drain", more);
  more();
}

/** A list that never ends. */
export const endlessBody: RequestListener = (_, response) => {
  response.writeHead(200, JSON_TYPE).write('{"labels":[');
  pour(response, Buffer.alloc(MEGABYTE, '{"label_id":"se-1"},'));
};

/** A gigabyte of JSON, announced. */
export const gigabyte: RequestListener = (_, response) => {
  response.writeHead(200, { ...JSON_TYPE, "content-length": String(1024 * MEGABYTE) });
  pour(response, Buffer.alloc(MEGABYTE, " "), 1024);
};

/** A small gzip body that unpacks to a gigabyte of JSON. */
export function gzipBomb(): RequestListener {
  const megabyte = gzipSync(Buffer.alloc(MEGABYTE, " "));
  // Members of gzip may follow each other.
  const bomb = Buffer.concat(Array.from({ length: 1024 }, () => megabyte));
  return (_, response) => response.writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip" }).end(bomb);
}

/** A million nested arrays. */
export function abyss(): RequestListener {
  const depth = 1_000_000;
  return always(200, "application/json", "[".repeat(depth) + "]".repeat(depth));
}

/** Sends every answer one byte a second. */
export const drip: RequestListener = (_, response) => {
  response.writeHead(200, JSON_TYPE);
  const timer = setInterval(() => response.write(" "), 1000);
  response.on("close", () => clearInterval(timer));
};

/** Many headers, or a few huge ones. */
export const headerFlood = (count: number, length: number): RequestListener => {
  const names = Array.from({ length: count }, (_, at) => `x-flood-${at}`);
  const flood = Object.fromEntries(names.map((name) => [name, "f".repeat(length)]));
  return (_, response) => response.writeHead(200, { ...JSON_TYPE, ...flood }).end("{}");
};

/** Accepts the connection and says nothing. */
export const silent: RequestListener = () => {};

/** Accepts the connection and closes it. */
export const hangUp: RequestListener = (request) => request.socket.destroy();

/** Closes the connection in the middle of a body. */
export const cutBody: RequestListener = (_, response) => {
  response.writeHead(200, { ...JSON_TYPE, "content-length": "1000" });
  response.write('{"labels":[', () => response.destroy());
};

/** Bytes of an answer with this head and body, matching or not. */
export function answerBytes(head: readonly string[], body: string): string {
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/** Endless interim answers: a client that restarts its time-out for each one never times out. */
export function endlessHints(socket: Socket): void {
  const timer = setInterval(() => socket.write(answerBytes(["HTTP/1.1 103 Early Hints"], "")), 50);
  socket.on("close", () => clearInterval(timer));
}

/** Another kind of nonsense with each request. */
export function zoo(): Promise<Served> {
  const type = "Content-Type: application/json";
  const kinds = [
    answerBytes(["HTTP/1.1 200 OK", type, "Content-Length: 99999999999"], '{"labels":['),
    answerBytes(["HTTP/1.1 204 No Content", type, "Content-Length: 7"], '{"a":1}'),
    answerBytes(["HTTP/1.1 204 No Content"], '{"a":1}'),
    answerBytes(["HTTP/1.0 200 OK", type], "{}"),
    answerBytes(["HTTP/1.1 200 OK", type, "Content-Length: 1"], "{}"),
    answerBytes(["HTTP/1.1 200 OK", type, "Content-Length: 4"], '"\xc3\x28"'),
    answerBytes(["HTTP/1.1 200 OK", "Content-Length: 2"], "[]"),
    answerBytes(["HTTP/1.1 200 OK", type, "Content-Length: 5"], "1e999"),
    answerBytes(["HTTP/1.1 999 What", type, "Content-Length: 2"], "{}"),
    answerBytes(["HTTP/1.1 200 OK", type, "Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n"),
    `${answerBytes(["HTTP/1.1 103 Early Hints"], "").repeat(20)}${answerBytes(["HTTP/1.1 200 OK", type, "Content-Length: 4"], "null")}`,
    answerBytes(["HTTP/1.1 101 Switching Protocols", "Upgrade: x", "Connection: Upgrade"], "{}"),
    answerBytes(["HTTP/1.1 200 OK", type, "Content-Encoding: gzip", "Content-Length: 2"], "{}"),
    answerBytes(["HTTP/1.1 302 Found", "Location: ::::", "Content-Length: 0"], ""),
  ];
  let count = 0;
  return serveRaw((socket) => {
    const bytes = kinds[count++ % kinds.length] ?? "";
    socket.end(Buffer.from(bytes, "latin1"));
  });
}
