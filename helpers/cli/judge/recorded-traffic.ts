import { createHash } from "node:crypto";
import { countUp } from "../../contract/count-up.js";
import { operations } from "../../contract/operations.js";
import { urlOf } from "../../contract/url.js";
import { MOST_RECORDS } from "../../target/messages/body.js";
import { TOO_LONG_TO_HOLD } from "../../target/messages/held.js";
import {
  addressOf,
  baseIn,
  Clients,
  foreignExchange,
  UNRECORDED,
  witnessOf,
} from "../../target/recordings/foreign.js";
import { harEntries } from "../../target/recordings/har-stream.js";
import { member, readRequest } from "../../target/recordings/har-values.js";
import { TrafficRedactor } from "../../target/secrets/traffic-redactor.js";
import type { Exchange } from "../../wire/exchange.js";
import { UsageError } from "../mistakes/errors.js";

/** Traffic with one target, recorded by somebody else. */
export interface Traffic {
  readonly base: string;
  /** Number of exchanges for other targets in the file that have paths of the contract. */
  readonly others: ReadonlyMap<string, number>;
  /** Reads the exchanges from the file, as often as needed; keeps nothing. */
  exchanges(): Iterable<Exchange>;
}

/** Addresses that look like API calls but are not. */
const STATIC_FILE = /\.(?:html?|m?js|css|map|png|svg|ico|gif|jpe?g|woff2?|webmanifest)$/i;

/**
 * Reads any HAR file, one entry after the other.
 * @param baseUrl the target whose traffic is judged; null: the one with most exchanges
 * @throws UsageError if no exchange belongs to the target; otherwise as `harEntries`
 */
export function trafficIn(file: string, baseUrl: string | null): Traffic {
  return trafficOf({ name: file, entries: () => harEntries(file) }, baseUrl);
}

/** A source of HAR entries, which returns all of them each time. */
interface Source {
  /** Its name in errors. */
  readonly name: string;
  entries(): Iterable<unknown>;
}

/** Like `trafficIn`, for any source. */
export function trafficOf(source: Source, baseUrl: string | null): Traffic {
  const counts = new Map<string, number>();
  const redactor = new TrafficRedactor(witnesses(source, baseUrl, counts));
  const [largest] = [...counts].toSorted(([, one], [, other]) => other - one);
  const base = baseUrl ?? largest?.[0];
  const found = [...counts].map(([address, count]) => `${address} (${count})`).join(", ");
  if (base === undefined) throw new UsageError(`${source.name} holds no exchange below /v1 or /v2.`);
  if (!counts.has(base)) {
    const hint = found === "" ? "nor of any other address below /v1 or /v2" : `but of ${found}`;
    throw new UsageError(`${source.name} holds no exchange of ${base}, ${hint}.`);
  }
  counts.delete(base);
  return { base, others: counts, exchanges: () => exchangesOf(source, base, redactor) };
}

/** What may hold secrets; also counts the entries of each target. */
function* witnesses(source: Source, baseUrl: string | null, counts: Map<string, number>) {
  for (const entry of source.entries()) {
    const base = targetOf(entry, baseUrl);
    if (base !== null) countUp(counts, base);
    yield witnessOf(entry);
  }
}

/** The target of an entry; null if it has none. */
function targetOf(entry: unknown, baseUrl: string | null): string | null {
  const url = addressOf(entry, baseUrl);
  const path = urlOf(url)?.pathname;
  if (path === undefined || STATIC_FILE.test(path)) return null;
  if (baseUrl !== null && /^\/v[12]\//.test(url.slice(baseUrl.length)) && url.startsWith(baseUrl))
    return baseUrl;
  return baseIn(url);
}

function* exchangesOf(source: Source, base: string, redactor: TrafficRedactor): Generator<Exchange> {
  const clients = new Clients();
  const ordinals = new Map<string, number>();
  const known = new Set<string>();
  let index = -1;
  for (const entry of source.entries()) {
    index += 1;
    const fingerprint = fingerprintOf(entry);
    if (targetOf(entry, base) !== base || known.has(fingerprint)) continue;
    known.add(fingerprint);
    const check = clients.nameOf(entry);
    yield foreignExchange(
      entry,
      { index, check, ordinal: countUp(ordinals, check) },
      { baseUrl: base, redactor },
    );
  }
}

/** Recordings that were merged contain some entries twice. */
function fingerprintOf(entry: unknown): string {
  const { method, url } = readRequest(entry, "right");
  const words = [
    member(entry, "startedDateTime"),
    member(entry, "time"),
    method,
    url,
    member(entry, "response"),
  ];
  return createHash("sha1").update(JSON.stringify(words)).digest("base64");
}

const WORDS: Readonly<Record<string, string>> = {
  [UNRECORDED.cache]: "answered from a cache",
  [UNRECORDED.answer]: "without an answer",
  [UNRECORDED.body]: "saved without a body",
  [UNRECORDED.headers]: "saved without headers",
  [UNRECORDED.preflight]: "asked by a browser for itself",
  [TOO_LONG_TO_HOLD]: `of more than ${MOST_RECORDS} arrays and objects`,
};

/** Whether an exchange shows nothing because of how it was recorded. */
export function isUnrecorded({ trouble }: Exchange): boolean {
  return trouble !== null && trouble in WORDS;
}

/** What the report says about the traffic itself. */
export function notesOn(
  file: string,
  { others }: Pick<Traffic, "others">,
  seen: { readonly unrecorded: ReadonlyMap<string, number>; readonly operations: number },
): string[] {
  const elsewhere = [...others].map(([address, count]) => `${address} (${count})`).join(", ");
  const lost = [...seen.unrecorded].map(([why, count]) => `${count} ${WORDS[why] ?? why}`).join(", ");
  return [
    `Judged offline from ${file}: nothing was sent.`,
    `The traffic touched ${seen.operations} of the contract's ${operations.length} operations.`,
    ...(lost === "" ? [] : [`Not recorded, and so not judged: ${lost}.`]),
    ...(elsewhere === "" ? [] : [`The file also holds traffic of ${elsewhere}; --base-url judges another.`]),
  ];
}
