import { isAboutHoldings, toldBy } from "../../../oracles/answers/refusal.js";
import { answeredIds } from "../../../oracles/webhooks/created.js";
import type { WebhookHeader, WebhookSent } from "../../../oracles/webhooks/webhooks.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { Inconclusive, ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { rotated } from "../../check/seed.js";
import type { Own } from "../created.js";
import { type LearntReceiver, receiverOf } from "../event-receiver.js";
import { polling } from "../eventually.js";
import { PATH } from "./addresses.js";
import { storesFor } from "./bodies.js";
import { createWebhook, registerWebhook } from "./creating.js";
import { excuseOf } from "./excuses.js";
import { UNNAMED, updateTo, V1_EVENT } from "./generations.js";
import { creations, removeWebhook } from "./life.js";
import { firstList, readWebhook } from "./reading.js";
import { removals } from "./removals.js";
import { updates } from "./updates.js";

// Everything sent names the run, so that another run's webhooks are not mistaken for ours.

/** A webhook that stays until the end of the run, with the values last sent. */
export interface Lasting {
  readonly own: Own;
  readonly sent: WebhookSent;
  /** The update that sent them; null if it was not updated, or if the target refused. */
  readonly update: Answered | null;
  /** True where its answer names it, but no list could show it: it may not have been kept. */
  readonly isUnseen?: true;
  /** Headers that the update took away. */
  readonly dropped?: readonly WebhookHeader[];
}

/** A header that is given to a webhook and taken away by its update. */
const DROPPED: WebhookHeader = { key: "x-plimsoll-former", value: "dropped by the update" };

/**
 * Registers an address in v1, for the only event that it names. Once a run.
 * @throws Inconclusive if the target refuses, or the webhook cannot be found
 */
export const lastingV1 = given(async (t): Promise<Lasting> => {
  const receiver = await t.given(receiverOf);
  const sent = { url: receiver.url + PATH.v1, event: V1_EVENT };
  const { list, unread } = await t.given(firstList("v1"));
  const { own, created, after } = await createWebhook(t, "v1", sent, list);
  // If it is not listed, it may not have been kept, which the creation rules report.
  const isThere = own !== null && after !== null && (!after.whole || idsOf(after.items).includes(own.id));
  if (isThere) return { own, sent, update: null };
  if (!succeeded(created)) throw excuseOf(t, created);
  // Where the list is open, the other generation's may leave this one out.
  if (own !== null && unread !== null && answeredIds(created).includes(own.id))
    return { own, sent, update: null, isUnseen: true };
  const where = unread === null ? "the list does not show it" : `the v2 list does not show it; ${unread}`;
  return t.inconclusive(`a webhook was registered for ${V1_EVENT}, but ${where}`);
});

/**
 * Registers a second address in v1 for the same event. Null if the target refuses, or if it names no ids when it
 * registers: then two webhooks could not be told apart. Once a run.
 */
export const secondV1 = given(async (t): Promise<Lasting | null> => {
  const receiver = await t.given(receiverOf);
  const { own: first } = await t.given(lastingV1);
  if (!answeredIds(first.created).includes(first.id)) return null;
  const sent = { url: receiver.url + PATH.v1Second, event: V1_EVENT };
  const { own } = await registerWebhook(t, "v1", sent);
  return own === null || own.id === first.id ? null : { own, sent, update: null };
});

/**
 * Why the v2 webhook for the same event is left out: an account that holds one webhook for an event keeps it for v1,
 * which documents the event. Null if it may hold several.
 */
async function whyOnlyInV1(t: Check): Promise<Inconclusive | null> {
  if (!t.settings.generations.includes("v1")) return null;
  const made = await t.tryGiven(creations("v1"));
  const second = made?.failed.find(({ answer }) => isAboutHoldings(answer));
  if (made === null || made.born.length === 0 || second === undefined) return null;
  // The one that was made would be in the way of the next.
  await t.tryGiven(removals("v1"));
  return new Inconclusive(
    `the account may hold only one webhook for ${V1_EVENT}, which v1 needs: a second one was refused with ${toldBy(second.answer)}`,
  );
}

/**
 * Registers an address in v2 for the same event, then updates it to another address and other headers. Once a run.
 * @throws Inconclusive if the target refuses the creation, allows only one webhook for the event, or shows no id
 */
