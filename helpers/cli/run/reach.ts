import type { OperationId } from "../../contract/generated/types.js";
import { shorten } from "../../contract/text.js";
import { urlOf } from "../../contract/url.js";
import { namesSeller, toldBy } from "../../oracles/answers/refusal.js";
import { TargetGivenUp } from "../../target/client/budget.js";
import { Client } from "../../target/client/client.js";
import { retryAfter } from "../../target/client/retry.js";
import { MOST_RECORDS } from "../../target/messages/body.js";
import { TOO_LONG_TO_HOLD } from "../../target/messages/held.js";
import { Journal } from "../../target/recordings/journal.js";
import type { Settings } from "../../target/settings/settings.js";
import type { Answer, Exchange } from "../../wire/exchange.js";
import { isOutOfOrder } from "../../wire/health.js";
import { isJsonType } from "../../wire/json-type.js";
import { renderValue, requestLine } from "../../wire/message.js";
import { isSuccess } from "../../wire/status.js";
import { UsageError } from "../mistakes/errors.js";

type OnPause = Client["onPause"];

/** Reads of which every target of this contract answers at least one. */
const DOORS: readonly OperationId[] = [
  "v1ListLabels",
  "v1ListShipments",
  "v2ListWebhooks",
  "v2ListShipments",
];

/** Reads that a target with only part of the contract may answer. */
const SIDE_DOORS: readonly OperationId[] = [
  "v1ListBatches",
  "v1ListAdjustmentReports",
  "v2ListBatches",
  "v2ListCarriers",
  "v2ListWarehouses",
  "v2ListPurchaseOrders",
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
  [TOO_LONG_TO_HOLD]: `its answer is more than a run holds of one: 4 MB, or ${MOST_RECORDS.toLocaleString("en")} arrays and objects.`,
  UND_ERR_HEADERS_OVERFLOW: "its answer has too many headers.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed; name it with --ca FILE.",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate's authority is not trusted; name it with --ca FILE.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate's authority is not trusted; name it with --ca FILE.",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there. Is it http://, or another port?",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it does not speak TLS there. Is it http://, or another port?",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name. Is the address right?",
  CERT_HAS_EXPIRED: "its certificate has expired.",
};

/**
 * Checks whether a service of this contract answers at the target's address and, if not, at a similar one.
 * @param onPause called when the target asks for a pause, which is waited for
 * @throws UsageError with one line that says what is wrong and how to fix it
 */
export async function reach(settings: Settings, onPause: OnPause = () => {}): Promise<void> {
  const answers = await knock(settings, DOORS, onPause);
  if (answers.some(speaks)) return;
  const statuses = answers.map(({ status }) => status);
  if (statuses.every((status) => status === 401 || status === 403)) {
    throw new UsageError(
      `${settings.url} refused the API key in ${settings.keyEnv} (status ${statuses[0]}). Is it the key of this environment?`,
    );
  }
  const sellerless = answers.find(namesSeller);
  const better = sellerless === undefined ? await findAddress(settings) : null;
  if (better === null && (await knock(settings, SIDE_DOORS, onPause)).some(speaks)) return;
  if (sellerless !== undefined) {
    const [sent, hint] =
      settings.sellerId === null
        ? ["without SELLER-ID", "Give it with --seller-id."]
        : ["with this SELLER-ID", "Is it the seller of this account?"];
    throw new UsageError(
      `${settings.url} refuses calls ${sent}: ${sellerless.request} gives ${toldBy(sellerless)}. ${hint}`,
    );
  }
  const [first] = answers;
  if (first === undefined) return;
  const hint = better === null ? elsewhere(first, settings.url) : `Give ${better}, where it answers.`;
  throw new UsageError(`${settings.url} is not the address of this API: ${asLine(first)}. ${hint}`);
}

/** The answer to one of these reads. */
interface Knock extends Answer {
  /** Its line. */
  readonly request: string;
  readonly url: string;
}

/**
 * The answers to these reads, up to the first one that looks like this API.
 * @throws UsageError if the target cannot be reached, or no read gets an answer that can be judged
 */
async function knock(
  settings: Settings,
  doors: readonly OperationId[],
  onPause: OnPause = () => {},
): Promise<Knock[]> {
  const answers: Knock[] = [];
  let trouble: UsageError | null = null;
  for (const door of doors.filter((each) => settings.generations.some((own) => each.startsWith(own)))) {
    const exchange = await knockAt(settings, door, onPause);
    const { answer } = exchange;
    if (answer !== null && exchange.trouble === null)
      answers.push({ ...answer, request: requestLine(exchange), url: exchange.request.url });
    else trouble ??= whyUnreached(settings, exchange);
    if (trouble !== null && !isOfOneRead(exchange)) throw trouble;
    if (answers.some(speaks)) return answers;
  }
  if (trouble !== null) throw trouble;
  return answers;
}

