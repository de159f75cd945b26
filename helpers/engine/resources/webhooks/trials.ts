import { touched } from "../../../oracles/webhooks/lists.js";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { type Item, idsOf } from "../../../wire/decode.js";
import type { Exchange } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import { cameBack } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import { ownUrl } from "./addresses.js";
import { createWebhook } from "./creating.js";
import type { WebhookGeneration } from "./generations.js";
import { creations, removeWebhook } from "./life.js";
import { listNow } from "./reading.js";

const OTHERS_WRITE = "other clients create and delete webhooks during this check; run again when fewer do";

/** Writes to a new webhook, and returns which other webhooks are gone or changed. */
type Trial = (round: number) => Promise<readonly Item[]>;

/** What a trial seemed to do to other webhooks. */
interface Suspicion {
  readonly generation: WebhookGeneration;
  /** The exchanges that first showed the effect, and what is due. */
  readonly exchanges: readonly Exchange[];
  readonly documented: string;
  readonly trial: Trial;
  /** Ids of our own webhooks that nothing deletes before the end of the run. */
  readonly lasting?: readonly string[];
  /** Waits as long as an effect may take to show. */
  readonly settle?: () => Promise<void>;
}

/** Creates another webhook. */
export function creating(t: Check, generation: WebhookGeneration): Trial {
  return async (round) => {
    const list = await listNow(t, generation);
    const { after } = await createWebhook(t, generation, await another(t, generation, round), list);
    return list === null || after === null ? [] : touched(list, after);
  };
}

/** Creates and deletes another webhook. */
export function deleting(
  t: Check,
  generation: WebhookGeneration,
  settle: () => Promise<void> = async () => {},
): Trial {
  return async (round) => {
    const sent = await another(t, generation, round);
    const { own, after: before } = await createWebhook(t, generation, sent, await listNow(t, generation));
    if (own === null || before === null) return [];
    await removeWebhook(t, generation, own);
    await settle();
    const after = await listNow(t, generation);
    return after === null ? [] : touched(before, after).filter(({ id }) => id !== own.id);
  };
}

/**
 * Repeats a trial that seemed to affect other webhooks; see `cameBack`. Only webhooks older than the run count, and
 * ours that were left alone: other clients may delete their new ones at any time.
 */
export async function confirm(
  t: Check,
  { generation, exchanges, documented, trial, lasting = [], settle = async () => {} }: Suspicion,
): Promise<void> {
  const { list: first } = await t.given(generation.first);
  const isOld = (item: Item) =>
    lasting.includes(item.id) || (first === null ? !isOurs(t, item) : idsOf(first.items).includes(item.id));
  const someOf = (items: readonly Item[]) => (items.length === 0 ? null : items);
  const back = await cameBack(
    async (calmMs) => {
      const first = await listNow(t, generation);
      await settle();
      await t.session.pause(calmMs);
      const last = await listNow(t, generation);
      return first === null || last === null ? null : someOf(touched(first, last).filter(isOld));
    },
    async (round) => someOf((await trial(round)).filter(isOld)),
  );
  if (back.kind === "others") t.inconclusive(OTHERS_WRITE);
  if (back.kind === "once") {
    if ((await listNow(t, generation))?.items.some(isOld) !== true)
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
  return typeof raw.url === "string" && raw.url.startsWith(ownUrl(t, ""));
}

/** The body of another webhook, with its own name and address. */
async function another(t: Check, { version }: WebhookGeneration, round: number): Promise<WebhookSent> {
  const { made } = await t.given(creations[version]);
  const { name, ...sent } = made[0]?.sent ?? {};
  return {
    ...sent,
    ...(name === undefined ? {} : { name: `${name}, again ${round}` }),
    url: ownUrl(t, `${version}/again/${t.rule.split(".")[2]}/${round}`),
  };
}
