import { createServer as createSecureServer } from "node:https";
import { createServer as createPeekingServer, type Server, type Socket } from "node:net";
import type { SecureVersion } from "node:tls";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import type { Hono } from "hono";
import type { Credentials } from "./certificate.js";
import type { Faults } from "./faults.js";
import type { OnTheWire } from "./wire.js";

/** First byte of a TLS record that carries a handshake. */
const HANDSHAKE = 0x16;

/** Node's own TLS speaks versions below 1.2 only at OpenSSL's lowest level of security. */
const WEAK = { ciphers: "DEFAULT@SECLEVEL=0" };

export type Listener = ServerType | Server;

/** Makes the server: plain, or TLS 1.2 and later with credentials. Not listening yet. */
export function makeServer(app: Hono<OnTheWire>, credentials: Credentials | null, faults: Faults): Listener {
  const { fetch } = app;
  if (!credentials) return createAdaptorServer({ fetch });
  const serverOptions = { ...credentials, ...tlsVersions(faults) };
  const secure = createAdaptorServer({ fetch, createServer: createSecureServer, serverOptions });
  return faults.has("plain-http-served") ? peeking(secure, createAdaptorServer({ fetch })) : secure;
}

function tlsVersions(faults: Faults): {
  minVersion: SecureVersion;
  maxVersion?: SecureVersion;
  ciphers?: string;
} {
  if (faults.has("tls10-accepted")) return { minVersion: "TLSv1", ...WEAK };
  if (faults.has("tls11-accepted")) return { minVersion: "TLSv1.1", ...WEAK };
  if (faults.has("tls12-refused")) return { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ...WEAK };
  return { minVersion: "TLSv1.2" };
}

/** Serves both on one port: the first byte tells TLS from plain HTTP. */
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
