import type { Generation } from "../../../contract/model.js";
import { errorsName, isAboutHoldings, toldBy } from "../../../oracles/answers/refusal.js";
import { difference } from "../../../oracles/lists/sets.js";
import { recordIn } from "../../../oracles/webhooks/by-id.js";
import { answeredIds } from "../../../oracles/webhooks/created.js";
import { failedAlike, membersApart } from "../../../oracles/webhooks/failed.js";
import { gained, touched } from "../../../oracles/webhooks/lists.js";
import { storedSays, type WebhookMember } from "../../../oracles/webhooks/webhooks.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { plural, renderValue } from "../../../wire/message.js";
import type { Raw } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { ownUrl } from "./addresses.js";
import { NO_STORE } from "./bodies.js";
import { registerWebhook, type WebhookAttempt } from "./creating.js";
import { excuseAmong } from "./excuses.js";
import { type Born, bornOf, creations, removeWebhook, whyNoneOfOurs } from "./life.js";
import { isChangedSinceCreation } from "./own-changes.js";
import { createdInVain, isStillById, needsLostAgain } from "./own-losses.js";
import { listUntil, readUntil } from "./reading.js";
import { confirm, creating } from "./trials.js";

/** Creating a webhook of v2 with all members succeeds and answers with it. */
export async function judgeObject(t: Check): Promise<void> {
  const { born, failed, twins, made } = await t.given(creations("v2"));
  if (twins.length > 0) t.inconclusive("two new webhooks have the same id; see webhooks.v2.ids.unique");
  t.saw("webhooks", born.length);
  for (const { created } of born) if (recordIn(created) === null) withoutObject(t, created);
  if (born.length === 0) judgeNoneCreated(t, failed);
  else for (const attempt of made) judgeFailed(t, attempt);
}

/** Judges that no body failed for every event, where another was accepted. */
function judgeFailed(t: Check, { refused, created }: WebhookAttempt): void {
  const [failed, ...alike] = failedAlike([...refused, created]);
  if (failed === undefined) return;
  const apart = succeeded(created) ? membersApart(failed, created) : [];
  const words = apart.length === 0 ? "" : `, as one with another ${apart.join(" and ")} is`;
  t.expect(failed, `a webhook with all members is created${words}`, [...alike, created])
    .about("the webhook")
    .succeeds();
}

/** Judges that webhooks can be created, where no creation succeeded. */
function judgeNoneCreated(t: Check, failed: readonly Answered[]): void {
  const excuse = excuseAmong(t, "v2", failed);
  if (excuse !== null) throw excuse;
  const [first] = failed;
  if (first === undefined) t.inconclusive("no creation of a webhook was sent");
  t.saw("creations", failed.length);
  if (succeeded(first)) withoutObject(t, first);
  else t.expect(first, "a webhook with all members is created").succeeds();
}

function withoutObject(t: Check, created: Answered): void {
  const { status, body } = created.answer;
  if (status === 200 || status === 201) {
    const [known] = answeredIds(created);
    t.inconclusive(
      known === undefined
        ? "the answer holds no webhook; see status.success-json and webhook.body"
        : `the answer names webhook ${known}, which is not a new one; see webhooks.v2.create.listed`,
    );
  }
  const received = `status ${status} with ${body.kind === "json" ? renderValue(body.value) : `a body that is ${body.kind}`}`;
  t.breach(created, "the created webhook as an object", received);
}

/** After creations, the list gains the created webhooks under their ids, and nothing else of ours. */
export async function judgeCreatedListed(t: Check, version: Generation): Promise<void> {
  const all = await t.given(creations(version));
  const { before, after, twins } = all;
  const made = all.made.filter(({ created }) => succeeded(created));
  if (made.length === 0) throw whyNoneOfOurs(t, version, all);
  const last = twins.length > 0 ? made.at(-1) : undefined;
  if (last !== undefined) return judgeLastTwin(t, version, last);
  if (before === null || after === null) return t.inconclusive("the list of webhooks could not be read");
  t.saw("webhooks", made.length);
  const exchanges = [...made.map(({ created }) => created), ...after.exchanges];
  // Where the answer names no id, the item listed at our address is the new webhook.
  const due = made.map(({ own, sent }) => own?.id ?? String(sent.url));
  // No other client creates webhooks at our addresses.
  const urls = new Set<unknown>(made.map(({ sent }) => sent.url));
  const fresh = gained(before, after).filter(({ id, raw }) => due.includes(id) || urls.has(raw.url));
  const wrong = difference({
    rule: t.rule,
    exchanges,
    documented: "the list gains exactly the created webhooks",
    before: [],
    after: idsOf(fresh),
    gained: due,
  });
  if (fresh.length < due.length && !after.whole)
    t.inconclusive(
      `the created webhooks may be on a page of the list that was not read: it has more than ${plural(after.pages.length, "page")}`,
    );
  if (wrong.length > 0) {
    const missing = made.find(({ own }) => own !== null && itemOf(after, own.id) === null);
    if (missing !== undefined) await needsMissingAgain(t, version, missing);
    return t.find(wrong);
  }
  if (touched(before, after).length === 0) return;
  const documented = "a creation leaves every other webhook as it was";
  await confirm(t, { version, exchanges, documented, trial: creating(t, version) });
}

