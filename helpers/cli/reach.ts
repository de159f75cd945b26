import type { OperationId } from "../contract/generated/types.js";
import { Client } from "../target/client.js";
import { Journal } from "../target/journal.js";
import type { Settings } from "../target/settings.js";
import type { Exchange } from "../wire/exchange.js";
import { succeeded } from "../wire/status.js";
import { UsageError } from "./errors.js";

/** Reading operations, one of which any target answers that the contract is about. */
const DOORS: readonly OperationId[] = [
  "v1ListLabels",
  "v1ListShipments",
  "v2ListWebhooks",
  "v2ListShipments",
];

/** What a transport error means to the person who typed the address. */
const TROUBLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there. Is the service running, and is the port right?",
  ENOTFOUND: "no such host. Is the name spelled right?",
  EAI_AGAIN: "the host name could not be looked up. Is the network up?",
  UND_ERR_CONNECT_TIMEOUT: "no connection within the time-out. Is the address right, or behind a VPN?",
  TIMEOUT: "it did not answer in time; --timeout gives it longer.",
  UND_ERR_SOCKET: "it ends the connection before its answer is complete. Is the port right?",
  ECONNRESET: "it ends the connection before its answer is complete. Is the port right?",
  UND_ERR_HEADERS_OVERFLOW: "its answer has more headers than anybody reads.",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "its certificate is self-signed; name its authority by caFile in the configuration.",
  SELF_SIGNED_CERT_IN_CHAIN:
    "its certificate's authority is not trusted; name it by caFile in the configuration.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "its certificate's authority is not trusted; name it by caFile in the configuration.",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there. Is it http://, or another port?",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it does not speak TLS there. Is it http://, or another port?",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name. Is the address right?",
  CERT_HAS_EXPIRED: "its certificate has expired.",
};

/**
 * Looks whether somebody who speaks the contract answers at the target's address.
 * @throws UsageError with one line that says what is wrong and how to mend it
 */
export async function reach(settings: Settings): Promise<void> {
  const client = new Client({ ...settings, budget: null }, new Journal(null));
  try {
    const doors = DOORS.filter((door) =>
      settings.generations.some((generation) => door.startsWith(generation)),
    );
    const answers: Exchange[] = [];
    for (const operation of doors) {
      const exchange = await client.call({ check: "reach", operation, query: { page_size: 1 } });
      if (exchange.answer === null)
        throw new UsageError(`${settings.url} cannot be reached: ${why(exchange)}`);
      if (exchange.trouble !== null) {
        throw new UsageError(
          `${settings.url} answers ${exchange.answer.status} however often it is asked; run again when it is well.`,
        );
      }
      if (succeeded(exchange)) return;
      answers.push(exchange);
    }
    throwIfNoneSpeaks(answers, settings);
  } finally {
    await client.close();
  }
}

function why(exchange: Exchange): string {
  const code = exchange.trouble ?? "";
  return TROUBLE[code] ?? `${code}. Is the address right?`;
}

function throwIfNoneSpeaks(answers: readonly Exchange[], settings: Settings): void {
  const statuses = answers.map((exchange) => exchange.answer?.status);
  if (statuses.every((status) => status === 401 || status === 403)) {
    throw new UsageError(
      `${settings.url} refused the API key in ${settings.keyEnv} (status ${statuses[0]}). Is it the key of this environment?`,
    );
  }
  const foreign = answers.every(
    (exchange) => exchange.answer?.status === 404 && exchange.answer.body.kind !== "json",
  );
  if (foreign) {
    throw new UsageError(
      `${settings.url} answers, but not as this API: GET /v1/labels gives ${statuses[0]}. Give the address without /v1 or /v2.`,
    );
  }
}
