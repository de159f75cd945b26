import { isInUse } from "../../../oracles/webhooks/lists.js";
import { addedHeaders, storedSays, webhookDifferences } from "../../../oracles/webhooks/webhooks.js";
import { itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { renderIds, renderValue } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Raw } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check, Given } from "../../check/check.js";
import { given } from "../../check/given.js";
import type { OpenList } from "../../lists/open/list.js";
import { aWhileAfter, settled } from "../later.js";
import { V1, V2 } from "./generations.js";
import { type Lasting, lastingBatch, lastingV1, lastingV2 } from "./lasting.js";
import { listWebhooks } from "./lists.js";
import { removals } from "./removals.js";
import { bareUpdate, isWithoutEffect, updates } from "./updates.js";

// Webhooks near the end of the run, by one list: effects last, and no other webhook changed.

/** A list near the end of the run. */
type Lists = Given<OpenList | null>;

const WRITES = [
  "v1CreateWebhook",
  "v1DeleteWebhook",
  "v2CreateWebhook",
  "v2UpdateWebhook",
  "v2DeleteWebhook",
] as const;

/** The v2 list some time after the run's last change of webhooks; null if it cannot be read or nothing was done. */
export const listV2 = given(async (t): Promise<OpenList | null> => {
  if (t.session.timesDone(WRITES) === 0) return null;
  await aWhileAfter(t, ...WRITES);
  return t.settings.generations.includes("v2") ? ifReadable(listWebhooks(t, "v2ListWebhooks")) : null;
});

/** The same for v1; the v2 list where that shows webhooks made in v1. */
export const listV1 = given(async (t): Promise<OpenList | null> => {
  if (t.session.timesDone(WRITES) === 0) return null;
  const list = await t.given(listV2);
  const lasting = await ifReadable(t.given(lastingV1));
  if (list !== null && lasting !== null && itemOf(list, lasting.own.id) !== null) return list;
  const first = await ifReadable(t.given(V1.first));
  return first === null ? null : ifReadable(listWebhooks(t, first.operation));
});

/** Judges that webhooks which the run created and kept are still listed. */
export async function judgeLasting(
  t: Check,
  lists: Lists,
  ...lasting: readonly Given<Lasting>[]
): Promise<void> {
  for (const each of lasting) {
    const own = (await leftBefore(t, lists, each))?.own;
    if (own === undefined) continue;
    const list = await listed(t, lists, (seen) => itemOf(seen, own.id) !== null);
    t.saw("webhooks made before");
    if (list === null || itemOf(list, own.id) !== null) continue;
    const documented = `webhook ${own.id}, made earlier in the run, is still listed`;
    t.breach([...list.exchanges, own.created], documented, "it is gone");
  }
}

/** A webhook that the run left, where there is a list to look for it in. */
async function leftBefore(t: Check, lists: Lists, lasting: Given<Lasting>): Promise<Lasting | null> {
  return (await t.given(lists)) === null ? null : ifReadable(t.given(lasting));
}

/** The list near the end of the run; read again for a while if something is wrong with it. */
async function listed(
  t: Check,
  lists: Lists,
  isRight: (list: OpenList) => boolean,
): Promise<OpenList | null> {
  const first = await t.given(lists);
  const [operation] = first?.exchanges.map((exchange) => exchange.operation) ?? [];
  if (first === null || (operation !== "v1ListWebhooks" && operation !== "v2ListWebhooks")) return first;
  return settled(t, first, isRight, () => listWebhooks(t, operation));
}

/** Judges that webhooks which were gone after their deletion stay gone. */
export async function judgeGoneStill(t: Check, version: "v1" | "v2"): Promise<void> {
  const lists = version === "v1" ? listV1 : listV2;
  if ((await t.given(lists)) === null) return;
  const done = (await ifReadable(t.given(removals[version]))) ?? [];
  const gone = done.filter(
    ({ born, answer, byId, after }) =>
      succeeded(answer) && (byId?.raw ?? null) === null && !isInUse(after, born.id),
  );
  if (gone.length === 0) return;
  t.saw("deletions", gone.length);
  const backIn = (seen: OpenList) =>
    gone.filter(
      ({ born, before }) => isInUse(seen, born.id) && isSame(itemOf(before, born.id), itemOf(seen, born.id)),
    );
  const list = await listed(t, lists, (seen) => backIn(seen).length === 0);
  const back = list === null ? [] : backIn(list);
  if (list === null || back.length === 0) return;
  const ids = renderIds(back.map(({ born }) => born.id));
  const exchanges = [...list.exchanges, ...back.map(({ answer }) => answer)];
  const documented = `${ids}, gone from the list once deleted, does not come back`;
  t.breach(exchanges, documented, "listed again later in the run");
}

