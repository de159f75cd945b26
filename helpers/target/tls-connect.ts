import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Settings } from "./settings.js";

/** A modern protocol version, as node:tls names it. */
export type NewVersion = "TLSv1.2" | "TLSv1.3";

/**
 * Tries a handshake with exactly one modern version.
 * @returns null if the server accepted it, otherwise the error's code
 */
export function shakeHands(settings: Settings, version: NewVersion): Promise<string | null> {
  const { hostname, port } = new URL(settings.url);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: port === "" ? 443 : Number(port),
      // A server name must not be an address (RFC 6066).
      ...(isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { servername: hostname } : {}),
      minVersion: version,
      maxVersion: version,
      ...(settings.caFile === null ? {} : { ca: readFileSync(settings.caFile) }),
    });
    const end = (outcome: string | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    // One limit for everything: a socket time-out would restart with every byte.
    const timer = setTimeout(() => end("ETIMEDOUT"), settings.timeoutMs);
    socket.once("secureConnect", () => end(null));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
