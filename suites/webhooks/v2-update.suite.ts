import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { creations } from "../../helpers/engine/resources/webhooks/life.js";
import { removals } from "../../helpers/engine/resources/webhooks/removals.js";
import {
  bareUpdate,
  changesAgain,
  isWithoutEffect,
  type Updates,
  updates,
} from "../../helpers/engine/resources/webhooks/updates.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { gained } from "../../helpers/oracles/webhooks/lists.js";
import { storedSays, webhookDifferences } from "../../helpers/oracles/webhooks/webhooks.js";
import { type Item, itemOf } from "../../helpers/wire/decode.js";
import type { Exchange } from "../../helpers/wire/exchange.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import type { Raw } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";

describe("v2 webhooks: update", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.put.accepted", "sends name, url and headers", async (t) => {
    const { updates: done, born } = await t.given(updates);
    const plain = done.filter(({ odd, answer }) => !odd || succeeded(answer));
    t.saw("updates", plain.length);
    for (const { answer } of plain)
      if (!t.expect(answer, "an update with name, url and headers").about("the webhook").succeeds().holds)
        return;
    const [first] = plain;
    if (first !== undefined && isWithoutEffect(born, first))
      t.breach(
        first.answer,
        "an update that succeeds changes name, url and headers",
        `status ${first.answer.answer.status}, and none of them is changed`,
      );
  });

  rule.fromStandard("webhooks.v2.put.event-in-body", "sends another event in an update", async (t) => {
    const { updates: done, withEvent } = await t.given(updates);
    if (withEvent === null)
      return t.inconclusive("no update without an event succeeded, so one with it proves nothing");
    const before = done.findLast(({ byId }) => byId?.raw != null)?.byId?.raw?.event;
    const after = withEvent.byId?.raw?.event;
    if (typeof before !== "string" || typeof after !== "string" || before === withEvent.sent.event)
      return t.inconclusive("the webhook showed no event to compare");
    t.saw("updates");
    if (after === withEvent.sent.event)
      t.breach(withEvent.answer, `the event stays ${before}`, after, "/event");
    t.observe(`An update with an event in its body is answered with ${withEvent.answer.answer.status}.`);
  });

  rule(
    "webhooks.v2.put.only-that-one",
    "lists before and after the updates of one of several webhooks",
    async (t) => {
      const made = await t.given(updates);
      const { before, after, born, updates: done } = made;
      if (before === null || after === null) return t.inconclusive("the list of webhooks could not be read");
      const others = before.items.filter(({ id }) => id !== born.id);
      if (others.length === 0) t.inconclusive("needs a second webhook besides the updated one");
      t.saw("webhooks", others.length);
      const exchanges = [...after.exchanges, ...done.map(({ answer }) => answer)];
      const twins = before.whole ? twinsOf(made, gained(before, after)) : [];
      if (twins.length > 0)
        t.breach(exchanges, "an update creates no webhook", `new in the list: ${renderIds(twins)}`);
      for (const other of others) {
        const now = itemOf(after, other.id);
        if (now !== null) await judgeBeside(t, made, other, now, exchanges);
      }
    },
  );

  rule(
    "webhooks.v2.put.headers",
    "sends no headers, and lists the webhook after the deletion of another",
    async (t) => {
      const [deletion] = (await ifReadable(t.given(removals.v2))) ?? [];
      const bare = await ifReadable(t.given(bareUpdate));
      if (deletion === undefined || bare === null || !succeeded(bare.answer)) return;
      const item = itemOf(deletion.after, bare.born.id);
      // The list has caught up only if it shows the url of the same update.
      if (bare.sent.url === bare.born.sent.url || storedSays("url", bare, [item]) !== "yes") return;
      t.saw("updates");
      if (storedSays("headers", bare, [item]) !== "no") return;
      t.breach(
        [bare.answer, ...(deletion.after?.exchanges ?? [])],
        "no headers after an update with none that changed the url",
        renderValue(item?.headers),
        "/headers",
      );
    },
  );
});

// biome-ignore format: one rule a line
describe("v2 webhooks: what an updated one shows", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.put.name", "changes the name alone and with the others", (t) => judgeUpdated(t, "name"));
  rule("webhooks.v2.put.url", "changes the url alone and with the others", (t) => judgeUpdated(t, "url"));
  rule("webhooks.v2.put.headers", "changes the headers alone and with the others", (t) => judgeUpdated(t, "headers"));
  rule("webhooks.v2.put.event-unchanged", "reads the event before and after updates without one", (t) => judgeKept(t, "event"));
  rule("webhooks.v2.put.store-unchanged", "reads the store before and after updates, which never name one", (t) => judgeKept(t, "store_id"));
});

/** After an update, the webhook shows a member as sent. */
async function judgeUpdated(t: Check, member: "name" | "url" | "headers"): Promise<void> {
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
async function judgeKept(t: Check, member: "event" | "store_id"): Promise<void> {
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

/** Ids of new webhooks at an address that an update sent. */
function twinsOf({ updates: done }: Updates, fresh: readonly Item[]): readonly string[] {
  const addresses = new Set<unknown>(done.map((update) => update.sent.url));
  return fresh.filter(({ raw }) => addresses.has(raw.url)).map(({ id }) => id);
}

/** Judges the first difference of another webhook, if the updates caused it. */
async function judgeBeside(
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
  const sent = made.updates
    .flatMap((update) => Object.values(update.sent))
    .map((value) => JSON.stringify(value));
  if (Object.values(now).some((value) => sent.includes(JSON.stringify(value)))) return true;
  return t.settings.fixturesAll && changesAgain(t, made, before.raw);
}
