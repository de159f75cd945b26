import { isRefusedOnceClosed, statusOf } from "../../../oracles/records/batches.js";
import type { Answered } from "../../../wire/exchange.js";
import { requestLine } from "../../../wire/message.js";
import { Inconclusive, orWhyNot } from "../../../wire/outcome.js";
import { cameBack } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import { readBatch, type SeenBatch } from "./lists.js";
import { bystanders, isArchivedOrGone, OTHERS_ARCHIVE } from "./takes-others.js";
import type { Victim } from "./used.js";
import { openVictim } from "./victims.js";

// A batch that was open may be archived or processed by another client before the request of the run arrives. The
// refusal is right then, and the batch no longer open. A target that archives and refuses all the same looks like that
// too, but it does so each time, while batches that are left alone stay open.

/** A request to archive a batch that was open, and the batch after it. */
interface Attempt {
  readonly victim: Victim;
  readonly answer: Answered;
  readonly byId: SeenBatch;
}

/** How many batches are tried before batches that are left alone tell more. */
const TRIED = 3;

/** Whether another client may have closed the batch before the request arrived. */
export function mayBeLate({ answer, byId }: Attempt): boolean {
  return isRefusedOnceClosed(answer.answer, byId.exchange.answer);
}

/**
 * Archives an open batch; where another client may have closed it meanwhile, another one.
 * @param what what the batches are for; part of their external ids
 * @param attempt archives one; told which one it is, from 1, so that each has a name of its own
 * @returns the first attempt that was not late; if each was, the last, once batches that were left alone stayed open
 * @throws Inconclusive if other clients close them all
 */
export async function archiveInTime<T extends Attempt>(
  t: Check,
  what: string,
  attempt: (round: number) => Promise<T>,
): Promise<T> {
  let last = await attempt(1);
  for (let round = 2; round <= TRIED && mayBeLate(last); round += 1)
    last = await another(t, last, () => attempt(round));
  return mayBeLate(last) ? besideBatchesLeftAlone(t, what, last, attempt) : last;
}

/** @throws Inconclusive if there is no other batch to archive */
async function another<T extends Attempt>(t: Check, late: Attempt, attempt: () => Promise<T>): Promise<T> {
  const next = await orWhyNot(attempt());
  if (!(next instanceof Inconclusive)) return next;
  return t.inconclusive(`${lateWords(late)}, and ${next.message}`, ...next.options);
}

/** Archives more batches, each after one that was left alone. */
async function besideBatchesLeftAlone<T extends Attempt>(
  t: Check,
  what: string,
  late: T,
  attempt: (round: number) => Promise<T>,
): Promise<T> {
  if (!late.victim.isOwn)
    t.inconclusive(
      `${lateWords(late)}, and so it was with ${TRIED - 1} others; batches of its own would show who closed them`,
    );
  if ((await t.given(bystanders)).takeOurs) t.inconclusive(`${lateWords(late)}; ${OTHERS_ARCHIVE}`);
  let last = late;
  const back = await cameBack(
    (calmMs, round) => closedAlone(t, `alone-${what}-${round}`, calmMs),
    async (round) => {
      last = await another(t, last, () => attempt(TRIED + round));
      return mayBeLate(last) ? last.byId : null;
    },
  );
  if (back.kind === "others" && mayBeLate(last))
    t.inconclusive(`${lateWords(last)}, and so was one that the run left alone`);
  return last;
}

/** A new batch that is no longer open after some time, although the run asked for nothing; null if it is. */
async function closedAlone(t: Check, name: string, calmMs: number): Promise<SeenBatch | null> {
  const { id } = await openVictim(t, name);
  await readBatch(t, id);
  await t.session.pause(calmMs);
  const now = await readBatch(t, id);
  if (statusOf(now.raw) === "open") return null;
  if (isArchivedOrGone(now)) (await t.given(bystanders)).takeOurs = true;
  return now;
}

function lateWords({ answer, byId }: Attempt): string {
  const state = statusOf(byId.raw) ?? "gone";
  return `${requestLine(answer)} was answered with ${answer.answer.status}, and the batch was ${state} after that: another client may have closed it before`;
}
