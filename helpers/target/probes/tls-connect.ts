import { isIP } from "node:net";
import { connect } from "node:tls";
import { answerOn, type TlsAnswer } from "./tls-answer.js";

/** A modern protocol version, as node:tls names it. */
export type NewVersion = "TLSv1.2" | "TLSv1.3";

/**
 * Tries a handshake with exactly one modern version. Whether the certificate is to be trusted is not asked.
 * Only what the TLS library itself says of the peer is a refusal; a time-out or a lost connection says nothing about
 * versions.
 * @param host a name or an address, IPv6 without brackets
 */
export function shakeHands(
  host: string,
  port: number,
  version: NewVersion,
  timeoutMs: number,
): Promise<TlsAnswer> {
  const connection = connect({
    host,
    port,
    // A server name must not be an address (RFC 6066).
    ...(isIP(host) === 0 ? { servername: host } : {}),
    minVersion: version,
    maxVersion: version,
    rejectUnauthorized: false,
  });
  return answerOn(connection, timeoutMs, (socket, end) => {
    socket.once("secureConnect", () => end({ kind: "accepted" }));
    socket.once("error", ({ code, message }: NodeJS.ErrnoException) =>
      end(
        code?.startsWith("ERR_SSL_")
          ? { kind: "refused", how: code }
          : { kind: "unclear", why: code ?? message },
      ),
    );
  });
}
