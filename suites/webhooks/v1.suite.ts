import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { ownUrl } from "../../helpers/engine/resources/webhooks/addresses.js";
import { createWebhook } from "../../helpers/engine/resources/webhooks/creating.js";
import { judgeCreatedListed } from "../../helpers/engine/resources/webhooks/creation-laws.js";
import { excuseAmong } from "../../helpers/engine/resources/webhooks/excuses.js";
import { V1_EVENT } from "../../helpers/engine/resources/webhooks/generations.js";
import { bornOf, creations, removeWebhook } from "../../helpers/engine/resources/webhooks/life.js";
import { firstList } from "../../helpers/engine/resources/webhooks/reading.js";
import {
  judgeAgain,
  judgeGone,
  judgeOnlyThat,
} from "../../helpers/engine/resources/webhooks/removal-laws.js";
import {
  deletionOfUnknown,
  removals,
  removedWhileListed,
  unusedIds,
} from "../../helpers/engine/resources/webhooks/removals.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { toldBy } from "../../helpers/oracles/answers/refusal.js";
import { storedSays } from "../../helpers/oracles/webhooks/webhooks.js";
import { idsOf, itemOf } from "../../helpers/wire/decode.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { findIds } from "../../helpers/wire/search.js";
import { is4xx, isFailure, succeeded } from "../../helpers/wire/status.js";

async function judgeAccepted(t: Check): Promise<void> {
  const answers = (await t.given(creations("v1"))).made.map(({ created }) => created);
  const accepted = answers.filter(succeeded);
  const told = accepted.length > 0 ? accepted : answers.slice(0, 1);
  const excuse = accepted.length > 0 ? null : excuseAmong(t, "v1", told);
  if (excuse !== null) throw excuse;
  const [first, ...others] = answers;
  if (first !== undefined && isFailure(first.answer.status) && others.length === 0)
    t.inconclusive(
      `the only creation was answered with ${toldBy(first.answer)}, which need not come again`,
      "--effort standard",
    );
  t.saw("webhooks", answers.length);
  for (const answer of told)
    t.expect(answer, "a webhook with url and event report_complete is accepted").succeeds();
}

async function judgeAllListed(t: Check): Promise<void> {
  const { born, after } = await t.given(creations("v1"));
  // The path of the v1 list is not documented, and the v2 list need not show webhooks registered in v1.
  const { operation, unread } = await t.given(firstList("v1"));
  if (operation === "v2ListWebhooks" && born.every(({ id }) => itemOf(after, id) === null))
    t.inconclusive(
      `the contract names the v1 list without its path, and the v2 list does not show them; ${unread ?? "v1 is out of scope"}`,
    );
  await judgeCreatedListed(t, "v1");
}

async function judgeEvent(t: Check): Promise<void> {
  const { born, after } = await bornOf(t, "v1");
  for (const { id, created } of born) {
    const event = itemOf(after, id)?.event;
    if (typeof event !== "string") continue;
    t.saw("webhooks");
    if (event === V1_EVENT) continue;
    return t.breach([...(after?.exchanges ?? []), created], `event ${V1_EVENT}, as sent`, event);
  }
}

async function judgeUrl(t: Check): Promise<void> {
  const { born, after } = await bornOf(t, "v1");
  for (const { id, created, sent } of born) {
    const item = itemOf(after, id);
    const said = storedSays("url", { sent }, [item]);
    if (said === "unclear") continue;
    t.saw("webhooks");
    if (said === "yes") continue;
    const exchanges = [...(after?.exchanges ?? []), created];
    return t.breach(exchanges, `url ${sent.url}, as sent`, renderValue(item?.url));
  }
}

async function observeAnswer(t: Check): Promise<void> {
  for (const { created } of (await t.given(creations("v1"))).made) {
    const { status, body } = created.answer;
    t.saw("answers");
    t.observe(`A creation answers ${status} with ${body.kind === "empty" ? "no" : `a ${body.kind}`} body.`);
  }
}

