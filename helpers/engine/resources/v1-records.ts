import { operationInScope } from "../../contract/scope.js";
import type { Exchange } from "../../wire/exchange.js";
import { ifReadable } from "../../wire/outcome.js";
import { jsonOf } from "../../wire/raw.js";
import { findIds } from "../../wire/search.js";
import { spread } from "../../wire/spread.js";
import { succeeded } from "../../wire/status.js";
import type { Check } from "../check/check.js";
import { askOnce } from "../operations/probe.js";
import { createBatch } from "./batches/own.js";
import { awaitEffect, BRIEF } from "./eventually.js";
import { askOf, judgeMissing, judgeReads, type ListedRecord, recordsRead } from "./lost-record.js";
import { type Family, families } from "./v1-families.js";

/** How many records of a family are read in a run that is limited to a few rules. */
const WHERE_ALONE = 10;

/** Judges the reads by id that the run made of listed records; makes some itself if there were none. */
async function judgeFamily(t: Check, family: Family): Promise<void> {
  const listed = await ifReadable(family.listed(t));
  if (listed === null) return;
  if (!listed.some((id) => recordsRead(t, family).read.has(id))) await readSome(t, family, listed);
  await judgeReads(
    t,
    family,
    listed.map((id) => recordOf(t, family, id)),
  );
  if (family.read.id === "v1GetBatch" && isOwnLost(t, family)) await judgeNewBatch(t, family);
}

/** Reads a listed record; several where a run is limited to a few rules, so that it finds what a whole run found. */
async function readSome(t: Check, family: Family, listed: readonly string[]): Promise<void> {
  const some = spread(listed, t.settings.only.length > 0 ? WHERE_ALONE : 1);
  await Promise.all(some.map((id) => askOnce(t, askOf(family, id))));
}

/** A record that its list may show a moment late. */
function recordOf(t: Check, family: Family, id: string): ListedRecord {
  const isShown = (shown: readonly Exchange[] | null) => shown !== null;
  return { id, shownNow: () => awaitEffect(t, () => family.shownNow(t, id), isShown, BRIEF) };
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
  if (own !== null) await judgeMissing(t, family, [recordOf(t, family, own.id)]);
}

/** Judges that records of v1 which a list shows are found by their ids. */
export async function judgeRecordsById(t: Check): Promise<void> {
  const inScope = families.filter(({ read }) => operationInScope(read.id, t.settings));
  await Promise.all(inScope.map((family) => judgeFamily(t, family)));
}
