import { ARCHIVING, type ArchiveWay } from "../../../contract/conduct.js";
import { operationLine } from "../../../contract/operations.js";
import { finding } from "../../../oracles/finding.js";
import { mayBeOpen, newlyArchived, statusOf } from "../../../oracles/records/batches.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { allBatches, openBatches } from "./lists.js";
import { closesOthers, lostOf, takesOthers, takesOthersLater } from "./takes-others.js";
import { taken } from "./used.js";

const ONLY_THAT_ONE = "batches.archive.only-that-one";

interface Watch {
  /** Other clients' batches in the last whole open list; null before the first. */
  open: ReadonlySet<string> | null;
  /** What has archived a batch of ours since then. */
  since: Answered[];
  /** Batches that were archived when the run first read all of them. */
  readonly archived: ReadonlySet<string>;
  /** How many batches were archived at first and open later. */
  reopened: number;
}

const watch = given(async (t): Promise<Watch> => {
  const first = (await t.tryGiven(allBatches))?.items ?? [];
  const archived = new Set(first.flatMap(({ id, raw }) => (statusOf(raw) === "archived" ? [id] : [])));
  return { open: null, since: [], archived, reopened: 0 };
});

/** Remembers an archiving request: it is to blame for batches missing from the next open list. */
export async function noteArchiving(t: Check, answer: Answered): Promise<void> {
  (await t.given(watch)).since.push(answer);
}

/** Remembers the open batches of other clients, for `judgeOthers` to compare with. */
export async function rememberOpen(t: Check, list: OpenList): Promise<void> {
  const ours = await t.given(taken);
  const seen = await t.given(watch);
  seen.open = list.whole
    ? new Set(list.items.flatMap(({ id, raw }) => (ours.has(id) || !mayBeOpen(raw) ? [] : [id])))
    : null;
  seen.since = [];
}

/**
 * Judges that no batch of another client changed since the open list was last read, although the run archived batches
 * of its own: none that was open is archived, and none that was archived at first is open. Archived ones count if
 * repeated archiving takes others too, reopened ones if there is more than one.
 */
export async function judgeOthers(t: Check, list: OpenList): Promise<Findings> {
  const seen = await t.given(watch);
  const { open, since, archived } = seen;
  const ours = await t.given(taken);
  await rememberOpen(t, list);
  if (since.length === 0 || open === null) return [];
  const listed = new Set(idsOf(list.items));
  const missing = list.whole ? [...open].filter((id) => !listed.has(id) && !ours.has(id)) : [];
  const lost = await lostOf(t, missing);
  const back = list.items.filter(
    ({ id, raw }) => archived.has(id) && !open.has(id) && statusOf(raw) === "open",
  );
  const exchanges = [...since.slice(-3), ...list.exchanges];
  const ways = ARCHIVING.filter((way) => since.some(({ operation }) => operation === way));
  if (lost.length > 0 && (await firstOf(t, ways, takesOthers)) !== undefined) {
    const documented = "every other batch stays open";
    const received = `archived too: ${renderIds(idsOf(lost))}`;
    return [finding({ rule: ONLY_THAT_ONE, exchanges }, documented, received)];
  }
  // Another client may reopen one batch, but is unlikely to reopen two.
  seen.reopened += back.length;
  if (back.length === 0 || seen.reopened < 2) return [];
  const documented = "what was archived before stays out of the list";
  const received = `open again: ${renderIds(idsOf(back))}`;
  return [finding({ rule: "batches.archive.leaves-open-listing", exchanges }, documented, received)];
}

/**
 * Judges, near the end of the run, that no other client's batch that was open at first is archived. Other clients may
 * archive their own, so it counts only if repeated archiving takes others too.
 * @param list the open list now
 */
export async function judgeOthersLater(t: Check, list: OpenList): Promise<Findings> {
  // Trying again takes long, and shows nothing new.
  if (t.isFoundBroken(ONLY_THAT_ONE)) return [];
  const ours = await t.given(taken);
  const first = await t.tryGiven(openBatches);
  if (first === null || !first.whole || !list.whole) return [];
  const listed = new Set(idsOf(list.items));
  const missing = first.items.filter(({ id, raw }) => mayBeOpen(raw) && !listed.has(id) && !ours.has(id));
  const lost = await lostOf(t, idsOf(missing));
  const way = lost.length === 0 ? undefined : await firstOf(t, waysUsed(t), takesOthersLater);
  if (way === undefined) return [];
  const exchanges = [...list.exchanges, ...lost.map(({ exchange }) => exchange)];
  const documented = `${operationLine(way)} leaves every other batch open`;
  const received = `archived later on: ${renderIds(idsOf(lost))}`;
  return [finding({ rule: ONLY_THAT_ONE, exchanges }, documented, received)];
}

/**
 * Judges, near the end of the run, that no batch is archived that was neither open nor archived at first. It counts
 * only if repeated archiving does it again.
 * @param now all batches now
 */
export async function judgeClosedLater(t: Check, now: OpenList): Promise<Findings> {
  if (t.isFoundBroken(ONLY_THAT_ONE)) return [];
  const closed = newlyArchived(await t.given(allBatches), now);
  const way = closed.length === 0 ? undefined : await firstOf(t, waysUsed(t), closesOthers);
  if (way === undefined) return [];
  const documented = `${operationLine(way)} leaves every other batch as it was`;
  const received = `archived too: ${renderIds(closed)}`;
  return [finding({ rule: ONLY_THAT_ONE, exchanges: now.exchanges }, documented, received)];
}

/** The operations by which the run has archived batches. */
function waysUsed(t: Check): readonly ArchiveWay[] {
  return ARCHIVING.filter((way) => t.session.timesDone([way]) > 0);
}

/** The first of some operations that changes other batches each time. */
async function firstOf(
  t: Check,
  ways: readonly ArchiveWay[],
  changesOthers: (t: Check, way: ArchiveWay) => Promise<boolean>,
): Promise<ArchiveWay | undefined> {
  for (const way of ways) if (await changesOthers(t, way)) return way;
  return undefined;
}
