import type { Generation } from "../../../contract/model.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import { succeeded } from "../../../wire/status.js";
import { cameBack, LEAST_CALM_MS } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import type { Own } from "../created.js";
import { updateTo } from "./generations.js";
import { removeWebhook } from "./life.js";
import { listNow, listUntil, readWebhook } from "./reading.js";
import { createAnother, deleteEachWay } from "./trials.js";
import { updateOf } from "./updates.js";

// A webhook of ours that is gone may have been deleted by another client. So it counts only if what the run did takes
// others of ours each time, and none is gone while the run does nothing with it.

const ONCE =
  "a webhook of the run was gone during this check, but none when that was tried again, so another client may have deleted it; run again";
const OTHERS_DELETE =
  "webhooks of the run are gone also while it deletes none; needs an account where no other client deletes webhooks";

/** Whether a webhook can still be read by its id, so that nobody has deleted it. */
export async function isStillById(t: Check, version: Generation, id: string): Promise<boolean> {
  return version === "v2" && succeeded((await readWebhook(t, id)).exchange);
}

/**
 * Tries again what seemed to take a webhook of ours.
 * @param trial does it to new webhooks; null if none is gone
 * @returns what the last trial showed; null unless one is gone each time
 * @throws Inconclusive if one is gone while the run does nothing with it
 */
export async function lostAgain<T>(
  t: Check,
  version: Generation,
  trial: () => Promise<T | null>,
): Promise<T | null> {
  const back = await cameBack((calmMs) => lostWithin(t, version, calmMs), trial);
  if (back.kind === "others") t.inconclusive(OTHERS_DELETE);
  return back.kind === "each time" ? back.last : null;
}

/** Ends a check that found webhooks of ours gone, unless that comes back; parameters as for `lostAgain`. */
export async function needsLostAgain(
  t: Check,
  ...what: readonly [version: Generation, trial: () => Promise<string | null>]
): Promise<void> {
  if ((await lostAgain(t, ...what)) === null) t.inconclusive(ONCE);
}

/** Ends a check that found one of our webhooks gone if one is gone while the run does nothing with it. */
export async function needsLeftAlone(t: Check, version: Generation): Promise<void> {
  if ((await lostWithin(t, version, LEAST_CALM_MS)) !== null) t.inconclusive(OTHERS_DELETE);
}

/** The id of a new webhook that is gone after a pause; null if it stays. */
async function lostWithin(t: Check, version: Generation, ms: number): Promise<string | null> {
  const { own, after } = await createAnother(t, version);
  if (own === null || itemOf(after, own.id) === null) return null;
  await t.session.pause(ms);
  return isLostNow(t, version, own);
}

/** The id of a webhook that is no longer listed; null if it is, once it is removed. */
async function isLostNow(t: Check, version: Generation, own: Own): Promise<string | null> {
  const isLost = lacks(await listNow(t, version), own.id);
  if (isLost) own.gone();
  else await removeWebhook(t, version, own);
  return isLost ? own.id : null;
}

/** Whether a list that was read whole does not show a webhook. */
function lacks(list: OpenList | null, id: string): boolean {
  return list?.whole === true && itemOf(list, id) === null;
}

/** The id of a webhook that is not listed once it was created like another one; null if it is. */
export async function createdInVain(
  t: Check,
  version: Generation,
  like: WebhookSent,
): Promise<string | null> {
  const { own, after } = await createAnother(t, version, like);
  if (own === null) return null;
  await removeWebhook(t, version, own);
  return lacks(after, own.id) ? own.id : null;
}

/** The id of a webhook that is listed, and answers its update with 404; null if it does not. */
export async function updatedInVain(t: Check, like: WebhookSent): Promise<string | null> {
  const { own, after, sent } = await createAnother(t, "v2", like);
  if (own === null) return null;
  const isListed = itemOf(after, own.id) !== null;
  const { answer } = await t.ask({ ...updateTo(own.id, updateOf(sent)), intent: "id" });
  await removeWebhook(t, "v2", own);
  return isListed && answer.status === 404 ? own.id : null;
}

/**
 * The id of a webhook that is gone once another one was deleted, twice, and one that was never there; null if it stays.
 * Both have the same address where a target allows that, for a deletion may depend on it.
 * @param like what the two are like, the deleted one first
 */
export async function deletedWithAnother(
  t: Check,
  version: Generation,
  like: readonly [WebhookSent, WebhookSent],
): Promise<string | null> {
  const { own: deleted, sent } = await createAnother(t, version, like[0]);
  const sharing = await createAnother(t, version, like[1], sent.url);
  const { own: beside, after } = succeeded(sharing.created)
    ? sharing
    : await createAnother(t, version, like[1]);
  if (beside === null) return null;
  const isListed = itemOf(after, beside.id) !== null;
  if (deleted !== null) await deleteEachWay(t, version, deleted);
  const lost = await isLostNow(t, version, beside);
  return isListed ? lost : null;
}

/** Milliseconds until each of three webhooks is made, and how alike their ages must be when they are gone. */
const STARTS: readonly number[] = [0, 600, 1_300];
const ALIKE = 1.3;
/** Milliseconds between readings until a webhook is gone, ten seconds in all. */
const CLOSELY: readonly number[] = Array(100).fill(100);

/**
 * Ends a check that found one of our webhooks gone later in the run, unless new ones go at the same age: another client
 * deletes them whenever it does.
 */
export async function needsSameAge(t: Check, version: Generation): Promise<void> {
  const ages = await Promise.all(STARTS.map((startMs) => ageWhenGone(t, version, startMs)));
  const known = ages.filter((age) => age !== null);
  if (known.length < ages.length) t.inconclusive(ONCE);
  if (Math.max(...known) > ALIKE * Math.min(...known)) t.inconclusive(OTHERS_DELETE);
}

/** How many milliseconds after its creation a new webhook is gone; null if it stays. */
async function ageWhenGone(t: Check, version: Generation, startMs: number): Promise<number | null> {
  await t.session.pause(startMs);
  const from = performance.now();
  const { own, after } = await createAnother(t, version);
  if (own === null || itemOf(after, own.id) === null) return null;
  const list = await listUntil(t, version, (seen) => lacks(seen, own.id), CLOSELY);
  const age = performance.now() - from;
  if (!lacks(list, own.id)) await removeWebhook(t, version, own);
  else own.gone();
  return lacks(list, own.id) ? age : null;
}
