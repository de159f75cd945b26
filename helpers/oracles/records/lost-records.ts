import type { Answered, Exchange } from "../../wire/exchange.js";
import { isUnwell } from "../../wire/health.js";
import { lastSegment } from "../../wire/segment.js";
import { is4xx, isMissing } from "../../wire/status.js";
import { isAboutTheCaller, isFromElsewhere, isNotOffered, mayBeDueTo } from "../answers/refusal.js";

/** What the reads of single records showed. */
export interface ReadRecords {
  /** Ids of all records that were read. */
  readonly read: ReadonlySet<string>;
  /** Ids of those that were found at least once. */
  readonly found: ReadonlySet<string>;
  /** Ids of those that were not found, or refused, the last time. */
  readonly lost: ReadonlySet<string>;
}

/** Statuses about the key as such, or about the method: 403 may be about the permission for one record. */
const ABOUT_ALL_RECORDS: ReadonlySet<number> = new Set([401, 405]);

/**
 * Whether the read of a record is refused for the record's sake: it has nothing that could be wrong but the id. Records
 * of v2, which the contract does not describe, may also be refused by a rule of the business; a read has no state to be in
 * conflict with.
 * @param areOthersFound whether the same key found other records by the same read
 */
export function isLost(
  { operation, answer }: Pick<Exchange, "operation" | "answer">,
  areOthersFound = false,
): boolean {
  if (answer === null || !is4xx(answer.status) || isUnwell(answer)) return false;
  if (isMissing(answer.status)) return true;
  if (ABOUT_ALL_RECORDS.has(answer.status)) return areOthersFound;
  const mayBeRule = operation?.startsWith("v2") === true && answer.status !== 409;
  const isExcused = mayBeRule ? mayBeDueTo({ answer }, []) : isAboutTheCaller(answer);
  return !isExcused && !isFromElsewhere(answer);
}

/**
 * Whether what belongs to a record is refused for the record's id: there may be none for reasons of the business, or
 * because something is not supported.
 */
export function isRefusedForId(exchange: Answered): boolean {
  if (!isLost(exchange) || isNotOffered(exchange.answer)) return false;
  return isMissing(exchange.answer.status) || !mayBeDueTo(exchange, []);
}

/**
 * Tells from reads by id which records were found.
 * @param reads in order; those that had to be refused, for their key or their id, count for nothing
 */
export function readRecords(reads: readonly Exchange[]): ReadRecords {
  const found = new Set<string>();
  const last = new Map<string, Exchange>();
  for (const exchange of reads) {
    const { answer, request, intent } = exchange;
    if (answer === null || intent !== undefined || request.key !== "right") continue;
    const id = lastSegment(request.url);
    last.set(id, exchange);
    if (answer.status === 200) found.add(id);
  }
  const lost = [...last].filter(([, exchange]) => isLost(exchange, found.size > 0)).map(([id]) => id);
  return { read: new Set(last.keys()), found, lost: new Set(lost) };
}
