import { createServer as createSecureServer } from "node:https";
import { createServer as createPeekingServer, type Server, type Socket } from "node:net";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import type { Hono } from "hono";
import type { Behaviours, TlsVersions } from "./behaviours.js";
import type { Credentials } from "./certificate.js";
import type { OnTheWire } from "./wire.js";

/** First byte of a TLS handshake record. */
const HANDSHAKE = 0x16;

export type Listener = ServerType | Server;

/** The adaptor must leave the `Request` and `Response` of the whole process alone. */
const ADAPTOR = { overrideGlobalObjects: false };

/** Makes the server: plain, or TLS with credentials. Not listening yet. */
export function makeServer(
  answer: Hono<OnTheWire>["fetch"],
  credentials: Credentials | null,
  does: Behaviours,
): Listener {
  const fetch = below(does.basePath(), answer);
  if (!credentials) return createAdaptorServer({ ...ADAPTOR, fetch });
  const serverOptions = { ...credentials, ...does.tlsVersions() };
  const secure = createAdaptorServer({ ...ADAPTOR, fetch, createServer: createSecureServer, serverOptions });
  const plain = does.plainHttp((request) => fetch(request));
  if (!plain) return secure;
  return peeking(secure, createAdaptorServer({ ...ADAPTOR, fetch: (request) => plain(request) }));
}

/** Serves all paths also below a prefix. */
function below(prefix: string, fetch: Hono<OnTheWire>["fetch"]): Hono<OnTheWire>["fetch"] {
  if (prefix === "") return fetch;
  return (request, env) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${prefix}/`)) return fetch(request, env);
    url.pathname = url.pathname.slice(prefix.length);
    return fetch(new Request(url, request), env);
  };
}

export const tlsVersions = (): TlsVersions => ({ minVersion: "TLSv1.2" });

/** Serves both on one port: the first byte distinguishes TLS from plain HTTP. */
function peeking(secure: ServerType, plain: ServerType): Server {
  const sockets = new Set<Socket>();
  const server = createPeekingServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.once("data", (chunk: Buffer) => {
      socket.pause();
      socket.unshift(chunk);
      (chunk[0] === HANDSHAKE ? secure : plain).emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
  });
  const closeAllConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(server, { closeAllConnections });
}
