import type { Generation } from "../../../contract/model.js";
import { isGone, shows, type WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Ask } from "../../check/ask.js";
import type { Check, Given } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { ownUrl } from "./addresses.js";
import { V1, V1_EVENT, V2, type WebhookGeneration } from "./generations.js";
import { type Born, creations, kept } from "./life.js";
import { readWebhook, type SeenWebhook } from "./reading.js";

// Calls for a webhook of ours that lack nothing but the right key: only what is there shows an effect.

/** What such a call has in place of the right key. */
export type LackingKey = Extract<Ask["key"], "none" | "wrong">;

/** A kind of call without the right key. */
export interface Intrusion {
  readonly key: LackingKey;
  readonly generation: WebhookGeneration;
  /** The call, to a webhook as it was sent. */
  ask(t: Check, id: string, sent: WebhookSent): Omit<Ask, "key">;
  /** What a reading shows of an effect; null if nothing. */
  effect(t: Check, seen: Pick<OpenList, "items">, id: string): string | null;
}

function creation(key: LackingKey): Intrusion {
  return {
    key,
    generation: V1,
    ask: (t) => ({ operation: V1.create, body: { url: urlWith(t, key), event: V1_EVENT } }),
    effect: (t, { items }) => {
      const made = items.find(({ raw }) => raw.url === urlWith(t, key));
      return made === undefined ? null : `webhook ${made.id} was created`;
    },
  };
}

function update(key: LackingKey): Intrusion {
  return {
    key,
    generation: V2,
    ask: (t, webhook_id, { url, headers }) => ({
      operation: "v2UpdateWebhook",
      path: { webhook_id },
      body: { name: nameWith(t, key), url, headers },
    }),
    effect: (t, seen, id) => {
      const raw = itemOf(seen, id);
      const isChanged = raw !== null && shows("name", { name: nameWith(t, key) }, raw) === "yes";
      return isChanged ? `webhook ${id} has the name that was sent` : null;
    },
  };
}

function deletion(generation: WebhookGeneration, key: LackingKey): Intrusion {
  return {
    key,
    generation,
    ask: (_, webhook_id) => ({ operation: generation.remove, path: { webhook_id } }),
    effect: (_, seen, id) => (isGone(itemOf(seen, id)) ? `webhook ${id} is gone` : null),
  };
}

/** What is tried. One generation's deletion lacks any key, the other's has a wrong one: the run's seed says which. */
function intrusionsIn({ settings }: Check, { version }: WebhookGeneration): readonly Intrusion[] {
  const isOdd = settings.seed % 2 !== 0;
  return version === "v1"
    ? [creation("none"), creation("wrong"), deletion(V1, isOdd ? "none" : "wrong")]
    : [update("none"), update("wrong"), deletion(V2, isOdd ? "wrong" : "none")];
}

/** The address of the webhook that is asked for with this key. */
function urlWith(t: Check, key: LackingKey): string {
  return ownUrl(t, { none: "v1/without-key", wrong: "v1/wrong-key" }[key]);
}

function nameWith({ settings }: Check, key: LackingKey): string {
  return `Plimsoll ${{ none: "without key", wrong: "with a wrong key" }[key]} ${settings.run}`;
}

/** The calls, and what the webhook showed after them. */
interface Intruded {
  readonly born: Born;
  readonly calls: readonly { readonly intrusion: Intrusion; readonly exchange: Answered }[];
  /** Null in v1, where the webhook's own deletion shows whether it was still there. */
  readonly byId: SeenWebhook | null;
}

/** Calls for the last of our webhooks, made before it is deleted; null if there is none. */
export const intrusions: Readonly<Record<Generation, Given<Intruded | null>>> = {
  v1: given((t) => intrude(t, V1)),
  v2: given((t) => intrude(t, V2)),
};

async function intrude(t: Check, generation: WebhookGeneration): Promise<Intruded | null> {
  const { version, read } = generation;
  if (!t.affords("webhooks.without-key")) return null;
  const born = kept(await t.given(creations[version])).at(-1);
  if (born === undefined) return null;
  const calls: { intrusion: Intrusion; exchange: Answered }[] = [];
  for (const intrusion of intrusionsIn(t, generation)) {
    const exchange = await ifReadable(t.ask({ ...intrusion.ask(t, born.id, born.sent), key: intrusion.key }));
    if (exchange !== null) calls.push({ intrusion, exchange });
  }
  const byId = read === null || calls.length === 0 ? null : await readWebhook(t, born.id);
  if (byId !== null && isLost(byId)) born.own.gone();
  return { born, calls, byId };
}

/** Whether a webhook was gone after calls without the right key. */
export function isLost({ exchange, raw }: SeenWebhook): boolean {
  return exchange.answer.status === 404 || (succeeded(exchange) && isGone(raw));
}
