import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface Credentials {
  /** PEM. */
  readonly key: string;
  /** PEM. */
  readonly cert: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;

/** One DER element: tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = body.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const hex = (digits: string) => Buffer.from(digits, "hex");
const oid = (digits: string) => der(0x06, hex(digits));
const ECDSA_SHA256 = der(SEQUENCE, oid("2a8648ce3d040302"));
const NAME = der(SEQUENCE, der(SET, der(SEQUENCE, oid("550403"), der(0x0c, Buffer.from("localhost")))));

/** GeneralizedTime. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return der(0x18, Buffer.from(digits));
}

/** Names localhost, 127.0.0.1 and ::1, and marks the certificate as its own authority. */
function extensions(): Buffer {
  const names = der(
    SEQUENCE,
    der(0x82, Buffer.from("localhost")),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, hex(`${"00".repeat(15)}01`)),
  );
  const authority = der(SEQUENCE, der(0x01, hex("ff")));
  return der(
    0xa3,
    der(
      SEQUENCE,
      der(SEQUENCE, oid("551d11"), der(0x04, names)),
      der(SEQUENCE, oid("551d13"), der(0x01, hex("ff")), der(0x04, authority)),
    ),
  );
}

/** Makes a self-signed P-256 certificate for the loopback, valid from yesterday for 30 days. */
export function makeCertificate(): Credentials {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = Date.now();
  const day = 86_400_000;
  const serial = randomBytes(8);
  serial[0] = 0x4d; // positive and without a leading zero, as DER integers have to be
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, hex("02"))),
    der(0x02, serial),
    ECDSA_SHA256,
    NAME,
    der(SEQUENCE, time(now - day), time(now + 30 * day)),
    NAME,
    publicKey.export({ type: "spki", format: "der" }),
    extensions(),
  );
  const signature = der(0x03, hex("00"), sign("sha256", body, privateKey));
  const lines =
    der(SEQUENCE, body, ECDSA_SHA256, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}
