import type { Generation } from "../../../contract/model.js";
import type { SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import { isGone, shows, type WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Ask } from "../../check/ask.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { ownUrl } from "./addresses.js";
import { deletionOf, OPERATIONS, updateTo, V1_EVENT } from "./generations.js";
import { type Born, creations } from "./life.js";
import { readWebhook } from "./reading.js";

// Calls for a webhook of ours that lack nothing but the right key: only what is there shows an effect.

/** What such a call has in place of the right key. */
export type LackingKey = Extract<Ask["key"], "none" | "wrong">;

/** A kind of call without the right key. */
export interface Intrusion {
  readonly key: LackingKey;
  readonly version: Generation;
  /** The call, to a webhook as it was sent. */
  ask(id: string, sent: WebhookSent): Omit<Ask, "key">;
  /** What a reading shows of an effect; null if nothing. */
  effect(seen: Pick<OpenList, "items">, id: string): string | null;
}

function creation(t: Check, version: Generation, key: LackingKey): Intrusion {
  const url = ownUrl(t, `${version}/${{ none: "without-key", wrong: "wrong-key" }[key]}`);
  return {
    key,
    version,
    ask: (_, sent) => ({
      operation: OPERATIONS[version].create,
      body: version === "v1" ? { url, event: V1_EVENT } : { ...sent, name: strangeText(t, key), url },
    }),
    effect: ({ items }) => {
      const made = items.find(({ raw }) => raw.url === url);
      return made === undefined ? null : `webhook ${made.id} was created`;
    },
  };
}

/** A text that nobody else sends. */
export function strangeText({ settings }: Check, key: LackingKey): string {
  return `Plimsoll ${{ none: "without key", wrong: "with a wrong key" }[key]} ${settings.run}`;
}

function update(t: Check, key: LackingKey): Intrusion {
  const name = strangeText(t, key);
  return {
    key,
    version: "v2",
    ask: (id, { url, headers }) => updateTo(id, { name, url, headers }),
    effect: (seen, id) => {
      const raw = itemOf(seen, id);
      const isChanged = raw !== null && shows("name", { name }, raw) === "yes";
      return isChanged ? `webhook ${id} has the name that was sent` : null;
    },
  };
}

function deletion(version: Generation, key: LackingKey): Intrusion {
  return {
    key,
    version,
    ask: (id) => deletionOf(version, id),
    effect: (seen, id) => (isGone(itemOf(seen, id)) ? `webhook ${id} is gone` : null),
  };
}

/** What is tried. One generation's deletion lacks any key, the other's has a wrong one: the run's seed says which. */
function intrusionsIn(t: Check, version: Generation): readonly Intrusion[] {
  const isOdd = t.settings.seed % 2 !== 0;
  return version === "v1"
    ? [creation(t, "v1", "none"), creation(t, "v1", "wrong"), deletion("v1", isOdd ? "none" : "wrong")]
    : [
        creation(t, "v2", "none"),
        creation(t, "v2", "wrong"),
        update(t, "none"),
        update(t, "wrong"),
        deletion("v2", isOdd ? "wrong" : "none"),
      ];
}

/** The calls, and what the webhook showed after them. */
interface Intruded {
  readonly born: Born;
  readonly calls: readonly { readonly intrusion: Intrusion; readonly exchange: Answered }[];
  /** Null in v1, where the webhook's own deletion shows whether it was still there. */
  readonly byId: SeenWebhook | null;
}

/** Calls for the last of our webhooks, made before it is deleted; null if there is none. */
export const intrusions = givenEach(async (t, version: Generation): Promise<Intruded | null> => {
  if (!t.affords("webhooks.without-key")) return null;
  const born = (await t.given(creations(version))).kept.at(-1);
  if (born === undefined) return null;
  const calls: { intrusion: Intrusion; exchange: Answered }[] = [];
  for (const intrusion of intrusionsIn(t, version)) {
    const exchange = await ifReadable(t.ask({ ...intrusion.ask(born.id, born.sent), key: intrusion.key }));
    if (exchange !== null) calls.push({ intrusion, exchange });
  }
  const byId = version === "v1" || calls.length === 0 ? null : await readWebhook(t, born.id);
  if (byId !== null && isDeleted(byId)) born.gone();
  return { born, calls, byId };
});

/** Whether a webhook was gone after calls without the right key. */
export function isDeleted({ exchange, raw }: SeenWebhook): boolean {
  return exchange.answer.status === 404 || (succeeded(exchange) && isGone(raw));
}
