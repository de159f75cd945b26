import { gained } from "../../../oracles/webhooks/lists.js";
import { storedSays, takenOn, webhookDifferences } from "../../../oracles/webhooks/webhooks.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import { renderIds, renderValue } from "../../../wire/message.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { changedAgain } from "./changed-beside.js";
import { creations } from "./life.js";
import { isChangedSinceUpdate } from "./own-changes.js";
import { isWithoutEffect, readingsOf, updates } from "./updates.js";

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
    if (await isChangedSinceUpdate(t, member, sent, byId?.raw ?? item)) continue;
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
  const changed = others.flatMap(({ id, raw }) => {
    const now = itemOf(after, id) ?? raw;
    const [claim] = webhookDifferences(raw, now);
    return claim === undefined ? [] : [{ id, before: raw, now, claim }];
  });
  const sent = done.map((update) => update.sent);
  // Another client may change its own webhooks, but not to the values sent here.
  const [taking] = changed.flatMap((each) => {
    const claim = takenOn(sent, each.before, each.now);
    return claim === undefined ? [] : [{ ...each, claim }];
  });
  const found = taking ?? (await changedAgain(t, made, changed));
  if (found === undefined) return;
  const { documented, received, pointer } = found.claim;
  t.breach(exchanges, `webhook ${found.id} keeps its ${documented}`, received, pointer);
}
