import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify as verifySignature,
} from "node:crypto";
import { sha256 } from "../../contract/digests.js";
import { isObject } from "../../contract/json.js";
import { UsageError } from "../mistakes/errors.js";
import { textOf } from "../mistakes/files.js";

/** Media type of an in-toto statement in a DSSE envelope. */
const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** A payload with signatures, as in DSSE 1.0; bytes are base64. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/**
 * Signs a statement: Ed25519 directly, RSA and elliptic curves with SHA-256.
 * @param pem file with the private key
 * @throws UsageError if it holds no private key that can sign
 */
export function signed(statement: string, pem: string): Envelope {
  const key = keyIn(pem, "private", createPrivateKey);
  const payload = Buffer.from(statement);
  const sig = signing(pem, () => sign(hashOf(key), encoded(PAYLOAD_TYPE, payload), key));
  return {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString("base64"),
    signatures: [{ keyid: fingerprint(createPublicKey(key)), sig: sig.toString("base64") }],
  };
}

/** Whether a value is an envelope around an in-toto statement. */
export function isEnvelope(value: unknown): value is Envelope {
  return (
    isObject(value) &&
    value.payloadType === PAYLOAD_TYPE &&
    typeof value.payload === "string" &&
    Array.isArray(value.signatures) &&
    value.signatures.every((one) => isObject(one) && typeof one.sig === "string")
  );
}

/** The text in an envelope, whoever signed it. */
export function payloadOf({ payload }: Envelope): string {
  return Buffer.from(payload, "base64").toString("utf8");
}

/**
 * Whether it is signed, and one of the signatures was made with the private key that belongs to this public key. A key
 * id is only a hint.
 * @param pem file with the public key
 * @throws UsageError if it holds none
 */
export function isSignedBy(envelope: Envelope | null, pem: string): boolean {
  const key = keyIn(pem, "public", createPublicKey);
  if (envelope === null) return false;
  const { payload, payloadType, signatures } = envelope;
  const bytes = encoded(payloadType, Buffer.from(payload, "base64"));
  return signing(pem, () =>
    signatures.some(({ sig }) => verifySignature(hashOf(key), bytes, key, Buffer.from(sig, "base64"))),
  );
}

/** The signed bytes: type and body with their lengths (DSSE's PAE). */
function encoded(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `), body]);
}

function hashOf({ asymmetricKeyType }: KeyObject): string | null {
  return asymmetricKeyType === "ed25519" || asymmetricKeyType === "ed448" ? null : "sha256";
}

function fingerprint(key: KeyObject): string {
  return sha256(key.export({ type: "spki", format: "der" }));
}

/** Uses a key. @throws UsageError for one of another kind, such as X25519, with which keys are agreed upon */
function signing<T>(file: string, use: () => T): T {
  try {
    return use();
  } catch {
    throw new UsageError(
      `${file} holds a key that signs nothing; name one of Ed25519, RSA or an elliptic curve.`,
    );
  }
}

function keyIn(file: string, kind: string, read: (pem: string) => KeyObject): KeyObject {
  const pem = textOf(file);
  try {
    return read(pem);
  } catch {
    // OpenSSL's message may quote the key.
    throw new UsageError(
      `${file} holds no ${kind} key that can be read; name a PEM file without a passphrase.`,
    );
  }
}
