import type { SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import { webhookDifferences } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import type { Raw } from "../../../wire/raw.js";
import { cameBack, changedMeanwhile, LEAST_CALM_MS } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import { BRIEF, polling } from "../eventually.js";
import { updateTo } from "./generations.js";
import { creations } from "./life.js";
import { readWebhook } from "./reading.js";
import { OTHERS_WRITE } from "./trials.js";
import { lastSent, type Updates } from "./updates.js";

// Another client may have changed a webhook while the run updated one of its own. So it counts only if the update, sent
// again, changes it each time, and it stays as it is while the run does nothing.

/** A webhook that changed during the updates of another one. */
interface Suspect {
  readonly id: string;
  /** As it was shown right before the updates. */
  readonly before: Raw;
  readonly now: Raw;
}

/** How many webhooks are tried; if more have changed, other clients are busy. */
const MOST = 3;

/**
 * The first of the webhooks that the last update, sent again, changes each time after they were restored.
 * @throws Inconclusive if other clients change them too
 */
export async function changedAgain<S extends Suspect>(
  t: Check,
  made: Updates,
  suspects: readonly S[],
): Promise<S | undefined> {
  const { born, after } = await t.given(creations("v2"));
  const isOwn = ({ id }: Suspect) => born.some((own) => own.id === id);
  // What had changed before the updates has a writer of its own.
  const wasSteady = ({ id, before }: Suspect) => {
    const earlier = itemOf(after, id);
    return earlier !== null && !differ(earlier, before);
  };
  // One of another client may only be restored where the run may change everything that the target holds.
  const tried = suspects.filter((each) => wasSteady(each) && (t.settings.fixturesAll || isOwn(each)));
  const ownFirst = tried.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  for (const suspect of ownFirst.slice(0, MOST)) if (await changesAgain(t, made, suspect)) return suspect;
  if (tried.length > MOST) t.inconclusive(OTHERS_WRITE);
  return undefined;
}

/** Whether the last update, sent again, changes the webhook each time after that was restored. */
async function changesAgain(t: Check, { born, updates }: Updates, suspect: Suspect): Promise<boolean> {
  const { id, before, now } = suspect;
  const read = () => readWebhook(t, id);
  let restored = now;
  const isAsRestored = ({ raw }: SeenWebhook) => raw !== null && !differ(restored, raw);
  const back = await cameBack(
    async (calmMs) => {
      restored = await restore(t, suspect);
      return changedMeanwhile(t.session, calmMs, read, (_, seen) => (isAsRestored(seen) ? null : seen));
    },
    async () => {
      await t.ask(updateTo(born.id, lastSent(born, updates)));
      const seen = await polling(t, read).until(isAsRestored, BRIEF);
      return isAsRestored(seen) ? null : seen;
    },
  );
  const isOurDoing = back.kind === "each time";
  // What another client has set meanwhile stays.
  if (isOurDoing || isAsRestored(await read()))
    await t.ask(updateTo(id, valuesOf(isOurDoing ? before : now)));
  if (back.kind === "others") t.inconclusive(OTHERS_WRITE);
  return isOurDoing;
}

/**
 * Gives a webhook the values that it had before the updates.
 * @returns what it shows then
 * @throws Inconclusive if it shows none of them
 */
async function restore(t: Check, { id, before, now }: Suspect): Promise<Raw> {
  await t.ask(updateTo(id, valuesOf(before)));
  const isBack = ({ raw }: SeenWebhook) => raw !== null && !differ(before, raw);
  const { raw } = await polling(t, () => readWebhook(t, id)).until(isBack);
  if (raw === null || !differ(now, raw))
    return t.inconclusive(
      `webhook ${id} was changed during this check, and could not be restored to see whether an update of another one does that`,
    );
  // Replicas that lag behind may still show what it was.
  await t.session.pause(LEAST_CALM_MS);
  return raw;
}

function differ(one: Raw, other: Raw): boolean {
  return webhookDifferences(one, other).length > 0;
}

/** What an update can set of a webhook, as it is shown. */
function valuesOf({ name, url, headers }: Raw) {
  return { name, url, headers };
}
