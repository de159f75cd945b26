import { gained } from "../../../oracles/webhooks/lists.js";
import { storedSays, takenOn, webhookDifferences } from "../../../oracles/webhooks/webhooks.js";
import { type Item, idsOf, itemOf } from "../../../wire/decode.js";
import { renderIds, renderValue } from "../../../wire/message.js";
import type { Raw } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import { cameBack } from "../../check/again.js";
import type { Check } from "../../check/check.js";
import { updateTo } from "./generations.js";
import { creations } from "./life.js";
import { readWebhook } from "./reading.js";
import { OTHERS_WRITE } from "./trials.js";
import { isWithoutEffect, lastSent, readingsOf, type Updates, updates } from "./updates.js";

/** After an update, the webhook shows a member as sent. */
export async function judgeUpdated(t: Check, member: "name" | "url" | "headers"): Promise<void> {
  const { updates: plain, withEvent } = await t.given(updates);
  const done = [...plain, withEvent]
    .filter((each) => each !== null)
    .filter(({ answer }) => succeeded(answer));
  const [first] = done;
  if (first === undefined) return t.inconclusive("no update succeeded; see webhooks.v2.put.accepted");
  if (isWithoutEffect(first)) t.inconclusive("the update changed nothing; see webhooks.v2.put.accepted");
  for (const update of done) {
    const said = storedSays(member, update, readingsOf(update));
    if (said === "unclear") continue;
    t.saw("updates");
    if (said === "yes") continue;
    const { sent, answer, byId, item } = update;
    const exchanges = [answer, ...(byId === null ? [] : [byId.exchange])];
    const received = renderValue((byId?.raw ?? item)?.[member]);
    return t.breach(exchanges, `${member} ${renderValue(sent[member])}`, received, `/${member}`);
  }
}

/** A member that no update names stays as it was. */
export async function judgeKept(t: Check, member: "event" | "store_id"): Promise<void> {
  const { updates: done, born } = await t.given(updates);
  const before =
    born.byId?.raw?.[member] ?? itemOf((await t.given(creations("v2"))).after, born.id)?.[member];
  if (typeof before !== "string" && typeof before !== "number")
    return t.inconclusive(`the webhook showed no ${member} before the update`);
  const accepted = done.filter(({ answer }) => succeeded(answer));
  if (accepted.length === 0) t.inconclusive("no update succeeded");
  for (const update of accepted) {
    const said = storedSays(member, { sent: { [member]: before } }, readingsOf(update));
    if (said === "unclear") continue;
    t.saw("updates");
    if (said === "yes") continue;
    const shown = update.byId?.raw?.[member];
    return t.breach(update.answer, `the ${member} stays ${before}`, shown, `/${member}`);
  }
}

/** An update that is refused stores none of its members, and takes no headers away. */
export async function judgeUnchanged(t: Check): Promise<void> {
  const { odd, updates: done, withEvent } = await t.given(updates);
  if (odd === null) return t.inconclusive("no update succeeded; see webhooks.v2.put.accepted");
  const { inPart, shown } = odd;
  if (inPart === null) return t.inconclusive("an update with a text as headers was not refused");
  t.saw("updates");
  if (!shown?.raw) return;
  const before = withEvent?.byId?.raw ?? done.findLast(({ byId }) => byId !== null)?.byId?.raw ?? {};
  const [stored = null] = (["name", "url"] as const).filter(
    (member) => shown.raw?.[member] === inPart[member],
  );
  const member = stored ?? (holdsAny(before.headers) && !holdsAny(shown.raw.headers) ? "headers" : null);
  if (member === null) return;
  const documented = `an update that is refused with ${inPart.exchange.answer.status} leaves the ${member} as it was`;
  const received = renderValue(shown.raw[member]);
  t.breach([shown.exchange, inPart.exchange], documented, received, `/${member}`);
}

function holdsAny(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

/** An update leaves every other webhook as it was, and adds none. */
export async function judgeOthersLeft(t: Check): Promise<void> {
  const made = await t.given(updates);
  const { before, after, born, updates: done } = made;
  if (before === null || after === null) return t.inconclusive("the list of webhooks could not be read");
  const others = before.items.filter(({ id }) => id !== born.id);
  if (others.length === 0) t.inconclusive("needs a second webhook besides the updated one");
  t.saw("webhooks", others.length);
  const exchanges = [...after.exchanges, ...done.map(({ answer }) => answer)];
  const urls = new Set<unknown>(done.map(({ sent }) => sent.url));
  // The first list may be too early to show the updated webhook itself.
  const twins = before.whole
    ? gained(before, after).filter(({ id, raw }) => id !== born.id && urls.has(raw.url))
    : [];
  if (twins.length > 0)
    t.breach(exchanges, "an update creates no webhook", `new in the list: ${renderIds(idsOf(twins))}`);
  for (const other of others) {
    const now = itemOf(after, other.id) ?? other.raw;
    const [difference] = webhookDifferences(other.raw, now);
    if (difference === undefined || !(await isOurDoing(t, made, other, now))) continue;
    const { documented, received, pointer } = difference;
    t.breach(exchanges, `webhook ${other.id} keeps its ${documented}`, received, pointer);
  }
}

/**
 * Whether the updates changed another webhook. Another client may change its own, but not to the values sent here, and
 * the target may complete one that it has just made.
 */
async function isOurDoing(t: Check, made: Updates, before: Item, now: Raw): Promise<boolean> {
  const sent = made.updates.map((update) => update.sent);
  if (takenOn(sent, before.raw, now) !== undefined) return true;
  const { born } = await t.given(creations("v2"));
  // One of another client may only be restored where the run may change everything that the target holds.
  const mayRestore = t.settings.fixturesAll || born.some(({ id }) => id === before.id);
  return mayRestore && changesAgain(t, made, before.raw);
}

/**
 * Whether the last update, sent again, changes another webhook each time after that was restored.
 * @throws Inconclusive if other clients change it too
 */
async function changesAgain(t: Check, { born, updates: done }: Updates, other: Raw): Promise<boolean> {
  const { webhook_id, name, url, headers } = other;
  const id = String(webhook_id);
  const isChangedBy = async (act: () => Promise<unknown>) => {
    const before = await readWebhook(t, id);
    await act();
    const after = await readWebhook(t, id);
    if (before.raw === null || after.raw === null) return null;
    return webhookDifferences(before.raw, after.raw).length === 0 ? null : after;
  };
  const back = await cameBack(
    (calmMs) => isChangedBy(() => t.session.pause(calmMs)),
    async () =>
      succeeded(await t.ask(updateTo(id, { name, url, headers })))
        ? isChangedBy(() => t.ask(updateTo(born.id, lastSent(born, done))))
        : null,
  );
  if (back.kind === "others") t.inconclusive(OTHERS_WRITE);
  return back.kind === "each time";
}
