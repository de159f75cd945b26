import type { Entry, Header } from "har-format";
import { INTENTS, type Intent } from "../../contract/conduct.js";
import { hasMembers } from "../../contract/json.js";
import { urlOf } from "../../contract/url.js";
import type { Answer, Body, Exchange, KeyUse } from "../../wire/exchange.js";
import { textOf } from "../../wire/raw.js";
import { fromText } from "../messages/body.js";
import { harEntries, harParts, OWN } from "./har-stream.js";
import { member, number, readHeaders, readRequest, string } from "./har-values.js";
import { preambleFrom, type Recording, type SideNote } from "./recording.js";
import { vouchedExchange } from "./vouched.js";

/** What HAR has no place for. */
interface Extra {
  readonly check: string;
  readonly ordinal: number;
  readonly operation: string | null;
  readonly key: KeyUse;
  readonly intent?: Intent;
  readonly trouble: string | null;
  readonly retried?: readonly string[];
  /** Null if no answer came; a text body is in the content's text. */
  readonly body: BodyExtra | null;
}

interface BodyExtra {
  readonly kind: Body["kind"];
  readonly why?: string;
  readonly byOurLimit?: boolean;
  readonly bytes?: number;
  readonly head?: string;
}

/** One entry of a HAR 1.2 log, as we write it. */
interface OwnEntry extends Entry {
  readonly [OWN]: Extra;
}

/** Name of the HAR file below `outDir`. */
export const HAR_FILE = "exchanges.har";

/** The creator that HAR asks for. */
export const CREATOR = { name: "plimsoll", version: "1" };

/** An exchange as an entry of a HAR log. */
export function toEntry({ request, answer, ...exchange }: Exchange): OwnEntry {
  const { check, ordinal, operation, intent, trouble, retried, startedAt, ms } = exchange;
  const text = answer === null ? "" : textOf(answer.body);
  return {
    startedDateTime: startedAt,
    time: ms,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: toPairs(request.headers),
      queryString: queryOf(request.url),
      ...(request.body === null
        ? {}
        : { postData: { mimeType: request.headers["content-type"] ?? "", text: request.body } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body ?? ""),
    },
    response: {
      status: answer?.status ?? 0,
      statusText: answer === null ? (trouble ?? "") : "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: toPairs(answer?.headers ?? {}),
      content: { size: Buffer.byteLength(text), mimeType: answer?.headers["content-type"] ?? "", text },
      redirectURL: answer?.headers.location ?? "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    [OWN]: {
      check,
      ordinal,
      operation,
      key: request.key,
      ...(intent === undefined ? {} : { intent }),
      trouble,
      ...(retried === undefined ? {} : { retried }),
      body: bodyExtra(answer),
    },
  };
}

function queryOf(url: string): Header[] {
  return [...(urlOf(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
}

function bodyExtra(answer: Answer | null): BodyExtra | null {
  if (answer === null) return null;
  const { body } = answer;
  if (body.kind === "binary") return body;
  if (body.kind !== "unreadable") return { kind: body.kind };
  const { text: _, ...extra } = body;
  return extra;
}

function toPairs(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

/** Whether an entry is one of ours. */
export function isOwnEntry(entry: unknown): boolean {
  return hasMembers(member(entry, OWN));
}

/**
 * The recording in a HAR file that a run wrote.
 * @throws as `harParts`; TypeError if one of its entries is not ours
 */
export function readHarRecording(file: string): Recording {
  let own: unknown;
  let entries = 0;
  for (const part of harParts(file)) {
    if ("own" in part) own = part.own;
    else ownExchange(part.entry, entries++);
  }
  const exchanges = { [Symbol.iterator]: () => ownExchanges(file) };
  if (!hasMembers(own)) return { preamble: null, sideNotes: [], exchanges };
  const sideNotes = Array.isArray(own.sideNotes) ? own.sideNotes.map(sideNoteFrom) : [];
  return { preamble: own.preamble === null ? null : preambleFrom(own.preamble), sideNotes, exchanges };
}

function* ownExchanges(file: string): Generator<Exchange> {
  let index = 0;
  for (const entry of harEntries(file)) yield ownExchange(entry, index++);
}

function sideNoteFrom(entry: unknown): SideNote {
  return { name: string(member(entry, "name")), value: member(entry, "value") };
}

function ownExchange(entry: unknown, index: number): Exchange {
  const own = member(entry, OWN);
  if (!hasMembers(own)) throw new TypeError(`entry ${index + 1} was not recorded by plimsoll.`);
  const response = member(entry, "response");
  const key = KEY_USES.find((use) => use === own.key) ?? "right";
  const intent = INTENTS.find((each) => each === own.intent);
  const exchange = {
    index,
    check: string(own.check),
    ordinal: number(own.ordinal),
    operation: typeof own.operation === "string" ? own.operation : null,
    ...(intent === undefined ? {} : { intent }),
    request: readRequest(entry, key),
    answer:
      own.body === null
        ? null
        : {
            status: number(member(response, "status")),
            headers: readHeaders(response),
            body: ownBody(own.body, response),
          },
    trouble: typeof own.trouble === "string" ? own.trouble : null,
    ...(Array.isArray(own.retried) ? { retried: own.retried.map(String) } : {}),
    startedAt: string(member(entry, "startedDateTime")),
    ms: number(member(entry, "time")),
  };
  return vouchedExchange(exchange, `entry ${index + 1}`);
}

const KEY_USES: readonly KeyUse[] = ["right", "wrong", "none", "empty", "query"];

function ownBody(body: unknown, response: unknown): Body {
  const text = string(member(member(response, "content"), "text"));
  switch (member(body, "kind")) {
    case "json":
      return fromText(text, "application/json");
    case "text":
      return { kind: "text", text };
    case "binary":
      return { kind: "binary", bytes: number(member(body, "bytes")), head: string(member(body, "head")) };
    case "unreadable":
      return {
        kind: "unreadable",
        why: string(member(body, "why")),
        text,
        ...(member(body, "byOurLimit") === true ? { byOurLimit: true } : {}),
      };
    default:
      return { kind: "empty" };
  }
}
