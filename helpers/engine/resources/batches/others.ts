import { memo } from "../../../contract/memo.js";
import { operationLine } from "../../../contract/operations.js";
import { finding } from "../../../oracles/finding.js";
import { mayBeOpen, newlyArchived, statusOf } from "../../../oracles/records/batches.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered, Findings } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { cameBack } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { awaitEffect } from "../eventually.js";
import { aWhileAfter } from "../later.js";
import { allBatches, listAll, listOpen, openBatches, readBatch, type SeenBatch } from "./lists.js";
import { ARCHIVING, type ArchiveWay, archive, createBatch, openVictim, taken } from "./victims.js";

interface Watch {
  /** Other clients' batches in the last whole open list; null before the first. */
  open: ReadonlySet<string> | null;
  /** What has archived a batch of ours since then. */
  since: Answered[];
  /** Batches that were archived when the run first read all of them. */
  readonly archived: ReadonlySet<string>;
  /** How many batches were archived at first and open later. */
  reopened: number;
  /** Outcomes of repeated archiving, by the suspected operation. */
  readonly again: Map<string, Promise<boolean>>;
}

const watch = given(async (t): Promise<Watch> => {
  const first = (await ifReadable(t.given(allBatches)))?.items ?? [];
  const archived = new Set(first.flatMap(({ id, raw }) => (statusOf(raw) === "archived" ? [id] : [])));
  return { open: null, since: [], archived, reopened: 0, again: new Map() };
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
  if (lost.length > 0 && (await takesAnother(t, since))) {
    const documented = "every other batch stays open";
    const received = `archived too: ${renderIds(idsOf(lost))}`;
    return [finding({ rule: "batches.archive.only-that-one", exchanges }, documented, received)];
  }
  // Another client may reopen one batch, but is unlikely to reopen two.
  seen.reopened += back.length;
  if (back.length === 0 || seen.reopened < 2) return [];
  const documented = "what was archived before stays out of the list";
  const received = `open again: ${renderIds(idsOf(back))}`;
  return [finding({ rule: "batches.archive.leaves-open-listing", exchanges }, documented, received)];
}

/** Whether one of the operations takes another batch with it when it archives one of ours again. */
async function takesAnother(t: Check, since: readonly Answered[]): Promise<boolean> {
  for (const way of new Set(since.map(({ operation }) => operation)))
    if (isWay(way) && (await takesOthers(t, way))) return true;
  return false;
}

function isWay(operation: string | null): operation is ArchiveWay {
  return ARCHIVING.some((way) => way === operation);
}

/**
 * Whether archiving takes other batches with it. Repeats it on a new batch of ours, between two more of ours, which no
 * other client archives. Other clients' batches count only if they are older than the run, and if they are archived
 * each time but not without our request. Once a run for each operation.
 * @param settle waits until the effect of an archiving must show
 */
export async function takesOthers(t: Check, way: ArchiveWay, settle: Settle = atOnce): Promise<boolean> {
  const { again } = await t.given(watch);
  const kind = `${way}${settle === atOnce ? "" : "-later"}`;
  return memo(again, kind, () => tryAgain(t, way, `again-${kind}`, settle));
}

type Settle = () => Promise<void>;
const atOnce: Settle = async () => {};

async function tryAgain(t: Check, way: ArchiveWay, name: string, settle: Settle): Promise<boolean> {
  let ours = false;
  const back = await cameBack(
    (calmMs) =>
      archivedBetween(t, async () => {
        await settle();
        await t.session.pause(calmMs);
      }),
    async (round) => {
      const [before, victim, after] = [
        await ifReadable(createBatch(t, `before-${name}-${round}`)),
        await ifReadable(openVictim(t, `${name}-${round}`)),
        await ifReadable(createBatch(t, `after-${name}-${round}`)),
      ];
      if (victim === null) return null;
      const beside = [before, after].flatMap((batch) => (batch === null ? [] : [batch.id]));
      const hit = await archivedBetween(
        t,
        async () => {
          await archive(t, victim, way);
          await settle();
        },
        beside,
      );
      const others = hit?.filter((id) => id !== victim.id) ?? [];
      ours ||= others.some((id) => beside.includes(id));
      return others.length === 0 ? null : others;
    },
  );
  return ours || back.kind === "each time";
}

/**
 * Batches that were open before an action and are archived after it; null if there are none.
 * @param ours batches of our own to include, beside those older than the run
 */
async function archivedBetween(
  t: Check,
  act: Settle,
  ours: readonly string[] = [],
): Promise<readonly string[] | null> {
  const old = (await ifReadable(t.given(openBatches)))?.items ?? [];
  const looked = new Set([...idsOf(old), ...ours]);
  const before = await listOpen(t);
  await act();
  const after = new Set(idsOf((await listOpen(t)).items));
  const gone = before.items.filter(({ id, raw }) => looked.has(id) && mayBeOpen(raw) && !after.has(id));
  const lost = idsOf(await lostOf(t, idsOf(gone)));
  return lost.length === 0 ? null : lost;
}

/**
 * Judges, near the end of the run, that no other client's batch that was open at first is archived. Other clients may
 * archive their own, so it counts only if repeated archiving takes others too.
 * @param list the open list now
 */
export async function judgeOthersLater(t: Check, list: OpenList): Promise<Findings> {
  const ours = await t.given(taken);
  const first = await ifReadable(t.given(openBatches));
  if (first === null || !first.whole || !list.whole) return [];
  const listed = new Set(idsOf(list.items));
  const missing = first.items.filter(({ id, raw }) => mayBeOpen(raw) && !listed.has(id) && !ours.has(id));
  const lost = await lostOf(t, idsOf(missing));
  if (lost.length === 0) return [];
  for (const way of waysUsed(t)) {
    if (!(await takesOthers(t, way, () => aWhileAfter(t, way)))) continue;
    const documented = `${operationLine(way)} leaves every other batch open`;
    const received = `archived later on: ${renderIds(idsOf(lost))}`;
    const exchanges = [...list.exchanges, ...lost.map(({ exchange }) => exchange)];
    return [finding({ rule: "batches.archive.only-that-one", exchanges }, documented, received)];
  }
  return [];
}

/**
 * Judges, near the end of the run, that no batch is archived that was neither open nor archived at first. It counts
 * only if repeated archiving does it again.
 * @param now all batches now
 */
export async function judgeClosedLater(t: Check, now: OpenList): Promise<Findings> {
  const taken = newlyArchived(await t.given(allBatches), now);
  if (taken.length === 0) return [];
  for (const way of waysUsed(t)) {
    const back = await cameBack(
      (calmMs) => closedBetween(t, () => t.session.pause(calmMs)),
      async (round) => {
        const victim = await ifReadable(openVictim(t, `closed-${way}-${round}`));
        return victim === null
          ? null
          : closedBetween(t, async () => {
              await archive(t, victim, way);
              await aWhileAfter(t, way);
            });
      },
    );
    if (back.kind !== "each time") continue;
    const documented = `${operationLine(way)} leaves every other batch as it was`;
    const received = `archived too: ${renderIds(taken)}`;
    return [
      finding({ rule: "batches.archive.only-that-one", exchanges: now.exchanges }, documented, received),
    ];
  }
  return [];
}

/** The operations by which the run has archived batches. */
function waysUsed(t: Check): readonly ArchiveWay[] {
  return ARCHIVING.filter((way) => t.session.timesDone([way]) > 0);
}

async function closedBetween(t: Check, act: Settle): Promise<readonly string[] | null> {
  const before = await listAll(t);
  await act();
  const taken = newlyArchived(before, await listAll(t));
  return taken.length === 0 ? null : taken;
}

/** Those of the batches that are archived or gone. A replica that lags behind may not have a batch yet. */
export async function lostOf(t: Check, ids: readonly string[]): Promise<readonly SeenBatch[]> {
  const read = (id: string) =>
    awaitEffect(
      t,
      () => readBatch(t, id),
      ({ exchange }) => exchange.answer.status !== 404,
    );
  return (await Promise.all(ids.map(read))).filter(isLost);
}

/** Whether a batch is archived or gone. A batch that another client processed is neither. */
function isLost({ raw, exchange }: SeenBatch): boolean {
  return exchange.answer.status === 404 || statusOf(raw) === "archived";
}
