import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import type { Expectation } from "../../helpers/engine/check/expect.js";
import { CUT_SHORT, FORM, hasNoEffect } from "../../helpers/engine/resources/odd-bodies.js";
import { expectRepeated } from "../../helpers/engine/resources/repeated.js";
import { judgeEmptied, judgeEventKept } from "../../helpers/engine/resources/webhooks/emptied-laws.js";
import { isUnfit } from "../../helpers/engine/resources/webhooks/excuses.js";
import { needsLostAgain, updatedInVain } from "../../helpers/engine/resources/webhooks/own-losses.js";
import { removals } from "../../helpers/engine/resources/webhooks/removals.js";
import {
  judgeKept,
  judgeOthersLeft,
  judgeUnchanged,
  judgeUpdated,
} from "../../helpers/engine/resources/webhooks/update-laws.js";
import {
  emptying,
  isWithoutEffect,
  oddUpdates,
  type Update,
  updates,
} from "../../helpers/engine/resources/webhooks/updates.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isRefusal, toldBy } from "../../helpers/oracles/answers/refusal.js";
import { isFailure, succeeded } from "../../helpers/wire/status.js";

/** Judges that an update succeeds. */
function judgeAccepted(t: Check, { answer }: Update): Expectation {
  return t.expect(answer, "an update with name, url and headers").about("the webhook").succeeds();
}

/** Ends the check if an update may have been answered with 404 because another client deleted the webhook. */
async function needsThere(t: Check, done: readonly Update[]): Promise<void> {
  const lost = done.find(({ answer }) => answer.answer.status === 404);
  if (lost === undefined) return;
  const { born } = await t.given(updates);
  await needsLostAgain(t, "v2", () => updatedInVain(t, born.sent));
}

async function judgePlainAccepted(t: Check): Promise<void> {
  const [first, ...others] = (await t.given(updates)).updates;
  if (first === undefined) return;
  if (isUnfit(first.answer))
    t.inconclusive(`the update of a webhook was refused with ${toldBy(first.answer.answer)}`);
  await needsThere(t, [first, ...others]);
  t.saw("updates", 1 + others.filter(({ answer }) => succeeded(answer)).length);
  const due = judgeAccepted(t, first);
  for (const each of others) if (isFailure(each.answer.answer.status)) judgeAccepted(t, each);
  if (due.holds && isWithoutEffect(first))
    t.breach(
      first.answer,
      "an update that succeeds changes name, url and headers",
      `status ${first.answer.answer.status}, and none of them is changed`,
    );
}

async function judgeSameAccepted(t: Check): Promise<void> {
  const [kept, anew, again] = (await t.tryGiven(updates))?.keeping ?? [];
  if (kept === undefined || anew === undefined || again === undefined) return;
  if ([kept, again].some(({ answer }) => !isRefusal(answer.answer) || isUnfit(answer))) return;
  const what = "an update that keeps the name and the url, as one with others";
  t.expect(kept.answer, what, [anew.answer, again.answer]).about("the webhook").succeeds();
}

async function judgeRepeated(t: Check): Promise<void> {
  const made = await t.tryGiven(updates);
  const repeated = made?.repeated?.answer;
  if (repeated === undefined || isUnfit(repeated)) return;
  const accepted = (made?.updates ?? []).map(({ answer }) => answer).filter(succeeded);
  expectRepeated(t, repeated, accepted, "webhook")?.succeeds();
}

async function observeEventInBody(t: Check): Promise<void> {
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
}

async function judgeEmptyAccepted(t: Check): Promise<void> {
  // After the deletions, which wait for the same update; the updated webhook is gone then.
  await t.tryGiven(removals("v2"));
  const update = await t.tryGiven(emptying);
  if (update !== null && isFailure(update.answer.answer.status)) judgeAccepted(t, update);
}

// biome-ignore format: one rule a line
describe("v2 webhooks: update", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.put.accepted", "sends name, url and headers", judgePlainAccepted);
  rule.fromStandard("webhooks.v2.put.accepted", "keeps name and url", judgeSameAccepted);
  rule.fromStandard("webhooks.v2.put.accepted", "sends the accepted body again where all others are refused", judgeRepeated);
  rule.fromStandard("webhooks.v2.put.event-in-body", "sends another event in an update", observeEventInBody);
  rule.fromStandard("content.non-json-refused", "updates a webhook by a form-encoded body", hasNoEffect(FORM, "webhook", oddUpdates));
  rule.fromStandard("content.unreadable-json", "updates a webhook by truncated JSON", hasNoEffect(CUT_SHORT, "webhook", oddUpdates));
  rule.fromStandard("webhooks.v2.put.refused-unchanged", "sends a new name with an address and headers that are none", judgeUnchanged);
  rule("webhooks.v2.put.only-that-one", "lists before and after the updates of one of several webhooks", judgeOthersLeft);
  rule("webhooks.v2.put.accepted", "sends no headers", judgeEmptyAccepted);
  rule("webhooks.v2.put.headers", "sends no headers, and lists the webhook after the deletion of another", judgeEmptied);
});

// biome-ignore format: one rule a line
describe("v2 webhooks: what an updated one shows", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.put.name", "changes the name alone and with the others", (t) => judgeUpdated(t, "name"));
  rule("webhooks.v2.put.url", "changes the url alone and with the others", (t) => judgeUpdated(t, "url"));
  rule("webhooks.v2.put.headers", "changes the headers alone and with the others", (t) => judgeUpdated(t, "headers"));
  rule("webhooks.v2.put.event-unchanged", "reads the event before and after updates without one", (t) => judgeKept(t, "event"));
  rule("webhooks.v2.put.event-unchanged", "lists another webhook after an update without an event", judgeEventKept);
  rule("webhooks.v2.put.store-unchanged", "reads the store before and after updates, which never name one", (t) => judgeKept(t, "store_id"));
});
