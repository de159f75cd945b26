import type { Bend, TlsVersions } from "../service/behaviours.js";
import type { Fault } from "./fault.js";

/** Node's own TLS speaks versions below 1.2 only at OpenSSL's lowest level of security. */
const WEAK = { ciphers: "DEFAULT@SECLEVEL=0" };

const speaking =
  (versions: TlsVersions): Bend =>
  () => ({ tlsVersions: () => versions });

export const faults: readonly Fault[] = [
  {
    id: "tls12-refused",
    rule: "transport.tls12-works",
    sentence: "Over TLS nothing newer than 1.1 is spoken.",
    bend: speaking({ minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ...WEAK }),
  },
  {
    id: "tls10-accepted",
    rule: "transport.tls10-refused",
    sentence: "A client that speaks TLS 1.0 only is served.",
    bend: speaking({ minVersion: "TLSv1", ...WEAK }),
  },
  {
    id: "tls11-accepted",
    rule: "transport.tls11-refused.v2",
    sentence: "A client that speaks TLS 1.1 only is served.",
    bend: speaking({ minVersion: "TLSv1.1", ...WEAK }),
  },
  {
    id: "plain-http-served",
    rule: "transport.plain-http",
    sentence: "Beside TLS, the same port answers plain HTTP.",
    bend: () => ({ plainHttp: (serve) => serve }),
  },
];