/** Each read has a client of its own, so that the trouble of one does not count as the target's. */
async function knockAt(settings: Settings, door: OperationId, onPause: OnPause): Promise<Exchange> {
  const client = new Client({ ...settings, budget: null }, new Journal(null));
  client.onPause = onPause;
  try {
    return await client.call({ check: "reach", operation: door, query: queryOf(door) });
  } catch (error) {
    throw error instanceof TargetGivenUp ? new UsageError(`${settings.url}: ${error.message}`) : error;
  } finally {
    await client.close();
  }
}

/** Whether other reads may be answered although this one is not: too long, or out of order. */
function isOfOneRead({ answer, trouble }: Exchange): boolean {
  return trouble === null || trouble === TOO_LONG_TO_HOLD || isOutOfOrder(answer);
}

function whyUnreached({ url }: Settings, exchange: Exchange): UsageError {
  const { answer } = exchange;
  if (answer === null) return new UsageError(`${url} cannot be reached: ${why(exchange)}`);
  return new UsageError(
    `${url} answers ${answer.status} however often it is asked${askedPause(answer)}; run again when it is stable.`,
  );
}

/** How long the target asks to be left alone, in words. */
function askedPause(answer: Answer): string {
  const ms = retryAfter(answer, Date.now());
  return ms === null ? "" : `, and asks to come back after ${Math.ceil(ms / 1000).toLocaleString("en")} s`;
}

function queryOf(door: OperationId): Readonly<Record<string, string | number>> {
  return door === "v1ListBatches" ? { status: "open" } : { page_size: 1 };
}

function why(exchange: Exchange): string {
  const code = exchange.trouble ?? "";
  if (/^(HPE_|HTTPParserError)/.test(code)) return "its answer is not proper HTTP. Is the port right?";
  return TROUBLE[code] ?? `${code}. Is the address right?`;
}

/**
 * Whether an answer may come from this API, however broken: no refusal of the key or for lack of a seller id, no
 * redirect, no website, no 404.
 */
function speaks(answer: Knock): boolean {
  const { status, headers, body } = answer;
  if (status === 401 || status === 403 || status === 404 || status === 405 || status === 410) return false;
  return (
    !namesSeller(answer) &&
    !(status >= 300 && status <= 399) &&
    (body.kind !== "text" || isJsonType(headers["content-type"] ?? ""))
  );
}

/** A similar address at which the API answers with success; null if there is none. */
async function findAddress(settings: Settings): Promise<string | null> {
  const doors = DOORS.filter((door) => door === "v1ListLabels" || door === "v2ListWebhooks");
  for (const url of addressesNear(settings.url)) {
    const answers = await knock({ ...settings, url }, doors).catch(() => []);
    if (answers.some((answer) => speaks(answer) && isSuccess(answer.status))) return url;
  }
  return null;
}

/** The address with its last segments removed one by one, and with /api, which is often forgotten. */
export function addressesNear(url: string): string[] {
  const { origin, pathname } = new URL(url);
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const shorter = segments.map((_, at) => [origin, ...segments.slice(0, at)].join("/")).reverse();
  const longer = segments.at(-1) === "api" ? [] : [`${[origin, ...segments].join("/")}/api`];
  return [...new Set([...shorter, ...longer, `${origin}/api`])].filter((near) => near !== url);
}

function asLine({ request, status, body }: Knock): string {
  return `${request} gives ${status}${body.kind === "text" ? ` with ${renderValue(shorten(body.text.trim(), 40))}` : ""}`;
}

function elsewhere({ url: asked, status, headers: { location } }: Knock, url: string): string {
  if (status >= 500) return "Does the service work, and is this what stands before /v1 and /v2?";
  const target = location === undefined ? null : urlOf(location, url);
  if (target === null) return "Is it what stands before /v1 and /v2?";
  const { origin, pathname } = target;
  const knocked = new URL(asked);
  // No address helps against that: no path of the contract ends in one.
  if (origin === knocked.origin && pathname === `${knocked.pathname}/`)
    return "It redirects to the same path with a slash at its end; have it answer paths as the contract has them, without one.";
  const hint = /\/v[12]\//.test(pathname)
    ? "give the address there without /v1 and /v2."
    : "is that a login page, and is this the address of the API itself?";
  return `It redirects to ${shorten(origin + pathname, 120)}; ${hint}`;
}