/** Whether it is the same webhook again. Another one may have got its id, which a rule of its own judges. */
function isSame(before: Raw | null, now: Raw | null): boolean {
  return now !== null && (before?.url === undefined || now.url === undefined || now.url === before.url);
}

/** Whether the first successful update changed nothing; webhooks.v2.put.accepted reports that. */
async function noUpdateTakesEffect(t: Check): Promise<boolean> {
  const made = await ifReadable(t.given(updates));
  const first = made?.updates.find(({ answer }) => succeeded(answer));
  return made !== null && first !== undefined && isWithoutEffect(made.born, first);
}

type Member = "name" | "url" | "event" | "headers";

/** Judges that a webhook still shows what its update set. */
export async function judgeUpdateStill(t: Check, member: Member): Promise<void> {
  const lasting = await leftBefore(t, listV2, lastingV2);
  if (!lasting?.update || (await noUpdateTakesEffect(t))) return;
  await judgeStill(t, lasting, lasting.update, member);
}

/** Judges that a webhook which the run left as it was created shows what was sent. */
export async function judgeCreatedStill(t: Check, member: Member): Promise<void> {
  const lasting = await leftBefore(t, listV2, lastingBatch);
  if (lasting !== null) await judgeStill(t, lasting, lasting.own.created, member);
}

async function judgeStill(t: Check, { own, sent }: Lasting, write: Answered, member: Member): Promise<void> {
  const sayOf = (seen: OpenList) => storedSays(member, { sent }, [itemOf(seen, own.id)]);
  const list = await listed(t, listV2, (seen) => sayOf(seen) === "yes");
  if (list === null || sayOf(list) === "unclear") return;
  t.saw("webhooks written before");
  if (sayOf(list) === "yes") return;
  const documented = `${member} ${renderValue(sent[member])}, as sent earlier in the run`;
  t.breach([...list.exchanges, write], documented, renderValue(itemOf(list, own.id)?.[member]), `/${member}`);
}

/**
 * Judges that a webhook whose headers were taken away shows none but those which the target adds by itself: to the same
 * webhook before, to one that other headers were given to, or to one that was made without any.
 */
export async function judgeEmptied(t: Check): Promise<void> {
  const without = await leftBefore(t, listV2, lastingBatch);
  const list = await t.given(listV2);
  const bare = await ifReadable(t.given(bareUpdate));
  const [deletion] = (await ifReadable(t.given(removals.v2))) ?? [];
  const item = bare === null || deletion === undefined ? null : itemOf(deletion.after, bare.born.id);
  const plain = without === null || list === null ? null : itemOf(list, without.own.id);
  if (bare === null || item === null || without === null || plain === null) return;
  // The list has caught up only if it shows the url of the same update.
  const isNew = bare.sent.url !== bare.born.sent.url && storedSays("url", bare, [item]) === "yes";
  if (!succeeded(bare.answer) || !isNew) return;
  const updated = (await ifReadable(t.given(updates)))?.updates ?? [];
  const own = new Set([
    ...addedHeaders(without.sent, plain),
    ...addedHeaders(bare.born.sent, bare.born.byId?.raw ?? null),
    ...updated.flatMap(({ sent, byId }) => addedHeaders(sent, byId?.raw ?? null)),
  ]);
  t.saw("webhooks without headers");
  const strange = addedHeaders(bare.sent, item).filter((key) => !own.has(key));
  if (strange.length === 0 || t.isFoundBroken(t.rule)) return;
  const documented = `no header ${strange.join(", ")} after an update with none: a webhook made without headers shows no such`;
  const exchanges = [bare.answer, ...(deletion?.after?.exchanges ?? [])];
  t.breach(exchanges, documented, renderValue(item.headers), "/headers");
}

/** Judges that no webhook older than the run took on what was sent to one of ours. */
export async function judgeOthersStill(t: Check, list: OpenList): Promise<void> {
  const { list: first } = await t.given(V2.first);
  if (first === null) return;
  const done = (await ifReadable(t.given(updates)))?.updates ?? [];
  const lasting = await ifReadable(t.given(lastingV2));
  const sent = [...done.map((update) => update.sent), ...(lasting === null ? [] : [lasting.sent])];
  if (sent.length === 0) return;
  t.saw("webhooks older than the run", first.items.length);
  const values = new Set(sent.flatMap((body) => Object.values(body)).map((value) => JSON.stringify(value)));
  for (const { id, raw } of first.items) {
    const [difference] = webhookDifferences(raw, itemOf(list, id) ?? raw);
    const member = difference?.pointer?.slice(1) ?? "";
    if (difference === undefined || !values.has(JSON.stringify(itemOf(list, id)?.[member]))) continue;
    const { documented, received, pointer } = difference;
    return t.breach(list.exchanges, `webhook ${id} keeps its ${documented}`, received, pointer);
  }
}
