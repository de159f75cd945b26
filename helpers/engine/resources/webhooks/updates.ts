import { mayBeDueTo } from "../../../oracles/refusal.js";
import {
  shows,
  WEBHOOK_MEMBERS,
  type WebhookHeader,
  type WebhookMember,
  type WebhookSent,
  webhookDifferences,
} from "../../../oracles/webhooks.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import { CALM } from "../../check/again.js";
import { type Answered, type Check, given } from "../../check/check.js";
import type { OpenList } from "../../lists/open-lists.js";
import { receiverOf } from "../event-receiver.js";
import { awaitEffect } from "../eventually.js";
import { ownUrl, PATH } from "./addresses.js";
import { EVENTS, V2 } from "./generations.js";
import {
  type Born,
  creations,
  kept,
  listUntil,
  nothingOfOurs,
  readWebhook,
  type SeenWebhook,
} from "./life.js";
import { itemOf, listWebhooks } from "./lists.js";

/** An update and what the webhook showed afterwards. */
export interface Update {
  readonly sent: WebhookSent;
  /** Headers that were configured before. */
  readonly former: readonly WebhookHeader[];
  readonly answer: Answered;
  /** Null where the next update followed at once: that sends the same again but for one member. */
  readonly byId: SeenWebhook | null;
  /** Read only where the webhook by id does not show what was sent. */
  readonly list: OpenList | null;
  /** True for values that a target may refuse although they are texts. */
  readonly odd: boolean;
}

export interface Updates {
  readonly born: Born;
  readonly updates: readonly Update[];
  /** The update whose body holds another event. */
  readonly withEvent: Update | null;
  readonly before: OpenList | null;
  readonly after: OpenList | null;
}

/** The first webhook of ours, updated again and again. */
export const updates = given(async (t): Promise<Updates> => {
  const made = await t.given(creations.v2);
  const before = made.after;
  const [born] = kept(made);
  if (born === undefined) return t.inconclusive(nothingOfOurs(V2));
  const done = await updateEach(t, born);
  const accepted = done.some(({ answer }) => succeeded(answer));
  const withEvent =
    t.affords("webhooks.put.event") && accepted ? await updateWithEvent(t, born, lastSent(born, done)) : null;
  const byId = (withEvent ?? done.findLast((update) => update.byId !== null))?.byId?.raw ?? {};
  const after = await listUntil(
    t,
    V2,
    (list) => webhookDifferences(itemOf(list, born.id) ?? {}, byId).length === 0,
  );
  return { born, updates: done, withEvent, before, after };
});

/**
 * Updates at an address of the receiver, where events after the deletion show; at one that leads nowhere where the
 * target takes no address such as the receiver's.
 */
async function updateEach(t: Check, born: Born): Promise<readonly Update[]> {
  const receiver = await ifReadable(t.given(receiverOf));
  const received = receiver === null ? [] : await updateAt(t, born, receiver.url + PATH.deletedInV2);
  const isAddressDenied = received.every(({ answer }) => !succeeded(answer) && mayBeDueTo(answer, ["url"]));
  return isAddressDenied ? updateAt(t, born, ownUrl(t, "life")) : received;
}

async function updateAt(t: Check, born: Born, base: string): Promise<readonly Update[]> {
  const done: Update[] = [];
  for (const group of changes(t, base)) {
    const sent: Update[] = [];
    for (const { odd, ...change } of group) {
      const last = lastSent(born, [...done, ...sent]);
      const body = { ...last, ...change };
      const answer = await putWebhook(t, born.id, body);
      sent.push({ sent: body, former: last.headers ?? [], answer, byId: null, list: null, odd });
    }
    done.push(...(await withReading(t, born.id, sent)));
    // Where nothing at all arrived, more of it would tell no more.
    if (done.every((update) => !succeeded(update.answer) || isWithoutEffect(born, update))) break;
  }
  return done;
}

/**
 * An update of the second webhook to the address of the first and to no headers; it shows in the list that is read
 * after the first was deleted. A target may refuse two webhooks at one address; then the second keeps its own. Null
 * where there is no second.
 */
export const bareUpdate = given(async (t): Promise<(Update & { readonly born: Born }) | null> => {
  const [first, second] = kept(await t.given(creations.v2));
  if (first === undefined || second === undefined) return null;
  const { url = "" } = lastSent(first, (await ifReadable(t.given(updates)))?.updates ?? []);
  const last = lastSent(second, []);
  const sent = { ...last, url, headers: [] };
  const answer = await putWebhook(t, second.id, sent);
  return { born: second, sent, former: last.headers ?? [], answer, byId: null, list: null, odd: true };
});

/** What a webhook shows for a member, by id or in the list: "no" only where every reading says so. */
export function storedSays(
  member: WebhookMember,
  { sent, former = [] }: { sent: WebhookSent; former?: readonly WebhookHeader[] },
  readings: readonly (Raw | null | undefined)[],
): "yes" | "no" | "unclear" {
  const said = readings.flatMap((raw) => (raw ? [shows(member, sent, raw, former)] : []));
  if (said.includes("yes")) return "yes";
  return said.includes("no") ? "no" : "unclear";
}