/**
 * Of creations that were answered with one id, judges that the list shows the last. In v2 the rules of the ids and of
 * the members tell.
 */
async function judgeLastTwin(t: Check, version: Generation, last: WebhookAttempt): Promise<void> {
  const { sent, created, own } = last;
  const says = (raw: Raw) => storedSays("url", { sent }, [raw]);
  const isShown = (list: OpenList) => list.items.some(({ raw }) => says(raw) !== "no");
  const list = version === "v1" ? await listUntil(t, version, isShown) : null;
  if (own === null || list === null || !list.whole || isShown(list))
    return t.inconclusive("two new webhooks have the same id, so one of them cannot be found in the list");
  t.saw("webhooks");
  const shown = itemOf(list, own.id);
  if (shown === null) await needsMissingAgain(t, version, last);
  const received =
    shown === null ? `no webhook ${own.id}` : `webhook ${own.id} with url ${renderValue(shown.url)}`;
  t.breach(
    [created, ...list.exchanges],
    `the list gains a webhook with url ${renderValue(sent.url)}`,
    received,
  );
}

/** Ends a check that found a created webhook not listed, where another client may have deleted it. */
async function needsMissingAgain(
  t: Check,
  version: Generation,
  { own, sent }: WebhookAttempt,
): Promise<void> {
  if (own !== null && !(await isStillById(t, version, own.id)))
    await needsLostAgain(t, version, () => createdInVain(t, version, sent));
}

/** A created webhook shows a member as sent, in the answer and wherever the target shows it later. */
export async function judgeCreated(t: Check, member: WebhookMember): Promise<void> {
  const { born, after } = await bornOf(t, "v2");
  const sending = born.filter(({ sent }) => sent[member] !== undefined);
  if (sending.length === 0 && member === "store_id") return judgeUnknownStore(t, born[0]);
  if (sending.length === 0) t.inconclusive(`no creation with ${member} was accepted`);
  for (const { id, sent, created, byId } of sending) {
    const answered = storedSays(member, { sent }, [recordIn(created)]);
    const item = itemOf(after, id);
    const kept = storedSays(member, { sent }, [byId?.raw, item]);
    if (answered === "unclear" && kept === "unclear") continue;
    t.saw("webhooks");
    const due = `${member} ${renderValue(sent[member])}`;
    if (answered === "no") t.breach(created, due, recordIn(created)?.[member], `/${member}`);
    if (kept !== "no") continue;
    const shown = byId?.raw ?? item;
    if (await isChangedSinceCreation(t, member, sent, shown)) continue;
    t.breach(byId?.exchange ?? created, due, shown?.[member], `/${member}`);
  }
}

/**
 * Where no store is known, a service that takes any store settles the rule by showing it. One that does not show it may
 * only have found out that there is no such store.
 */
async function judgeUnknownStore(t: Check, like: Born | undefined): Promise<void> {
  const sent = { ...like?.sent, name: "Plimsoll store", url: ownUrl(t, "store"), store_id: NO_STORE };
  const { created, own } = await registerWebhook(t, "v2", sent);
  if (own === null) return needsStore(t, whyStoreless(created));
  const byId = await readUntil(t, "v2", own.id, ({ raw }) => raw !== null);
  await removeWebhook(t, "v2", own);
  const readings = [recordIn(created), byId?.raw];
  if (readings.some((raw) => storedSays("store_id", { sent }, [raw]) !== "yes"))
    return needsStore(t, "a made-up one does not show, as that of a known store would have to");
  t.saw("webhooks");
}

/** Why a webhook with a made-up store was not created. */
function whyStoreless({ answer }: Answered): string {
  const isAboutStore = !isAboutHoldings(answer) || errorsName(answer, /store/i);
  return isAboutStore
    ? `a made-up one is answered with ${toldBy(answer)}`
    : `a webhook with a made-up one was refused for another reason: ${toldBy(answer)}`;
}

function needsStore(t: Check, why: string): never {
  return t.inconclusive(
    `no webhook of the account shows a store, and ${why}; name a store of the account, which is only written into webhooks of the run's own`,
    "--fixture store=ID",
  );
}
