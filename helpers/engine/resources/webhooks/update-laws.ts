import { gained } from "../../../oracles/webhooks/lists.js";
import { showsAnySent, storedSays, webhookDifferences } from "../../../oracles/webhooks/webhooks.js";
import { type Item, idsOf, itemOf } from "../../../wire/decode.js";
import type { Exchange } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import type { Raw } from "../../../wire/raw.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { creations } from "./life.js";
import { changesAgain, isWithoutEffect, type Updates, updates } from "./updates.js";

/** After an update, the webhook shows a member as sent. */
export async function judgeUpdated(t: Check, member: "name" | "url" | "headers"): Promise<void> {
  const { updates: all, born, withEvent, after } = await t.given(updates);
  // The update with an event sends the same values again.
  const done = [...all, ...(withEvent === null ? [] : [{ ...withEvent, list: after }])].filter(({ answer }) =>
    succeeded(answer),
  );
  const [first] = done;
  if (first === undefined) return t.inconclusive("no update succeeded; see webhooks.v2.put.accepted");
  if (isWithoutEffect(born, first))
    t.inconclusive("the update changed nothing; see webhooks.v2.put.accepted");
  for (const { sent, former, answer, byId, list } of done) {
    const item = itemOf(list, born.id);
    const said = storedSays(member, { sent, former }, [byId?.raw, item]);
    if (said === "unclear") continue;
    t.saw("updates");
    if (said === "no") {
      const shown = (byId?.raw ?? item)?.[member];
      const documented = `${member} ${renderValue(sent[member])}`;
      const received = renderValue(shown);
      t.breach(byId === null ? [answer] : [answer, byId.exchange], documented, received, `/${member}`);
      return;
    }
  }
}

/** A member that no update names stays as it was. */
export async function judgeKept(t: Check, member: "event" | "store_id"): Promise<void> {
  const { updates: done, born } = await t.given(updates);
  const before = born.byId?.raw?.[member] ?? itemOf((await t.given(creations.v2)).after, born.id)?.[member];
  if (typeof before !== "string" && typeof before !== "number")
    return t.inconclusive(`the webhook showed no ${member} before the update`);
  const accepted = done.filter(({ answer }) => succeeded(answer));
  if (accepted.length === 0) t.inconclusive("no update succeeded");
  for (const { answer, byId, list } of accepted) {
    const said = storedSays(member, { sent: { [member]: before } }, [byId?.raw, itemOf(list, born.id)]);
    if (said === "unclear") continue;
    t.saw("updates");
    if (said === "no")
      return t.breach(answer, `the ${member} stays ${before}`, byId?.raw?.[member], `/${member}`);
  }
}

/** Ids of webhooks that appeared in the list, at an address that an update sent. */
export function twinsOf({ updates: done, before, after }: Updates): readonly string[] {
  if (before === null || after === null || !before.whole) return [];
  const addresses = new Set<unknown>(done.map(({ sent }) => sent.url));
  return idsOf(gained(before, after).filter(({ raw }) => addresses.has(raw.url)));
}

/** Judges the first difference of another webhook, if the updates caused it. */
export async function judgeBeside(
  t: Check,
  made: Updates,
  before: Item,
  now: Raw,
  exchanges: readonly Exchange[],
): Promise<void> {
  const [difference] = webhookDifferences(before.raw, now);
  if (difference === undefined || !(await isOurDoing(t, made, before, now))) return;
  const { documented, received, pointer } = difference;
  t.breach(exchanges, `webhook ${before.id} keeps its ${documented}`, received, pointer);
}

/** Whether the updates changed another webhook. Another client may change its own, but not to the values sent here. */
async function isOurDoing(t: Check, made: Updates, before: Item, now: Raw): Promise<boolean> {
  const { born } = await t.given(creations.v2);
  if (born.some(({ id }) => id === before.id)) return true;
  if (showsAnySent(made.updates, now)) return true;
  return t.settings.fixturesAll && changesAgain(t, made, before.raw);
}
