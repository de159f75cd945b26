import { isOnlyOneAccepted, refusesContent } from "../../../oracles/answers/refusal.js";
import type { SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import {
  storedSays,
  WEBHOOK_MEMBERS,
  type WebhookHeader,
  type WebhookSent,
  webhookDifferences,
} from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { rotated } from "../../check/seed.js";
import type { OpenList } from "../../lists/open/list.js";
import { receiverOf } from "../event-receiver.js";
import { polling } from "../eventually.js";
import { onceWorking } from "../unlocked.js";
import { ownUrl, PATH } from "./addresses.js";
import { EVENTS, updateTo, WRITES } from "./generations.js";
import { type Born, creations, whyNoneOfOurs } from "./life.js";
import { type OddUpdates, updateOddly } from "./odd-updates.js";
import { lastRead, listUntil, listWebhooks, readWebhook } from "./reading.js";

/** An update and what the webhook showed afterwards. */
export interface Update {
  readonly sent: WebhookSent;
  /** The headers before the update. */
  readonly former: readonly WebhookHeader[];
  readonly answer: Answered;
  /** Null if another update followed at once, which sends the same again except for one member. */
  readonly byId: SeenWebhook | null;
  /** Its item in the list, which is read only if the webhook by id does not show what was sent. */
  readonly item: Raw | null;
}

export interface Updates {
  readonly born: Born;
  /** The first has plain values; a target may refuse those of the others. */
  readonly updates: readonly Update[];
  /** The last of them where one after the first was refused: one keeps name and url, the other one changes both. */
  readonly keeping: readonly Update[];
  /** The only accepted one of them once more, where all after it were refused. */
  readonly repeated: Update | null;
  /** The update whose body contains another event; otherwise it sends the last values again. */
  readonly withEvent: Update | null;
  /** The list as it was read last before the first update. */
  readonly before: OpenList | null;
  readonly after: OpenList | null;
  /** Updates that should change nothing; null where no update was accepted. */
  readonly odd: OddUpdates | null;
}

/** Updates the first webhook of ours several times. */
export const updates = given(async (t): Promise<Updates> => {
  const made = await t.given(creations("v2"));
  const [born, second] = made.kept;
  if (born === undefined) throw whyNoneOfOurs(t, "v2", made);
  const before = await lastRead(t);
  const first = await updateEach(t, born, second?.sent.url);
  const keeping = await updateKeeping(t, born, first);
  const done = [...first, ...keeping];
  const repeated = await repeatOnly(t, born, done);
  const accepted = done.some(({ answer }) => succeeded(answer));
  const withEvent =
    t.affords("webhooks.put.event") && accepted ? await updateWithEvent(t, born, lastSent(born, done)) : null;
  const byId = (withEvent ?? done.findLast((update) => update.byId !== null))?.byId?.raw ?? {};
  const after = await listUntil(
    t,
    "v2",
    (list) => webhookDifferences(itemOf(list, born.id) ?? {}, byId).length === 0,
  );
  const item = itemOf(after, born.id);
  // Only after the list was read: it would show them.
  const odd = accepted ? await updateOddly(t, born.id, lastSent(born, done)) : null;
  return {
    born,
    updates: done,
    keeping,
    repeated,
    withEvent: withEvent === null ? null : { ...withEvent, item },
    before,
    after,
    odd,
  };
});

/** Those that should change nothing; null where no update was accepted. */
export const oddUpdates = given(async (t) => (await t.given(updates)).odd);

/**
 * Updates at an address of the receiver, where events after the deletion would show. The contract leaves open which
 * addresses a target accepts and how long a name may be: if all is refused, what is sent next is like what the creation
 * was accepted with, and the name is no longer.
 * @param otherUrl that of another webhook of ours, where there is one
 */
async function updateEach(t: Check, born: Born, otherUrl?: string): Promise<readonly Update[]> {
  const receiver = await t.tryGiven(receiverOf);
  const base = receiver === null ? ownUrl(t, "life") : receiver.url + PATH.deletedInV2;
  const wanted = changes(t, base, `Plimsoll changed ${t.settings.run}`, otherUrl);
  const done = await updateBy(t, born, wanted);
  return done.some(({ answer }) => succeeded(answer))
    ? done
    : updateBy(t, born, changes(t, ownUrl(t, "life"), "Plimsoll other", otherUrl));
}

async function updateBy(
  t: Check,
  born: Born,
  wanted: readonly (readonly WebhookSent[])[],
): Promise<readonly Update[]> {
  const done: Update[] = [];
  for (const group of wanted) {
    const sent: Update[] = [];
    for (const change of group)
      sent.push(await update(t, born.id, lastSent(born, [...done, ...sent]), change));
    done.push(...(await withReading(t, born.id, sent)));
    // If no update had any effect, more of them would show nothing new.
    if (done.every((each) => !succeeded(each.answer) || isWithoutEffect(each))) break;
  }
  return done;
}

/** Whether the first update was accepted and one after it, which kept most of it, was refused. */
function isOneRefused([first, ...others]: readonly Update[]): boolean {
  return (
    first !== undefined &&
    succeeded(first.answer) &&
    others.some(({ answer }) => refusesContent(answer.answer))
  );
}

/**
 * Keeps the last name and url under a plain header: a service may take them for those of another webhook. Where that is
 * refused too, the same with another name and url shows whether they are the reason; then these are kept in turn, as a
 * target may refuse changes that follow each other closely.
 */
async function updateKeeping(t: Check, born: Born, done: readonly Update[]): Promise<readonly Update[]> {
  if (!isOneRefused(done)) return [];
  const last = lastSent(born, done);
  const headers = [{ key: "X-Plimsoll-Berth", value: "13" }];
  const kept = await update(t, born.id, last, { headers });
  const anew = { name: `Plimsoll anew ${t.settings.run}`, url: new URL("anew", last.url).href, headers };
  if (succeeded(kept.answer)) return withReading(t, born.id, [kept]);
  const other = await update(t, born.id, last, anew);
  const again = succeeded(other.answer)
    ? [
        await update(t, born.id, updateOf(other.sent), {
          headers: [{ key: "X-Plimsoll-Berth", value: "14" }],
        }),
      ]
    : [];
  return withReading(t, born.id, [kept, other, ...again]);
}

/**
 * Sends the only accepted update once more, where all after it were refused: there may be a reason against each of their
 * values, but none against those.
 */
async function repeatOnly(t: Check, born: Born, done: readonly Update[]): Promise<Update | null> {
  const isOnlyOne = isOnlyOneAccepted(done.map(({ answer }) => answer));
  return isOnlyOne ? update(t, born.id, lastSent(born, done), {}) : null;
}

/**
 * Updates the second webhook to the first one's address and to no headers; the list read after the first one's deletion
 * shows the effect. A target may refuse two webhooks at one address; then the second keeps its own. Null if there is no
 * second webhook.
 */
export const emptying = given(async (t): Promise<(Update & { readonly born: Born }) | null> => {
  const [first, second] = (await t.given(creations("v2"))).kept;
  if (first === undefined || second === undefined) return null;
  const { url } = lastSent(first, (await t.tryGiven(updates))?.updates ?? []);
  return { born: second, ...(await update(t, second.id, updateOf(second.sent), { url, headers: [] })) };
});

/** Whether a first update, which changes everything that can be changed, changed nothing. */
export function isWithoutEffect(update: Update): boolean {
  return (["name", "url", "headers"] as const).every(
    (member) => storedSays(member, update, readingsOf(update)) === "no",
  );
}

/** What a webhook showed after an update. */
export function readingsOf({ byId, item }: Update): readonly (Raw | null | undefined)[] {
  return [byId?.raw, item];
}

/**
 * First all members, then each alone with an unusual value. Each update sends what those before it set, so that one
 * reading after a group shows all of it. Everything names the run, so that another run's webhooks are not mistaken for
 * ours.
 */
function changes(
  t: Check,
  base: string,
  name: string,
  otherUrl?: string,
): readonly (readonly WebhookSent[])[] {
  const { run } = t.settings;
  const all = {
    name,
    url: `${base}/changed`,
    headers: [
      { key: "X-Plimsoll-Berth", value: "12" },
      { key: "X-Plimsoll-Note", value: `Changed ${run}` },
    ],
  };
  if (!t.affords("webhooks.put.odd-values")) return [[all]];
  const three = ["A", "B", "C"].map((key) => ({ key: `X-Plimsoll-${key}`, value: `berth ${key} ${run}==` }));
  // With the address of another webhook, which a target may refuse, the next update may reach that one too.
  // Back at the receiver, as later ones may be refused.
  const sharing = otherUrl === undefined ? [] : [{ url: otherUrl }, { url: all.url }];
  return [
    [all],
    // A reading shows only the last change to have been made alone: another one with each seed.
    [
      ...sharing,
      ...rotated(
        [
          // Longer than a column of 255 characters.
          { url: `${base}/long/${"Quay-".repeat(50)}end?a=1&b=two` },
          // The contract does not say how many headers a webhook may have.
          { headers: three },
          { name: `Plimsoll ${run} Ölhafen & Quay 貨物 d'été` },
        ],
        t.settings.seed,
      ),
    ],
  ];
}

/** The last accepted name, url and headers. */
export function lastSent(born: Born, done: readonly Update[]): Required<Updatable> {
  return updateOf(done.findLast(({ answer }) => succeeded(answer))?.sent ?? born.sent);
}

/** The members that an update sends. */
type Updatable = Pick<WebhookSent, "name" | "url" | "headers">;

/** The body of an update to the values of another body. */
export function updateOf({ name = "", url = "", headers = [] }: WebhookSent): Required<Updatable> {
  return { name, url, headers };
}

/** Changes some of what was sent last. An update that fails is sent once more. */
async function update(t: Check, id: string, last: Required<Updatable>, change: WebhookSent): Promise<Update> {
  const sent = { ...last, ...change };
  const answer = await onceWorking(t, WRITES, () => t.ask(updateTo(id, sent)));
  return { sent, former: last.headers, answer, byId: null, item: null };
}

/** Adds to the last accepted update (or the last one) what the webhook shows. */
async function withReading(t: Check, id: string, updates: readonly Update[]): Promise<readonly Update[]> {
  const last = updates.findLast(({ answer }) => succeeded(answer)) ?? updates.at(-1);
  if (last === undefined) return updates;
  const { byId, arrived } = await readUpdated(t, id, last);
  const list = arrived ? null : await ifReadable(listWebhooks(t, "v2ListWebhooks"));
  return updates.map((each) => (each === last ? { ...each, byId, item: itemOf(list, id) } : each));
}

/** Reads a webhook until it shows what an accepted update sent. */
async function readUpdated(t: Check, id: string, update: Update) {
  const shown = ({ raw }: SeenWebhook) =>
    WEBHOOK_MEMBERS.every(
      (member) => update.sent[member] === undefined || storedSays(member, update, [raw]) === "yes",
    );
  const read = () => readWebhook(t, id);
  const byId = succeeded(update.answer) ? await polling(t, read).until(shown) : await read();
  return { byId, arrived: shown(byId) };
}

/** Sends the last values again with another event, which the target may refuse, ignore or apply. */
async function updateWithEvent(t: Check, born: Born, last: Required<Updatable>): Promise<Update> {
  const event = EVENTS.find((each) => each !== born.sent.event) ?? EVENTS[0];
  const made = await update(t, born.id, last, { event });
  // The event need not arrive.
  const { byId } = await readUpdated(t, born.id, { ...made, sent: last });
  return { ...made, byId };
}
