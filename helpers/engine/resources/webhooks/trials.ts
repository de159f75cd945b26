import type { Generation } from "../../../contract/model.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { touched } from "../../../oracles/webhooks/lists.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { unknownIds } from "../../../target/messages/made-up.js";
import { type Item, idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered, Exchange } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import { succeeded } from "../../../wire/status.js";
import { cameBack, changedMeanwhile } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { Own } from "../created.js";
import { BRIEF } from "../eventually.js";
import { isOwnUrl, OWN_PATH, ownUrl } from "./addresses.js";
import { createWebhook } from "./creating.js";
import { deletionOf } from "./generations.js";
import { creations, removeWebhook } from "./life.js";
import { firstList, listNow, listUntil } from "./reading.js";

/** Why nothing shows what a write did to webhooks of others. */
export const OTHERS_WRITE =
  "other clients create, change and delete webhooks during this check; run again when fewer do";

/** Writing to a new webhook, to see what that does to others. */
interface Trial {
  /** @returns other webhooks that are gone or changed */
  make(): Promise<readonly Item[]>;
  /** Waits as long as an effect may take to show. */
  settle(): Promise<void>;
}

/** What a write seemed to do to other webhooks. */
interface Suspicion {
  readonly version: Generation;
  /** The exchanges that first showed the effect, and what is due. */
  readonly exchanges: readonly Exchange[];
  readonly documented: string;
  readonly trial: Trial;
  /** Ids of our own webhooks that nothing deletes before the end of the run. */
  readonly lasting?: readonly string[];
}

const atOnce = async () => {};

/** Creates another webhook. */
export function creating(t: Check, version: Generation): Trial {
  return {
    make: async () => {
      const { before, after, created } = await createAnother(t, version);
      if (!succeeded(created)) leftOpen(t, created);
      return before === null || after === null ? [] : touched(before, after);
    },
    settle: atOnce,
  };
}

/** Creates another webhook and deletes it; see `deleteEachWay`. */
export function deleting(t: Check, version: Generation, settle = atOnce): Trial {
  return {
    make: async () => {
      const { own, after: before, created } = await createAnother(t, version);
      if (!succeeded(created)) leftOpen(t, created);
      if (own === null || before === null) return [];
      await deleteEachWay(t, version, own);
      await settle();
      const after = await listNow(t, version);
      return after === null ? [] : touched(before, after).filter(({ id }) => id !== own.id);
    },
    settle,
  };
}

/** Deletes a webhook of ours twice, and before that one that was never there: each may take others with it. */
export async function deleteEachWay(t: Check, version: Generation, own: Own): Promise<void> {
  for (const id of unknownIds("webhook_id", own.id, t.settings.seed).slice(0, 1))
    await t.ask({ ...deletionOf(version, id), intent: "id" });
  if (succeeded(await removeWebhook(t, version, own))) await t.ask(deletionOf(version, own.id));
}

/** Ends a check whose suspicion cannot be tried again: another client may have changed the webhooks. */
function leftOpen(t: Check, refused: Answered): never {
  return t.inconclusive(
    `webhooks were changed or deleted during this check, and no further one could be created to see whether that does it: ${toldBy(refused.answer)}`,
  );
}

/**
 * A webhook, just made, that is no longer listed after another creation, of any generation, and what shows that; null if
 * none does it.
 */
export async function takenByCreation(t: Check, version: Generation) {
  for (const other of t.settings.generations) {
    const lost = await createAnother(t, version);
    if (lost.own === null || itemOf(lost.after, lost.own.id) === null) continue;
    const { id } = lost.own;
    const { own, created } = await createAnother(t, other);
    const after = await listUntil(t, version, (seen) => itemOf(seen, id) !== null, BRIEF);
    const isTaken = succeeded(created) && after !== null && itemOf(after, id) === null;
    if (own !== null) await removeWebhook(t, other, own);
    if (isTaken) lost.own.gone();
    else await removeWebhook(t, version, lost.own);
    if (isTaken) return { id, exchanges: [created, lost.created, ...after.exchanges] };
  }
  return null;
}

/** How many webhooks trials have made. */
const made = given(async () => ({ number: 0 }));

/**
 * Creates another webhook with a name of its own.
 * @param like what it is like otherwise: the first of ours, if left out
 * @param at its address; one of its own, if left out
 */
export async function createAnother(t: Check, version: Generation, like?: WebhookSent, at?: string) {
  const before = await listNow(t, version);
  const [first] = (await t.given(creations(version))).made;
  const tally = await t.given(made);
  tally.number += 1;
  const { name, url = ownUrl(t, version), ...others } = like ?? first?.sent ?? {};
  const sent = {
    ...others,
    ...(name === undefined ? {} : { name: `${name}, again ${tally.number}` }),
    url: at ?? url.replace(OWN_PATH, `$&again-${tally.number}/`),
  };
  return { before, ...(await createWebhook(t, version, sent, before)) };
}

/**
 * Repeats a trial that seemed to affect other webhooks; see `cameBack`. Only webhooks older than the run count, and
 * ours that were left alone: other clients may delete their new ones at any time.
 */
export async function confirm(
  t: Check,
  { version, exchanges, documented, trial, lasting = [] }: Suspicion,
): Promise<void> {
  const { list: first } = await t.given(firstList(version));
  const isOld = (item: Item) =>
    lasting.includes(item.id) || (first === null ? !isOurs(t, item) : idsOf(first.items).includes(item.id));
  const someOf = (items: readonly Item[]) => (items.length === 0 ? null : items);
  const back = await cameBack(
    async (calmMs) => {
      await trial.settle();
      return changedMeanwhile(
        t.session,
        calmMs,
        () => listNow(t, version),
        (first, last) =>
          first === null || last === null ? null : someOf(touched(first, last).filter(isOld)),
      );
    },
    async () => someOf((await trial.make()).filter(isOld)),
  );
  if (back.kind === "others") t.inconclusive(OTHERS_WRITE);
  if (back.kind === "once") {
    if ((await listNow(t, version))?.items.some(isOld) !== true)
      return t.inconclusive("webhooks vanished during this check, and none is left to repeat it with");
    return t.observe("Another client deleted or changed a webhook during this check.");
  }
  const received = `gone or changed each time: ${renderIds(idsOf(back.last))}`;
  t.breach(exchanges, documented, received);
}

/**
 * Whether a webhook is one of the run's own, whichever check made it: lists may still show deleted ones for a while.
 */
export function isOurs(t: Check, { raw }: Item): boolean {
  return typeof raw.url === "string" && isOwnUrl(t, raw.url);
}
