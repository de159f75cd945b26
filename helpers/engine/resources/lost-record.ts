import type { Operation } from "../../contract/model.js";
import { isLost, type ReadRecords, readRecords } from "../../oracles/records/lost-records.js";
import type { Answered, Exchange } from "../../wire/exchange.js";
import type { Check } from "../check/check.js";
import { workingExchange } from "../operations/calls-so-far.js";
import { tryAsk } from "../operations/probe.js";
import { isLikeUnknown } from "../operations/unknown-paths.js";
import { polling } from "./eventually.js";

/** How many records of a family that were not found are looked at again. */
const MOST = 2;

/** Records that have a list and a read by id. */
export interface Readable {
  readonly read: Operation;
  /** The path parameter that holds the id. */
  readonly parameter: string;
}

/** A record that the list showed. */
export interface ListedRecord {
  readonly id: string;
  /** The answers that show it in the list now; null if it is not there. */
  shownNow(): Promise<readonly Exchange[] | null>;
}

export function askOf({ read, parameter }: Readable, id: string) {
  return { operation: read.id, path: { [parameter]: id } };
}

/** What the reads by id of a family showed so far. */
export function recordsRead(t: Check, { read }: Readable): ReadRecords {
  return readRecords(t.session.journal.outlinesOf(read.id));
}

/** Judges the reads by id that the run made of listed records. */
export async function judgeReads(t: Check, family: Readable, listed: readonly ListedRecord[]): Promise<void> {
  const { found, lost } = recordsRead(t, family);
  t.saw("records", listed.filter(({ id }) => found.has(id)).length);
  await judgeMissing(
    t,
    family,
    listed.filter(({ id }) => lost.has(id)),
  );
}

/**
 * Judges records that were not found, up to the first breach: a record that the list shows, both before and after it is
 * not found again. Another client may have removed it since, and a replica may show a new one late.
 */
export async function judgeMissing(
  t: Check,
  family: Readable,
  missing: readonly ListedRecord[],
): Promise<void> {
  const areOthersFound = recordsRead(t, family).found.size > 0;
  const isFound = (read: Answered | null) => read === null || !isLost(read, areOthersFound);
  for (const { id, shownNow } of missing.slice(0, MOST)) {
    const before = await shownNow();
    if (before === null) continue;
    const read = await polling(t, () => tryAsk(t, askOf(family, id))).until(isFound);
    if (read === null || isFound(read) || (await isNoOperation(t, family, read))) continue;
    const after = await shownNow();
    if (after === null) continue;
    t.saw("records");
    const received = `status ${read.answer.status}`;
    return t.breach([read, ...before, ...after], `${id}, which the list shows, by its id`, received);
  }
}

/** Whether the operation itself is not there, which its own rule judges. */
async function isNoOperation(t: Check, { read }: Readable, exchange: Answered): Promise<boolean> {
  return workingExchange(t, read) === null && isLikeUnknown(t, read, exchange);
}
