import { memo } from "../../../contract/memo.js";
import { mayBeOpen, newlyArchived, statusOf } from "../../../oracles/records/batches.js";
import { idsOf } from "../../../wire/decode.js";
import { ifReadable } from "../../../wire/outcome.js";
import { cameBack } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { awaitEffect } from "../eventually.js";
import { aWhileAfter } from "../later.js";
import { listAll, listOpen, openBatches, readBatch, type SeenBatch } from "./lists.js";
import { createBatch } from "./own.js";
import { type ArchiveWay, taken } from "./used.js";
import { archive, openVictim } from "./victims.js";

// Another client may archive its own batches. So a batch that changed when one of ours was archived counts only if
// archiving more of ours, repeatedly, changes others too.

/** What repeated archiving showed, by operation, at once and later. */
const answers = given(async () => new Map<string, Promise<boolean>>());

/**
 * Whether archiving takes other batches with it. Repeats it on a new batch of ours, between two more of ours, which
 * another client hardly archives twice. Other clients' batches count only if they are older than the run, and if they are
 * archived each time but not without our request. Once a run for each operation.
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

type Act = () => Promise<void>;

/** @param settle waits until the effect of an archiving must show */
async function tryAgain(t: Check, way: ArchiveWay, name: string, settle: Act): Promise<boolean> {
  let ours = 0;
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
      if (others.some((id) => beside.includes(id))) ours += 1;
      return others.length === 0 ? null : others;
    },
  );
  return ours > 1 || back.kind === "each time";
}

/**
 * Batches that were open before an action and are archived after it; null if there are none.
 * @param ours batches of our own to include, beside those older than the run
 */
async function archivedBetween(
  t: Check,
  act: Act,
  ours: readonly string[] = [],
): Promise<readonly string[] | null> {
  const old = idsOf((await ifReadable(t.given(openBatches)))?.items ?? []);
  // Other checks of this run archive those that they took.
  const busy = await t.given(taken);
  const looked = new Set([...old.filter((id) => !busy.has(id)), ...ours]);
  const before = await listOpen(t);
  await act();
  const after = new Set(idsOf((await listOpen(t)).items));
  const gone = before.items.filter(({ id, raw }) => looked.has(id) && mayBeOpen(raw) && !after.has(id));
  const lost = idsOf(await lostOf(t, idsOf(gone)));
  return lost.length === 0 ? null : lost;
}

/** Whether archiving batches of ours, repeatedly, archives batches that were neither open nor archived. */
export async function closesOthers(t: Check, way: ArchiveWay): Promise<boolean> {
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
  return back.kind === "each time";
}

async function closedBetween(t: Check, act: Act): Promise<readonly string[] | null> {
  const before = await listAll(t);
  await act();
  const closed = newlyArchived(before, await listAll(t));
  return closed.length === 0 ? null : closed;
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
