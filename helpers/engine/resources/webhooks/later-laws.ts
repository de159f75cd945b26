import type { Generation } from "../../../contract/model.js";
import { isLost } from "../../../oracles/records/lost-records.js";
import { asListed, type SeenWebhook } from "../../../oracles/webhooks/by-id.js";
import { handedBack, type WebhookMark } from "../../../oracles/webhooks/handed-back.js";
import { isInUse } from "../../../oracles/webhooks/lists.js";
import { reusedId } from "../../../oracles/webhooks/reused.js";
import { storedSays, takenOn } from "../../../oracles/webhooks/webhooks.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { renderIds, renderValue } from "../../../wire/message.js";
import { succeeded } from "../../../wire/status.js";
import type { Check, Given } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { polling } from "../eventually.js";
import { type ListOperation, OPERATIONS } from "./generations.js";
import { type Lasting, lastingBatch, lastingV1, lastingV2 } from "./lasting.js";
import { type LaterList, laterList, leftBefore, listLater } from "./later.js";
import { showsForeign } from "./own-changes.js";
import { isStillById, needsSameAge } from "./own-losses.js";
import { firstList, listWebhooks, readWebhook } from "./reading.js";
import { removals, type WebhookRemoval } from "./removals.js";
import { takenByCreation } from "./trials.js";
import { isWithoutEffect, updates } from "./updates.js";

// Effects last until the end of the run, and no webhook older than the run has changed.

/** Webhooks which the run created and kept are still listed. */
export async function judgeLasting(
  t: Check,
  version: Generation,
  ...lasting: readonly Given<Lasting>[]
): Promise<void> {
  for (const each of lasting) {
    const own = (await leftBefore(t, version, each))?.own;
    if (own === undefined) continue;
    const list = await listLater(t, version, (seen) => itemOf(seen, own.id) !== null);
    t.saw("webhooks made before");
    if (list === null || itemOf(list, own.id) !== null) continue;
    const taking = await takenByCreation(t, version);
    if (taking !== null) {
      const received = `webhook ${taking.id}, made in ${version} just before, is gone`;
      return t.breach(taking.exchanges, "a creation leaves every other webhook listed", received);
    }
    if (!(await isStillById(t, version, own.id))) await needsSameAge(t, version);
    const documented = `webhook ${own.id}, made earlier in the run, is still listed`;
    t.breach([...list.exchanges, own.created], documented, "it is gone");
  }
}

/** Webhooks that were gone after their deletion stay gone. */
export async function judgeGoneStill(t: Check, version: Generation): Promise<void> {
  const later = await t.given(laterList[version]);
  if (later === null) return;
  const done = (await t.tryGiven(removals(version))) ?? [];
  const gone = done.filter((each) => succeeded(each.answer) && isGoneByItself(each));
  if (gone.length === 0) return;
  t.saw("deletions", gone.length);
  const backIn = (list: OpenList) => gone.filter((removal) => isBack(removal, list));
  const list = await listLater(t, version, (seen) => backIn(seen).length === 0);
  const back = list === null ? [] : backIn(list);
  if (list === null || back.length === 0) return;
  const ids = renderIds(idsOf(back.map(({ born }) => born)));
  const exchanges = [...list.exchanges, ...back.map(({ answer }) => answer)];
  const [former, last] = [nameOf((await t.given(firstList(version))).operation), nameOf(later.operation)];
  const isSame = former === last;
  const documented = `${ids}, gone from the ${former} list once deleted, ${isSame ? "does not come back" : `is gone from the ${last} list too`}`;
  t.breach(exchanges, documented, `in the ${last} list ${isSame ? "again " : ""}later in the run`);
}

/** Whether a webhook was gone in its own generation after its deletion. */
export function isGoneByItself({ born, byId, after }: WebhookRemoval): boolean {
  return (byId?.raw ?? null) === null && !isInUse(after, born.id);
}

function nameOf(list: ListOperation): Generation {
  return list === "v1ListWebhooks" ? "v1" : "v2";
}

/** Whether a deleted webhook is listed again. Another one may have got its id, which a rule of its own judges. */
function isBack({ born, before }: WebhookRemoval, list: OpenList): boolean {
  const [former, now] = [itemOf(before, born.id)?.url, itemOf(list, born.id)?.url];
  return isInUse(list, born.id) && (former === undefined || now === undefined || now === former);
}

/** What v2 shows of a webhook that the run left. */
const MEMBERS = ["name", "url", "event", "headers"] as const;
type Member = (typeof MEMBERS)[number];

/** A webhook still shows what its update set. */
export async function judgeUpdateStill(t: Check, member: Member): Promise<void> {
  const lasting = await leftBefore(t, "v2", lastingV2);
  if (!lasting?.update) return;
  const done = (await t.tryGiven(updates))?.updates ?? [];
  const first = done.find(({ answer }) => succeeded(answer));
  // Updates that change nothing are what webhooks.v2.put.accepted reports.
  if (first === undefined || !isWithoutEffect(first)) await judgeStill(t, lasting, lasting.update, member);
}

/** A webhook that the run left as it was created shows what was sent. */
export async function judgeCreatedStill(t: Check, member: Member): Promise<void> {
  const lasting = await leftBefore(t, "v2", lastingBatch);
  if (lasting !== null) await judgeStill(t, lasting, lasting.own.created, member);
}

