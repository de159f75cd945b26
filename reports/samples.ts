import { isSafe } from "../helpers/contract/conduct.js";
import { hasMembers, isObject, unescapeStep } from "../helpers/contract/json.js";
import { ruleOf } from "../helpers/wire/check-title.js";
import { curlLine } from "../helpers/wire/curl.js";
import type { Body, Exchange, Finding } from "../helpers/wire/exchange.js";
import { findArray } from "../helpers/wire/find-array.js";
import { plural, requestLine } from "../helpers/wire/message.js";
import { PLACEHOLDER } from "../helpers/wire/placeholder.js";
import type { FindingResult, Sample } from "./results.js";

/** Longest excerpt of a body, in characters. */
const EXCERPT = 900;

/**
 * Adds to a finding the exchange that shows it best: the one whose request the finding names, otherwise the first
 * available one; and the other one of an item that stands in two places. Without any, the finding stays unchanged.
 * @param lookup the exchange at a journal index
 * @param keyEnv the variable that holds the key, for the command that repeats it
 */
export function withSample(
  finding: FindingResult,
  lookup: (index: number) => Exchange | undefined,
  requestIdHeader: string,
  keyEnv?: string,
): FindingResult {
  const candidates = finding.exchanges.map(lookup).filter((one) => one !== undefined);
  const shown = candidates.find((one) => requestLine(one) === finding.request) ?? candidates[0];
  if (shown === undefined) return finding;
  const sender = ruleOf(shown.check);
  const other = IN_TWO_PLACES.test(finding.received) ? candidates.find((one) => one !== shown) : undefined;
  const sample = (one: Exchange) => sampleOf(one, finding, requestIdHeader, keyEnv);
  return {
    ...finding,
    ...(sender === null || sender === finding.rule ? {} : { sender }),
    sample: sample(shown),
    ...(other === undefined ? {} : { otherSample: sample(other) }),
  };
}

/** How a finding says that two exchanges show the same item. */
const IN_TWO_PLACES = / stands on page \d+ and on page /;

/** The part of an exchange that a report shows, around the place of a finding. */
export function sampleOf(
  exchange: Exchange,
  finding: Partial<Pick<Finding, "pointer" | "received">>,
  requestIdHeader: string,
  keyEnv?: string,
): Sample {
  const { index, request, answer, trouble } = exchange;
  const { at, body } =
    answer === null
      ? { at: "", body: `no answer: ${trouble ?? "unknown"}` }
      : excerpt(answer.body, finding.pointer ?? oddItem(answer.body, finding.received));
  return {
    exchange: index,
    requestLine: requestLine(exchange),
    curl: !isSafe(request.method) || hidesWrongKey(request) ? null : curlLine(request, keyEnv),
    requestBody: request.body === null ? null : cut(request.body),
    status: answer?.status ?? null,
    contentType: answer?.headers["content-type"] ?? null,
    requestId: answer?.headers[requestIdHeader.toLowerCase()] ?? null,
    at,
    body,
  };
}

/** Whether a wrong key was as secret as the right one: without it, a command would try another key. */
function hidesWrongKey({ key, headers }: Exchange["request"]): boolean {
  return key === "wrong" && headers["api-key"] === PLACEHOLDER;
}

/** How a finding names the first item of a list that should not be there, or that stands in two places. */
const ODD = /not due: ([\w-]+)|(?:^|[ ;])([\w-]+) (?:has \{|stands on page)/;

/** The place of the item that a finding names as odd, in a body that is a list or holds one; "" if there is none. */
function oddItem(body: Body, received = ""): string {
  const [, surplus, shown] = ODD.exec(received) ?? [];
  const list = body.kind === "json" ? findArray(body.value) : null;
  const id = surplus ?? shown;
  const at = list?.items.findIndex((item) => Object.values(item).some((value) => value === id)) ?? -1;
  return list === null || id === undefined || at < 0 ? "" : `${list.pointer}/${at}`;
}

/** The largest part of a body around a JSON Pointer that is short enough. */
function excerpt(body: Body, pointer: string): { at: string; body: string } {
  switch (body.kind) {
    case "empty":
      return { at: "", body: "(empty body)" };
    case "binary":
      return { at: "", body: `(${body.bytes} bytes) ${cut(body.head)}` };
    case "json":
      return around(body.value, pointer);
    default:
      return { at: "", body: cut(body.text) };
  }
}

function around(root: unknown, pointer: string): { at: string; body: string } {
  let value = root;
  let at = "";
  for (const token of pointer.split("/").slice(1)) {
    if (fits(value)) break;
    const name = unescapeStep(token);
    const member = child(value, name);
    if (member === undefined) break;
    // A bare value means little without what it belongs to.
    if (isObject(value) && !hasMembers(member))
      return { at, body: cut(JSON.stringify(brief(value, name), null, 2)) };
    value = member;
    at += `/${token}`;
  }
  return { at, body: cut(JSON.stringify(value, null, 2)) };
}

/** Longest value beside the one that matters, in characters of JSON. */
const LONGEST_BESIDE = 60;

/** An object with one member as it is, and the long ones beside it cut. */
function brief(value: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    key === name || JSON.stringify(member).length <= LONGEST_BESIDE ? member : briefWords(member),
  ]);
  const whole = Object.fromEntries(entries);
  return fits(whole) ? whole : { [name]: value[name] };
}

function briefWords(value: unknown): string {
  if (Array.isArray(value)) return `… ${plural(value.length, "item")}`;
  return hasMembers(value)
    ? `… ${plural(Object.keys(value).length, "member")}`
    : `${String(value).slice(0, LONGEST_BESIDE)}…`;
}

function fits(value: unknown): boolean {
  return JSON.stringify(value, null, 2).length <= EXCERPT;
}

function child(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function cut(text: string): string {
  return text.length <= EXCERPT
    ? text
    : `${text.slice(0, EXCERPT)} … (${text.length - EXCERPT} characters more)`;
}
