import type { Generation } from "../../../contract/model.js";
import { isInUse } from "../../../oracles/webhooks/lists.js";
import { storedSays, takenOn } from "../../../oracles/webhooks/webhooks.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { renderIds, renderValue } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check, Given } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { type Lasting, lastingBatch, lastingV2 } from "./lasting.js";
import { type LaterList, laterList, leftBefore, listLater } from "./later.js";
import { firstList } from "./reading.js";
import { removals, type WebhookRemoval } from "./removals.js";
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
    const documented = `webhook ${own.id}, made earlier in the run, is still listed`;
    t.breach([...list.exchanges, own.created], documented, "it is gone");
  }
}

/** Webhooks that were gone after their deletion stay gone. */
export async function judgeGoneStill(t: Check, version: Generation): Promise<void> {
  if ((await t.given(laterList[version])) === null) return;
  const done = (await ifReadable(t.given(removals[version]))) ?? [];
  const gone = done.filter(
    ({ born, answer, byId, after }) =>
      succeeded(answer) && (byId?.raw ?? null) === null && !isInUse(after, born.id),
  );
  if (gone.length === 0) return;
  t.saw("deletions", gone.length);
  const backIn = (list: OpenList) => gone.filter((removal) => isBack(removal, list));
  const list = await listLater(t, version, (seen) => backIn(seen).length === 0);
  const back = list === null ? [] : backIn(list);
  if (list === null || back.length === 0) return;
  const ids = renderIds(idsOf(back.map(({ born }) => born)));
  const exchanges = [...list.exchanges, ...back.map(({ answer }) => answer)];
  const documented = `${ids}, gone from the list once deleted, does not come back`;
  t.breach(exchanges, documented, "listed again later in the run");
}

/** Whether a deleted webhook is listed again. Another one may have got its id, which a rule of its own judges. */
function isBack({ born, before }: WebhookRemoval, list: OpenList): boolean {
  const [former, now] = [itemOf(before, born.id)?.url, itemOf(list, born.id)?.url];
  return isInUse(list, born.id) && (former === undefined || now === undefined || now === former);
}

type Member = "name" | "url" | "event" | "headers";

/** A webhook still shows what its update set. */
export async function judgeUpdateStill(t: Check, member: Member): Promise<void> {
  const lasting = await leftBefore(t, "v2", lastingV2);
  if (!lasting?.update) return;
  const done = (await ifReadable(t.given(updates)))?.updates ?? [];
  const first = done.find(({ answer }) => succeeded(answer));
  // Updates that change nothing are what webhooks.v2.put.accepted reports.
  if (first === undefined || !isWithoutEffect(first)) await judgeStill(t, lasting, lasting.update, member);
}

/** A webhook that the run left as it was created shows what was sent. */
export async function judgeCreatedStill(t: Check, member: Member): Promise<void> {
  const lasting = await leftBefore(t, "v2", lastingBatch);
  if (lasting !== null) await judgeStill(t, lasting, lasting.own.created, member);
}

async function judgeStill(t: Check, { own, sent }: Lasting, write: Answered, member: Member): Promise<void> {
  const sayOf = (seen: OpenList) => storedSays(member, { sent }, [itemOf(seen, own.id)]);
  const list = await listLater(t, "v2", (seen) => sayOf(seen) === "yes");
  if (list === null || sayOf(list) === "unclear") return;
  t.saw("webhooks written before");
  if (sayOf(list) === "yes") return;
  const documented = `${member} ${renderValue(sent[member])}, as sent earlier in the run`;
  t.breach([...list.exchanges, write], documented, renderValue(itemOf(list, own.id)?.[member]), `/${member}`);
}

/** No webhook older than the run shows a value that was sent to one of ours. */
export async function judgeOthersStill(t: Check, { list: now }: LaterList): Promise<void> {
  const { list: first } = await t.given(firstList.v2);
  if (first === null) return;
  const done = (await ifReadable(t.given(updates)))?.updates ?? [];
  const lasting = await ifReadable(t.given(lastingV2));
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
