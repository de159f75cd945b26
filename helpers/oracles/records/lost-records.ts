import type { Exchange } from "../../wire/exchange.js";
import { lastSegment } from "../../wire/segment.js";
import { isMissing } from "../../wire/status.js";
import { isAboutTheCaller } from "../answers/refusal.js";

/** A read by id has nothing that could be wrong but the id. */
const DENIED = new Set([400, 422]);

/** What the reads of single records showed. */
export interface ReadRecords {
  /** Ids of all records that were read. */
  readonly read: ReadonlySet<string>;
  /** Ids of those that were found at least once. */
  readonly found: ReadonlySet<string>;
  /** Ids of those that were not found, or refused, the last time. */
  readonly lost: ReadonlySet<string>;
}

/** Whether an answer says that there is no such record. */
export function isGone({ answer }: Pick<Exchange, "answer">): boolean {
  return answer !== null && isMissing(answer.status);
}

/** Whether an answer says that there is no such record, or that there can be none. */
export function isLost(exchange: Pick<Exchange, "answer">): boolean {
  const { answer } = exchange;
  return isGone(exchange) || (answer !== null && DENIED.has(answer.status) && !isAboutTheCaller(answer));
}

/**
 * Tells from reads by id which records were found.
 * @param reads in order; those that had to be refused, for their key or their id, count for nothing
 */
export function readRecords(reads: readonly Exchange[]): ReadRecords {
  const read = new Set<string>();
  const found = new Set<string>();
  const lost = new Set<string>();
  for (const exchange of reads) {
    const { answer, request, intent } = exchange;
    if (answer === null || intent !== undefined || request.key !== "right") continue;
    const id = lastSegment(request.url);
    read.add(id);
    if (answer.status === 200) found.add(id);
    if (isLost(exchange)) lost.add(id);
    else lost.delete(id);
  }
  return { read, found, lost };
}
