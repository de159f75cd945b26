import { operation } from "../../contract/operations.js";
import { operationInScope } from "../../contract/scope.js";
import { isLost, type ReadRecords, readRecords } from "../../oracles/records/lost-records.js";
import type { Answered } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { spread } from "../../wire/spread.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { workingExchange } from "../operations/calls-so-far.js";
import { askOnce, tryAsk } from "../operations/probe.js";
import { isLikeUnknown } from "../operations/unknown-paths.js";
import { createBatch } from "./batches/own.js";
import { awaitEffect, BRIEF } from "./eventually.js";
import { type Family, families } from "./v1-families.js";

/** How many records of a family that were not found are looked at again. */
const MOST = 2;
/** How many records of a family are read in a run that is limited to a few rules. */
const WHERE_ALONE = 10;

function recordsRead(t: Check, { read }: Family): ReadRecords {
  return readRecords(t.session.journal.exchangesOf(read));
}

/** Judges the reads by id that the run made of listed records; makes some itself if there were none. */
async function judgeFamily(t: Check, family: Family): Promise<void> {
  const listed = await ifReadable(family.listed(t));
  if (listed === null) return;
  if (!listed.some((id) => recordsRead(t, family).read.has(id))) await readSome(t, family, listed);
  const { read, lost } = recordsRead(t, family);
  t.saw("records", listed.filter((id) => read.has(id)).length);
  const missing = listed.filter((id) => lost.has(id));
  for (const id of missing.slice(0, MOST)) if (await judgeMissing(t, family, id)) return;
  if (family.read === "v1GetBatch" && isOwnLost(t, family)) await judgeNewBatch(t, family);
}

/** Reads a listed record; several where a run is limited to a few rules, so that it finds what a whole run found. */
async function readSome(t: Check, family: Family, listed: readonly string[]): Promise<void> {
  const some = spread(listed, t.settings.only.length > 0 ? WHERE_ALONE : 1);
  await Promise.all(some.map((id) => askOnce(t, askOf(family, id))));
}

function askOf({ read, parameter }: Family, id: string) {
  return { operation: read, path: { [parameter]: id } };
}

/**
 * A record that was not found: if the list shows it, both before and after it is not found again, that is a breach.
 * Another client may have removed it since, and a replica may show a new one late.
 * @returns whether a breach was found
 */
async function judgeMissing(t: Check, family: Family, id: string): Promise<boolean> {
  const shows = () => ifReadable(family.shownNow(t, id));
  const before = await awaitEffect(t, shows, (shown) => shown !== null, BRIEF);
  if (before === null) return false;
  const isFound = (read: Answered | null) => read === null || !isLost(read);
  const read = await awaitEffect(t, () => tryAsk(t, askOf(family, id)), isFound);
  if (read === null || isFound(read) || (await isMissing(t, family, read))) return false;
  const after = await shows();
  if (after === null) return false;
  const received = `status ${read.answer.status}`;
  t.breach([read, ...before, ...after], `${id}, which the list shows, by its id`, received);
  return true;
}

/** Whether the operation itself is not there, which its own rule judges. */
async function isMissing(t: Check, { read }: Family, exchange: Answered): Promise<boolean> {
  const called = operation(read);
  return workingExchange(t, called) === null && isLikeUnknown(t, called, exchange);
}

/** Whether v1 was asked for batches that the run made in v2, and found none. They are archived by now. */
function isOwnLost(t: Check, family: Family): boolean {
  const { found, lost } = recordsRead(t, family);
  const made = t.session.journal
    .exchangesOf("v2CreateBatch")
    .filter(succeeded)
    .flatMap(({ answer }) => findIds(jsonOf(answer), "batch_id"));
  return made.some((id) => lost.has(id)) && !made.some((id) => found.has(id));
}

/** Makes another batch and looks for it by its id while it is open. */
async function judgeNewBatch(t: Check, family: Family): Promise<void> {
  const own = await ifReadable(createBatch(t, "for-reading"));
  if (own !== null) await judgeMissing(t, family, own.id);
}

/** Judges that records of v1 which a list shows are found by their ids. */
export async function judgeRecordsById(t: Check): Promise<void> {
  const inScope = families.filter(({ read }) => operationInScope(read, t.settings));
  await Promise.all(inScope.map((family) => judgeFamily(t, family)));
}
