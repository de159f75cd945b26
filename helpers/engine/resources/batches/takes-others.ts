import { ARCHIVING, type ArchiveWay } from "../../../contract/conduct.js";
import { memo } from "../../../contract/memo.js";
import { mayBeOpen, newlyArchived, statusOf } from "../../../oracles/records/batches.js";
import { idsOf } from "../../../wire/decode.js";
import { ifReadable } from "../../../wire/outcome.js";
import { lastSegment } from "../../../wire/segment.js";
import { cameBack } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { polling } from "../eventually.js";
import { aWhileAfter } from "../later.js";
import { listAll, listOpen, openBatches, readBatch, type SeenBatch } from "./lists.js";
import { createBatch, ownExternalId } from "./own.js";
import { taken, type Victim } from "./used.js";
import { archive, archiveEachWay, openVictim } from "./victims.js";

// Another client may archive batches. So a batch that changed when one of ours was archived counts only if archiving
// more of ours, repeatedly, changes others too, and none changes while the run archives nothing.

/** What repeated archiving showed, by operation, at once and later. */
const answers = given(async () => new Map<string, Promise<boolean>>());

/** Which batches were archived while the run archived none: those older than the run, and those that it made. */
export const bystanders = given(async () => ({ takeOld: false, takeOurs: false }));

/** Why nothing shows who archived a batch, where `bystanders` says that others archive even the run's own. */
export const OTHERS_ARCHIVE =
  "batches are archived also while the run archives none, even those that it just made; needs an account where no other client archives batches";

/** Rounds in which archiving must take others, since a client that archives now and then can do so in two. */
const DUE = 3;

/**
 * Whether archiving takes other batches with it. Repeats it on a new batch of ours, between two more of ours. Batches
 * count if they are archived each time but not without our request: all of ours, and those older than the run unless
 * other clients archive such. Once a run for each operation.
 */
export async function takesOthers(t: Check, way: ArchiveWay): Promise<boolean> {
  return memo(await t.given(answers), way, () => tryAgain(t, way, `again-${way}`, async () => {}));
}

/** Like `takesOthers`, some time after the archiving. */
export async function takesOthersLater(t: Check, way: ArchiveWay): Promise<boolean> {
  const name = `${way}-later`;
  return memo(await t.given(answers), name, () =>
    tryAgain(t, way, `again-${name}`, () => aWhileAfter(t, way)),
  );
}

/**
 * For a check that found batches archived, after it tried again.
 * @throws Inconclusive if other clients archive even what the run made, so that no trial can show who archived them
 */
export async function needsStillBatches(t: Check): Promise<void> {
  if ((await t.given(bystanders)).takeOurs) t.inconclusive(OTHERS_ARCHIVE);
}

type Act = () => Promise<void>;

/** @param settle waits until the effect of an archiving must show */
async function tryAgain(t: Check, way: ArchiveWay, name: string, settle: Act): Promise<boolean> {
  const others = await t.given(bystanders);
  if (others.takeOurs) return false;
  let trio: Trio | null = null;
  const back = await cameBack(
    async (calmMs, round) => {
      trio = await makeTrio(t, `${name}-${round}`);
      const made = trio === null ? [] : [trio.victim.id, ...trio.beside];
      // By then, late effects of earlier archivings are over.
      await aWhileAfter(t, ...ARCHIVING);
      const { old, ours } = await archivedBetween(t, () => t.session.pause(calmMs), made);
      others.takeOld ||= old.length > 0;
      others.takeOurs ||= ours.length > 0;
      return ours.length === 0 ? null : ours;
    },
    async () => {
      if (trio === null) return null;
      const { victim, beside } = trio;
      const act = async () => {
        await archiveEachWay(t, victim, way);
        await settle();
      };
      const { old, ours } = await archivedBetween(t, act, beside);
      const counted = [...ours, ...(others.takeOld ? [] : old)];
      return counted.length === 0 ? null : counted;
    },
    DUE,
  );
  return back.kind === "each time";
}

/** A batch to archive, and those of ours that were made right before and after it. */
interface Trio {
  readonly victim: Victim;
  readonly beside: readonly string[];
}

async function makeTrio(t: Check, name: string): Promise<Trio | null> {
  const before = await ifReadable(createBatch(t, `before-${name}`));
  const victim = await ifReadable(openVictim(t, name));
  const after = await ifReadable(createBatch(t, `after-${name}`));
  const beside = [before, after].flatMap((batch) => (batch === null ? [] : [batch.id]));
  return victim === null ? null : { victim, beside };
}