/** A webhook which the run left is by its id as v2 lists it. */
export async function judgeAsListed(t: Check): Promise<void> {
  await judgeReadableInV2(t);
  for (const each of [lastingV2, lastingBatch]) {
    const lasting = await leftBefore(t, "v2", each);
    if (lasting === null) continue;
    const staleIn = (list: OpenList) => MEMBERS.filter((member) => saysOf(list, lasting, member) === "no");
    const list = await listLater(t, "v2", (seen) => staleIn(seen).length === 0);
    if (list === null || staleIn(list).length === 0) continue;
    const { own, sent, update } = lasting;
    const byId = await t.given(readLate(own.id));
    // If it is wrong by its id too, the rules of the write tell.
    if (staleIn(list).every((member) => storedSays(member, { sent }, [byId.raw]) !== "yes")) continue;
    t.saw("webhooks written before");
    return t.find(asListed(own.id, list, byId, update ?? own.created).slice(0, 1));
  }
}

/** A webhook made in v1 can be read in v2 where v2 lists it. */
async function judgeReadableInV2(t: Check): Promise<void> {
  if (!t.settings.generations.includes("v1")) return;
  const lasting = await leftBefore(t, "v2", lastingV1);
  const list = (await t.given(laterList.v2))?.list ?? null;
  // Its id may be another in v2.
  if (lasting === null || list === null || saysOf(list, lasting, "url") !== "yes") return;
  const { id, created } = lasting.own;
  t.saw("webhooks made in v1");
  const judge = (seen: SeenWebhook) => asListed(id, list, seen, created);
  const byId = await polling(t, () => readWebhook(t, id)).untilNone(judge);
  if (byId.raw !== null || !isLost(byId.exchange)) return;
  // A deletion of another one may have taken it along since, which its own rule reports.
  if (itemOf(await listWebhooks(t, "v2ListWebhooks"), id) !== null) t.find(judge(byId));
}

/** What a webhook which the run left shows by its id near the end of the run. */
const readLate = givenEach((t, id: string) => readWebhook(t, id));

/** Whether a list shows a member of a webhook as it was sent. */
function saysOf(list: OpenList, { own, sent }: Lasting, member: Member) {
  return storedSays(member, { sent }, [itemOf(list, own.id)]);
}

async function judgeStill(t: Check, lasting: Lasting, write: Answered, member: Member): Promise<void> {
  const { own, sent } = lasting;
  const sayOf = (seen: OpenList) => saysOf(seen, lasting, member);
  const list = await listLater(t, "v2", (seen) => sayOf(seen) === "yes");
  if (list === null || sayOf(list) === "unclear") return;
  // Another client may have changed it since.
  if (sayOf(list) === "no" && showsForeign(t, itemOf(list, own.id))) return;
  t.saw("webhooks written before");
  if (sayOf(list) === "yes") return;
  // If it is right by its id, the list is to blame; see judgeAsListed.
  const byId = await t.given(readLate(own.id));
  if (storedSays(member, { sent }, [byId.raw]) === "yes") return;
  const documented = `${member} ${renderValue(sent[member])}, as sent earlier in the run`;
  t.breach([...list.exchanges, write], documented, renderValue(itemOf(list, own.id)?.[member]), `/${member}`);
}

/** No webhook older than the run shows a value that was sent to one of ours. */
export async function judgeOthersStill(t: Check, { list: now }: LaterList): Promise<void> {
  const { list: first } = await t.given(firstList("v2"));
  if (first === null) return;
  const done = (await t.tryGiven(updates))?.updates ?? [];
  const lasting = await t.tryGiven(lastingV2);
  const sent = [...done, ...(lasting === null ? [] : [lasting])].map((write) => write.sent);
  if (sent.length === 0) return;
  t.saw("webhooks older than the run", first.items.length);
  for (const { id, raw } of first.items) {
    const change = takenOn(sent, raw, itemOf(now, id) ?? raw);
    if (change === undefined) continue;
    const { documented, received, pointer } = change;
    return t.breach(now.exchanges, `webhook ${id} keeps its ${documented}`, received, pointer);
  }
}

/** Judges that no creation was answered with the webhook of an earlier one, which shows another value of a member. */
export async function judgeHandedBack(t: Check, version: Generation, member: WebhookMark): Promise<void> {
  if ((await t.given(laterList[version])) === null) return;
  const created = t.session.journal.exchangesOf(OPERATIONS[version].create);
  t.saw("creations", created.filter(succeeded).length);
  const back = handedBack(created);
  if (back?.member !== member) return;
  const received = `webhook ${back.id} with ${member} ${renderValue(back.shown)}, which an earlier creation made`;
  t.breach(back.exchanges, `a new webhook with ${member} ${renderValue(back.sent)}`, received, `/${member}`);
}

/** Judges that no webhook of v1 was given the id of one that had been deleted before, as far as answers show ids. */
export async function judgeReused(t: Check): Promise<void> {
  if ((await t.given(laterList.v1)) === null) return;
  const { journal } = t.session;
  const created = journal.exchangesOf("v1CreateWebhook");
  const deleted = [...journal.exchangesOf("v1DeleteWebhook"), ...journal.exchangesOf("v2DeleteWebhook")];
  const reuse = reusedId(created, deleted);
  t.saw("webhooks", created.filter(succeeded).length);
  if (reuse !== null) t.breach(reuse.exchanges, `an id other than ${reuse.id}, which was deleted`, reuse.id);
}