export const lastingV2 = given(async (t): Promise<Lasting> => {
  const only = await whyOnlyInV1(t);
  if (only !== null) throw only;
  return registerAndMove(t, V1_EVENT, PATH.former, PATH.v2);
});

/** Registers and updates an address in v2 as `lastingV2` does, for batch: v2 may announce no reports. Once a run. */
export const movedBatch = given((t) => registerAndMove(t, "batch", PATH.batchFormer, PATH.batchMoved));

/** Registers an address in v2 only for batch. Once a run. */
export const lastingBatch = given(async (t): Promise<Lasting> => {
  const receiver = await t.given(receiverOf);
  return registerV2(t, "batch", {
    url: receiver.url + PATH.batch,
    name: `batch ${t.settings.run}`,
    headers: [],
  });
});

/** Registers an address in v2 for an event of which the contract knows nothing; the seed decides which. Once a run. */
export const lastingOther = given(async (t): Promise<Lasting> => {
  const receiver = await t.given(receiverOf);
  const [event = UNNAMED[0]] = rotated(UNNAMED, t.settings.seed);
  return registerV2(t, event, {
    url: receiver.url + PATH.other,
    name: `${event} ${t.settings.run}`,
    headers: [],
  });
});

/** The receiver of the run with a v2 webhook that is registered for batch, once that can be read. */
export async function batchReceiver(t: Check): Promise<LearntReceiver> {
  const { own } = await t.given(lastingBatch);
  await polling(t, () => readWebhook(t, own.id)).until(({ exchange }) => succeeded(exchange));
  return t.given(receiverOf);
}

/** Where deleted webhooks pointed to at the receiver: their paths, or what these begin with. Once a run. */
export const deletedBefore = given(async (t): Promise<readonly string[]> => {
  const { url } = await t.given(receiverOf);
  const made = await ifReadable(registerWebhook(t, "v1", { url: url + PATH.deleted, event: V1_EVENT }));
  const inV1 = made?.own ? await removeWebhook(t, "v1", made.own) : null;
  // The webhooks of the plain checks: their last update pointed them to the receiver.
  const isInV2 = t.settings.generations.includes("v2");
  const updated = isInV2 ? await t.tryGiven(updates) : null;
  const accepted = updated?.updates.findLast(({ answer }) => succeeded(answer));
  const inV2 = accepted?.sent.url?.startsWith(url) ? (await t.tryGiven(removals("v2")))?.[0]?.answer : null;
  return [
    ...(inV1 && succeeded(inV1) ? [PATH.deleted] : []),
    ...(inV2 && succeeded(inV2) ? [PATH.deletedInV2] : []),
  ];
});

/** Registers an address in v2, then updates the webhook to another address and other headers. */
async function registerAndMove(t: Check, event: string, from: string, to: string): Promise<Lasting> {
  const receiver = await t.given(receiverOf);
  const { run } = t.settings;
  const { own, sent } = await registerV2(t, event, {
    url: receiver.url + from,
    name: `before ${event} ${run}`,
    headers: [{ key: "x-plimsoll-mark", value: `before the update ${run}` }, DROPPED],
  });
  const change = {
    url: receiver.url + to,
    name: `moved for ${event} ${run}`,
    headers: [
      { key: "x-plimsoll-mark", value: `Delivered with the Event ${run}` },
      { key: "x-plimsoll-desk", value: "2" },
    ],
  };
  const update = await t.ask(updateTo(own.id, change));
  return succeeded(update)
    ? { own, sent: { ...sent, ...change }, update, dropped: [DROPPED] }
    : { own, sent, update: null };
}

async function registerV2(t: Check, event: string, members: WebhookSent): Promise<Lasting> {
  const bare = { ...members, event };
  const [store] = storesFor(t, (await t.given(firstList("v2"))).list);
  // A target may want every webhook to be for a store.
  const again = store === undefined ? [] : [{ ...bare, store_id: store }];
  const { own, created, sent } = await registerWebhook(t, "v2", bare, ...again);
  if (own !== null) return { own, sent, update: null };
  if (!succeeded(created)) throw excuseOf(t, created);
  return t.inconclusive(`a webhook was registered for ${event} in v2, but its id cannot be found`);
}