async function observeIds(t: Check): Promise<void> {
  const { operation, list: first } = await t.given(firstList("v1"));
  if (operation !== "v1ListWebhooks") t.inconclusive("v1 shows no list of webhooks");
  const list = (await t.tryGiven(creations("v1")))?.after ?? first;
  if (list === null || list.items.length === 0) return t.inconclusive("needs a listed webhook");
  t.saw("webhooks", list.items.length);
  const digits = list.items.every(({ id }) => /^\d+$/.test(id));
  t.observe(`Webhook ids of v1 are ${digits ? "" : "not "}plain digits: ${renderIds(idsOf(list.items))}.`);
}

// biome-ignore format: one rule a line
describe("POST /v1/environment/webhooks", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v1.create.accepted", "registers two addresses for report_complete", judgeAccepted);
  rule("webhooks.v1.create.listed", "lists before and after the creations", judgeAllListed);
  rule("webhooks.v1.create.event", "looks for the event in the list", judgeEvent);
  rule("webhooks.v1.create.url", "looks for the address in the list", judgeUrl);
  rule("webhooks.v1.create.answer", "notes status and body of a creation", observeAnswer);
  rule("webhooks.v1.id-shape", "looks at the ids in the list", observeIds);
});

async function judgeDeleted(t: Check): Promise<void> {
  for (const { answer, born } of await t.given(removals("v1"))) {
    const isUnknown = answer.answer.status === 404;
    const deletion = isUnknown ? await removedWhileListed(t, "v1") : answer;
    if (deletion === null && !findIds(jsonOf(born.created.answer), "webhook_id").includes(born.id))
      t.inconclusive("v1 shows no id of a webhook; the one that v2 lists may be another in v1");
    t.expect(deletion ?? answer)
      .about("the webhook")
      .status(204);
    t.saw("deletions");
  }
}

async function observeReuse(t: Check): Promise<void> {
  const [first] = await t.given(removals("v1"));
  const id = first?.born.id ?? "";
  if (first === undefined || itemOf(first.after, id) !== null)
    return t.inconclusive("the webhook was not gone after its deletion");
  const sent = { url: ownUrl(t, "v1/third"), event: V1_EVENT };
  const { own } = await createWebhook(t, "v1", sent, first.after);
  if (own === null) return t.inconclusive("no further webhook could be created and found");
  t.saw("webhooks");
  if (own.id === id) t.breach(own.created, `an id other than ${id}, which was deleted`, own.id);
  await removeWebhook(t, "v1", own);
}

async function judgeUnknownDeleted(t: Check): Promise<void> {
  for (const id of await unusedIds(t, "v1")) {
    const exchange = await t.given(deletionOfUnknown.v1(id));
    if (exchange.answer.status >= 500) t.inconclusive(`DELETE was answered with ${exchange.answer.status}`);
    t.saw("ids");
    if (!t.expect(exchange).refused().holds) return;
  }
}

async function judgeUnknownStatus(t: Check): Promise<void> {
  for (const id of await unusedIds(t, "v1")) {
    const exchange = await t.given(deletionOfUnknown.v1(id));
    const { status } = exchange.answer;
    if (!is4xx(status))
      t.inconclusive(`DELETE was answered with ${status}; see webhooks.v1.delete.unknown-id`);
    t.saw("ids");
    if (!t.expect(exchange).about("the id").refusedWith(400, 404).holds) return;
  }
}

// biome-ignore format: one rule a line
describe("DELETE /v1/environment/webhooks/{webhook_id}", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v1.delete.status-204", "deletes webhooks of its own", judgeDeleted);
  rule("webhooks.v1.delete.gone", "looks for the deleted webhooks in the list", (t) => judgeGone(t, "v1"));
  rule("webhooks.v1.delete.only-that-one", "lists before and after deletions", (t) => judgeOnlyThat(t, "v1"));
  rule.fromStandard("webhooks.v1.delete.again", "deletes a deleted webhook", (t) => judgeAgain(t, "v1"));
  rule.fromThorough("webhooks.v1.ids-not-reused", "creates a webhook after a deletion", observeReuse);
  rule("webhooks.v1.delete.unknown-id", "deletes ids that no webhook has", judgeUnknownDeleted);
  rule("webhooks.v1.delete.unknown-id.status", "deletes ids that no webhook has", judgeUnknownStatus);
});
