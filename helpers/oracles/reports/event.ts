import { isObject, jsonOrText } from "../../contract/json.js";
import { urlOf } from "../../contract/url.js";
import { validate } from "../../contract/validator.js";
import type { Answer, Findings } from "../../wire/exchange.js";
import { HOUR, MILLISECOND, parseInstant, SECOND } from "../../wire/instant.js";
import { hrefIn, jsonOf, type Raw } from "../../wire/raw.js";
import { stringsIn } from "../../wire/search.js";

/** The judgement of a captured payload. */
export interface EventJudgement {
  readonly findings: Findings;
  /** Rules for which the payload had something to judge. */
  readonly judged: readonly string[];
}

/**
 * Judges the payload of a report_complete delivery against its schema.
 * @param text the delivery's body as received
 */
export function judgeReportComplete(text: string): EventJudgement {
  const payload = jsonOrText(text);
  const { breaches, seen } = validate("v1/report-complete", payload);
  return {
    findings: breaches.map(({ rule, pointer, documented, received }) => ({
      rule,
      request: "delivery of report_complete",
      operation: null,
      documented,
      received,
      pointer,
      exchanges: [],
    })),
    judged: [...new Set([...seen.keys(), ...breaches.map(({ rule }) => rule)])],
  };
}

/** Whether a delivery is about a report, well formed or not: by its event type, or by a report's address. */
export function speaksOfReport(text: string): boolean {
  return /API_REPORT_COMPLETE|\\?\/adjustments\\?\/reports/i.test(text);
}

/** Whether a payload names a record, by its id alone or in an address. */
export function namesRecord(text: string, id: string): boolean {
  return stringsIn(jsonOrText(text)).some((value) => value.split(/[^\w-]+/).includes(id));
}

/** The two addresses in a payload, as far as they are present. */
export function addressesIn(text: string): readonly string[] {
  const { resource_url: resource, data } = payloadIn(text);
  const link = isObject(data) ? hrefIn(data.report_url) : null;
  return [resource, link].filter((address) => typeof address === "string");
}

/** The creation time that a payload gives for its report. */
export function createdAtIn(text: string): unknown {
  const { data } = payloadIn(text);
  return isObject(data) ? data.created_at : undefined;
}

function payloadIn(text: string): Raw {
  const payload = jsonOrText(text);
  return isObject(payload) ? payload : {};
}

const REPORT_PATH = /\/v1\/incubator\/adjustments\/reports\/([^/]+)\/?$/;

/** Id of the report that an address names in the documented form; null for an address of another form. */
export function reportNamedBy(address: string): string | null {
  const [, id] = REPORT_PATH.exec(urlOf(address, "http://localhost")?.pathname ?? "") ?? [];
  try {
    return id === undefined ? null : decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** Ids of the reports that the addresses in a payload name, each once. */
export function reportsNamedIn(text: string): readonly string[] {
  const named = addressesIn(text).map(reportNamedBy);
  return [...new Set(named.filter((id) => id !== null))];
}

/** What an address answers in place of a report; null if it answers with one. */
export function insteadOfReport(answer: Answer): string | null {
  const { status, body } = answer;
  if (listsReports(jsonOf(answer))) return `${status} with a list of reports`;
  if (status !== 200) return String(status);
  return body.kind === "empty" ? "200 with no body" : null;
}

/** Whether a body is a list of several reports, and so not a report itself. */
export function listsReports(body: unknown): boolean {
  const reports = isObject(body) ? body.reports : null;
  if (!Array.isArray(reports)) return false;
  return new Set(reports.filter(isObject).map(({ report_id: id }) => id)).size > 1;
}

/** Clocks may differ by this much. */
const CLOCKS = 60n * SECOND;
/** The largest difference between two time zones. */
const ANY_ZONE = 26n * HOUR;

/** Whether the time in a payload equals that of its report to the digit, in whatever form. */
export function isReportsTime(said: unknown, listed: unknown): boolean {
  const at = parseInstant(said);
  return said === listed || (at !== null && at.epochNs === parseInstant(listed)?.epochNs);
}

/**
 * Whether the time in a payload fits neither its report nor the event, which comes after it.
 * @param listed what the list shows for the report
 * @param readAt when the list was read, after the event, in milliseconds since 1970
 */
export function isOtherTime(said: unknown, listed: unknown, readAt: number): boolean {
  const [told, report] = [parseInstant(said), parseInstant(listed)];
  if (told === null || report === null) return false;
  const slack = told.hasZone && report.hasZone ? SECOND : ANY_ZONE;
  const read = BigInt(readAt) * MILLISECOND + CLOCKS;
  const latest = read > report.epochNs ? read : report.epochNs;
  return told.epochNs <= report.epochNs - slack || told.epochNs >= latest + slack;
}
