import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { answerOn, type TlsAnswer } from "./tls-answer.js";

/** Protocol versions as sent. */
const WIRE_VERSION = { "SSL 3.0": 0x0300, "TLS 1.0": 0x0301, "TLS 1.1": 0x0302 } as const;
export type OldVersion = keyof typeof WIRE_VERSION;

/** Suites that servers of that time had: ECDHE and RSA with AES-CBC or 3DES, and the renegotiation signal. */
const CIPHERS = [0xc014, 0xc013, 0xc00a, 0xc009, 0x0039, 0x0033, 0x0035, 0x002f, 0x000a, 0x0005, 0x00ff];
const RECORD_ALERT = 21;
const RECORD_HANDSHAKE = 22;
const SERVER_HELLO = 2;

/**
 * Offers one old protocol version to a server and says whether the server accepted it.
 *
 * The offer is built by hand, because TLS libraries refuse old versions themselves and would make any server look safe.
 * Nothing else is sent: no key, no request.
 * @param timeoutMs time after which the answer is unclear
 */
export function offerOldVersion(
  host: string,
  port: number,
  version: OldVersion,
  timeoutMs: number,
): Promise<TlsAnswer> {
  return answerOn(connect({ host, port }), timeoutMs, (socket, end) => {
    let received = Buffer.alloc(0);
    socket.on("connect", () => socket.write(clientHello(host, WIRE_VERSION[version])));
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = readAnswer(received, WIRE_VERSION[version]);
      if (answer !== null) end(answer);
    });
    socket.on("end", () => end({ kind: "refused", how: "the connection was closed" }));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      end(
        error.code === "ECONNRESET" || error.code === "EPIPE"
          ? { kind: "refused", how: "the connection was reset" }
          : { kind: "unclear", why: error.code ?? error.message },
      ),
    );
  });
}

/** Reads the first record of a server's answer; null while it is incomplete. */
function readAnswer(bytes: Buffer, offered: number): TlsAnswer | null {
  if (bytes.length < 7) return null;
  const type = bytes.readUInt8(0);
  if (type === RECORD_ALERT) return { kind: "refused", how: `TLS alert ${bytes.readUInt8(6)}` };
  if (type !== RECORD_HANDSHAKE) return { kind: "unclear", why: "the answer is not TLS" };
  if (bytes.length < 11) return null;
  if (bytes.readUInt8(5) !== SERVER_HELLO)
    return { kind: "unclear", why: "the first message is not a ServerHello" };
  const chosen = bytes.readUInt16BE(9);
  if (chosen === offered) return { kind: "accepted" };
  const name = `version 0x${chosen.toString(16).padStart(4, "0")}`;
  return chosen < offered
    ? { kind: "refused", how: `the server would speak ${name} instead` }
    : { kind: "unclear", why: `the server chose ${name}, which was not offered` };
}

/** A ClientHello that offers exactly one version. */
function clientHello(host: string, version: number): Buffer {
  const ciphers = Buffer.concat(CIPHERS.map(uint16));
  const body = Buffer.concat([
    uint16(version),
    randomBytes(32),
    Buffer.from([0]), // no session to resume
    uint16(ciphers.length),
    ciphers,
    Buffer.from([1, 0]), // no compression
    version === WIRE_VERSION["SSL 3.0"] ? Buffer.alloc(0) : extensions(host),
  ]);
  const message = Buffer.concat([Buffer.from([1]), uint24(body.length), body]);
  return Buffer.concat([Buffer.from([RECORD_HANDSHAKE]), uint16(version), uint16(message.length), message]);
}

function extensions(host: string): Buffer {
  const name = Buffer.from(host, "ascii");
  const isName = /[a-z]/i.test(host) && !host.includes(":");
  const entry = Buffer.concat([Buffer.from([0]), uint16(name.length), name]);
  const all = Buffer.concat([
    isName ? extension(0, Buffer.concat([uint16(entry.length), entry])) : Buffer.alloc(0),
    extension(10, Buffer.concat([uint16(6), uint16(0x001d), uint16(0x0017), uint16(0x0018)])), // x25519, P-256, P-384
    extension(11, Buffer.from([1, 0])), // uncompressed points
  ]);
  return Buffer.concat([uint16(all.length), all]);
}

function extension(type: number, data: Buffer): Buffer {
  return Buffer.concat([uint16(type), uint16(data.length), data]);
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

function uint24(value: number): Buffer {
  return Buffer.from([value >> 16, (value >> 8) & 0xff, value & 0xff]);
}