/** Whether a first update, which changes all that can be changed, changed nothing at all. */
export function isWithoutEffect(born: Born, update: Update): boolean {
  const { sent, former, byId, list } = update;
  return (["name", "url", "headers"] as const).every(
    (member) => storedSays(member, { sent, former }, [byId?.raw, itemOf(list, born.id)]) === "no",
  );
}

interface Change extends WebhookSent {
  readonly odd: boolean;
}

/**
 * Everything, then each member alone, with values of another kind. Each update sends what those before it set, so
 * that one reading after a group tells of all of it. All of it names the run: what another run sends to its own
 * webhooks is not taken for it.
 */
function changes(t: Check, base: string): readonly (readonly Change[])[] {
  const { run } = t.settings;
  const all: Change = {
    name: `Plimsoll changed ${run}`,
    url: `${base}/changed`,
    headers: [
      { key: "X-Plimsoll-Berth", value: "12" },
      { key: "X-Plimsoll-Note", value: `changed ${run}` },
    ],
    odd: false,
  };
  if (!t.affords("webhooks.put.odd-values")) return [[all]];
  const three = ["A", "B", "C"].map((key) => ({ key: `X-Plimsoll-${key}`, value: `berth ${key} ${run}` }));
  return [
    [all],
    [
      { name: `Plimsoll ${run} Ölhafen 貨物 d'été`, odd: true },
      { url: `${base}/long/${"Quay-".repeat(30)}end?a=1&b=two`, odd: true },
      { headers: three, odd: false },
    ],
  ];
}

/** What the target was last told of name, url and headers, and accepted. */
function lastSent(born: Born, done: readonly Update[]): WebhookSent {
  const accepted = done.findLast(({ answer }) => succeeded(answer))?.sent ?? born.sent;
  const { name = "", url = "", headers = [] } = accepted;
  return { name, url, headers };
}

/** Sends an update. */
export function putWebhook(t: Check, id: string, body: WebhookSent): Promise<Answered> {
  return t.ask({ operation: "v2UpdateWebhook", path: { webhook_id: id }, body });
}

/** Updates that were sent one after the other; the last accepted one, or the last, with what the webhook shows. */
async function withReading(t: Check, id: string, updates: readonly Update[]): Promise<readonly Update[]> {
  const last = updates.findLast(({ answer }) => succeeded(answer)) ?? updates.at(-1);
  if (last === undefined) return updates;
  const { byId, arrived } = await readUpdated(t, id, last);
  const list = arrived ? null : await ifReadable(listWebhooks(t, "v2ListWebhooks"));
  return updates.map((update) => (update === last ? { ...update, byId, list } : update));
}

/** Reads a webhook until it shows what an accepted update sent. */
async function readUpdated(t: Check, id: string, { sent, former, answer }: Update) {
  const shown = ({ raw }: SeenWebhook) =>
    WEBHOOK_MEMBERS.every(
      (member) => sent[member] === undefined || storedSays(member, { sent, former }, [raw]) === "yes",
    );
  const read = () => readWebhook(t, id);
  const byId = succeeded(answer) ? await awaitEffect(read, shown) : await read();
  return { byId, arrived: shown(byId) };
}

/** What was sent last once more, and another event with it, which may be refused, ignored or taken. */
async function updateWithEvent(t: Check, born: Born, last: WebhookSent): Promise<Update> {
  const event = EVENTS.find((each) => each !== born.sent.event) ?? EVENTS[0];
  const answer = await putWebhook(t, born.id, { ...last, event });
  const update = { sent: last, former: last.headers ?? [], answer, byId: null, list: null, odd: true };
  const { byId } = await readUpdated(t, born.id, update);
  return { ...update, sent: { ...last, event }, byId };
}

/**
 * Whether the last update, sent again, changes another webhook again once that was put back. Only where all that the
 * target holds may be changed: elsewhere its owner may have changed it.
 */
export async function changesAgain(t: Check, { born, updates: done }: Updates, other: Raw): Promise<boolean> {
  const webhook_id = String(other.webhook_id);
  const body = { name: other.name, url: other.url, headers: other.headers };
  if (!succeeded(await t.ask({ operation: "v2UpdateWebhook", path: { webhook_id }, body }))) return false;
  const before = await readWebhook(t, webhook_id);
  const from = performance.now();
  await putWebhook(t, born.id, lastSent(born, done));
  const after = await readWebhook(t, webhook_id);
  const took = performance.now() - from;
  if (before.raw === null || after.raw === null) return false;
  if (webhookDifferences(before.raw, after.raw).length === 0) return false;
  // Somebody else may go on changing it.
  await t.session.pause(CALM * took);
  const later = await readWebhook(t, webhook_id);
  return later.raw !== null && webhookDifferences(after.raw, later.raw).length === 0;
}
