import type { Finding } from "../contract/exchange.js";
import { validate } from "../contract/validator.js";

/** What a captured payload comes to. */
export interface EventJudgement {
  readonly findings: readonly Finding[];
  /** Rules that the payload gave something to judge for. */
  readonly judged: readonly string[];
}

/**
 * Judges the payload of a report_complete delivery against its schema.
 * @param text the delivery's body as received
 */
export function judgeReportComplete(text: string): EventJudgement {
  const payload = parsed(text);
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

/** The payload's value; text that is no JSON is judged as a string, which no payload is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
