import type { SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import { jsonOf } from "../../../wire/raw.js";
import { stringsIn } from "../../../wire/search.js";
import { is4xx, succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { BRIEF, polling } from "../eventually.js";
import { type OddDone, sendOdd } from "../odd-bodies.js";
import { updateTo } from "./generations.js";
import { readWebhook } from "./reading.js";

/** An update that was refused for other members than its name. */
interface RefusedInPart {
  readonly exchange: Answered;
  readonly name: string;
  readonly url: string;
}

/** Updates that should change nothing, and what the webhook shows then. */
export interface OddUpdates {
  readonly odd: readonly OddDone[];
  /** Null where none was refused. */
  readonly inPart: RefusedInPart | null;
  /** Null where nothing was sent. */
  readonly shown: SeenWebhook | null;
}

/** Updates a webhook by bodies that must not be taken, and reads it. @param last what it was last updated to */
export async function updateOddly(
  t: Check,
  webhook_id: string,
  last: { readonly name: string },
): Promise<OddUpdates> {
  const update = { operation: "v2UpdateWebhook", path: { webhook_id } } as const;
  const asked = await sendOdd(t, update, last.name, (name) => ({ ...last, name }));
  const isTaken = asked.some(({ exchange }) => succeeded(exchange));
  // It would hide the effect of one that was accepted.
  const inPart = isTaken ? null : await updateInPart(t, webhook_id, last);
  if (asked.length === 0 && inPart === null) return { odd: [], inPart, shown: null };
  const isShown = ({ raw }: SeenWebhook) => asked.some(({ name }) => raw?.name === name);
  const shown = await polling(t, () => readWebhook(t, webhook_id)).until(isShown, isTaken ? BRIEF : []);
  return { odd: asked.map((each) => ({ ...each, isDone: shown.raw?.name === each.name })), inPart, shown };
}

/** Updates a webhook to a new name, with an address and headers that are none; puts it back where they are taken. */
async function updateInPart(
  t: Check,
  webhook_id: string,
  last: { readonly name: string },
): Promise<RefusedInPart | null> {
  if (!t.affords("webhooks.put.in-part")) return null;
  const name = `${last.name} in part`;
  const url = "nowhere";
  const body = { ...last, name, url, headers: "none" };
  const exchange = await ifReadable(t.ask(updateTo(webhook_id, body)));
  if (exchange !== null && succeeded(exchange)) {
    await ifReadable(t.ask(updateTo(webhook_id, last)));
    await outlast(t, webhook_id, name);
  }
  return exchange !== null && is4xx(exchange.answer.status) ? { exchange, name, url } : null;
}

/**
 * Waits until a webhook no longer shows a name: a replica may lag behind. The values that came with it are the run's own,
 * so these reads bypass the exchange oracles.
 */
async function outlast(t: Check, webhook_id: string, name: string): Promise<void> {
  const read = () =>
    t.session.client.call({ check: t.rule, operation: "v2GetWebhook", path: { webhook_id } });
  await polling(t, read).until(({ answer }) => answer === null || !stringsIn(jsonOf(answer)).includes(name));
}