/** Batches that were archived: of those older than the run, and of those that it made. */
interface Gone {
  readonly old: readonly string[];
  readonly ours: readonly string[];
}

/**
 * Batches that were open before an action and are archived after it, although the run asked for the archiving of none
 * of them.
 * @param made batches of our own, which the list need not show as ours
 */
async function archivedBetween(t: Check, act: Act, made: readonly string[]): Promise<Gone> {
  const first = new Set(idsOf((await t.tryGiven(openBatches))?.items ?? []));
  // Other checks of this run archive those that they took.
  const busy = await t.given(taken);
  const isOld = (id: string) => first.has(id) && !busy.has(id);
  const before = (await listOpen(t)).items.filter(({ raw }) => mayBeOpen(raw));
  // An archiving may always take the same one, such as the oldest, whichever check made that.
  const own = before.filter(({ id, raw }) => made.includes(id) || ownExternalId(t, raw) !== null);
  await act();
  const after = new Set(idsOf((await listOpen(t)).items));
  const asked = archivedByRun(t);
  const ours = new Set(idsOf(own).filter((id) => !asked.has(id)));
  const missing = idsOf(before).filter((id) => !after.has(id) && (ours.has(id) || isOld(id)));
  const lost = idsOf(await lostOf(t, missing));
  return { old: lost.filter((id) => !ours.has(id)), ours: lost.filter((id) => ours.has(id)) };
}

/** Batches whose archiving the run has asked for. */
function archivedByRun(t: Check): ReadonlySet<string> {
  const calls = ARCHIVING.flatMap((way) => t.session.journal.exchangesOf(way));
  const right = calls.filter(({ request }) => request.key === "right");
  return new Set(right.map(({ request }) => lastSegment(request.url)));
}

/** Whether archiving batches of ours, repeatedly, archives batches that were neither open nor archived. */
export async function closesOthers(t: Check, way: ArchiveWay): Promise<boolean> {
  const back = await cameBack(
    async (calmMs) => {
      await aWhileAfter(t, ...ARCHIVING);
      return closedBetween(t, () => t.session.pause(calmMs));
    },
    async (round) => {
      const victim = await ifReadable(openVictim(t, `closed-${way}-${round}`));
      return victim === null
        ? null
        : closedBetween(t, async () => {
            await archive(t, victim, way);
            await aWhileAfter(t, way);
          });
    },
    DUE,
  );
  return back.kind === "each time";
}

async function closedBetween(t: Check, act: Act): Promise<readonly string[] | null> {
  const before = await listAll(t);
  await act();
  const closed = newlyArchived(before, await listAll(t));
  return closed.length === 0 ? null : closed;
}

/**
 * What a trial on a new batch of ours shows, if it does so each time that it is repeated and no other new batch is
 * archived in between, while the run leaves that alone; otherwise null.
 */
export async function shownEachTime<T>(
  t: Check,
  name: string,
  trial: (round: number) => Promise<T | null>,
): Promise<T | null> {
  const back = await cameBack((calmMs, round) => takenAlone(t, `${name}-alone-${round}`, calmMs), trial, DUE);
  return back.kind === "each time" ? back.last : null;
}

/** The id of a new batch of ours that was open and is archived after a pause; null if there is none. */
async function takenAlone(t: Check, name: string, ms: number): Promise<string | null> {
  const batch = await ifReadable(createBatch(t, name));
  if (batch === null || (await lostOf(t, [batch.id])).length > 0) return null;
  await t.session.pause(ms);
  const isTaken = (await lostOf(t, [batch.id])).length > 0;
  if (isTaken) (await t.given(bystanders)).takeOurs = true;
  return isTaken ? batch.id : null;
}

/** Those of the batches that are archived or gone. A replica that lags behind may not have a batch yet. */
export async function lostOf(t: Check, ids: readonly string[]): Promise<readonly SeenBatch[]> {
  const read = (id: string) =>
    polling(t, () => readBatch(t, id)).until(({ exchange }) => exchange.answer.status !== 404);
  return (await Promise.all(ids.map(read))).filter(isArchivedOrGone);
}

/** Whether a batch is archived or gone. A batch that another client processed is neither. */
export function isArchivedOrGone({ raw, exchange }: SeenBatch): boolean {
  return exchange.answer.status === 404 || statusOf(raw) === "archived";
}
