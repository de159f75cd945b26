import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { ownUrl } from "../../helpers/engine/resources/webhooks/addresses.js";
import { NO_STORE } from "../../helpers/engine/resources/webhooks/bodies.js";
import { registerWebhook, type WebhookAttempt } from "../../helpers/engine/resources/webhooks/creating.js";
import {
  judgeCreated,
  judgeCreatedListed,
  judgeObject,
} from "../../helpers/engine/resources/webhooks/creation-laws.js";
import { bornOf, creations, removeWebhook } from "../../helpers/engine/resources/webhooks/life.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { recordIn } from "../../helpers/oracles/webhooks/by-id.js";
import { handedBack } from "../../helpers/oracles/webhooks/handed-back.js";
import { renderValue } from "../../helpers/wire/message.js";

async function judgeDistinctIds(t: Check): Promise<void> {
  const made = await t.tryGiven(creations("v2"));
  if (made === null) return;
  t.saw("webhooks", made.born.length);
  const [first, second] = made.twins;
  if (first === undefined || second === undefined) return;
  if (handedBack(made.twins) !== null)
    t.inconclusive("a creation was answered with an earlier webhook; see webhooks.v2.create.url");
  const received = `${renderValue(recordIn(second)?.webhook_id)} again`;
  t.breach([second, first], "each webhook has a webhook_id of its own", received, "/webhook_id");
}

async function observeMembers(t: Check): Promise<void> {
  const { born, failed } = await t.given(creations("v2"));
  t.saw("creations", born.length + failed.length);
  const stores = born.filter(({ sent }) => sent.store_id !== undefined).length;
  t.observe(`${stores} of ${born.length} webhooks were created with a store_id.`);
  for (const { answer, request } of failed)
    t.observe(`The creation ${renderValue(request.body)} was answered with ${answer.status}.`);
}

async function observeConflicts(t: Check): Promise<void> {
  const [first] = (await bornOf(t, "v2")).born;
  const twin = { ...first.sent, url: ownUrl(t, "twin") };
  const stray = { ...twin, url: ownUrl(t, "stray"), store_id: NO_STORE };
  const made: readonly (readonly [string, WebhookAttempt])[] = [
    ["A webhook", await registerWebhook(t, "v2", twin)],
    ["A second webhook for the same event at the same address", await registerWebhook(t, "v2", twin)],
    ["A webhook for an unknown store", await registerWebhook(t, "v2", stray)],
  ];
  const removed = new Set<string>();
  for (const [what, { created, own }] of made) {
    t.saw("creations");
    t.observe(`${what} is answered with ${created.answer.status}.`);
    if (own === null) continue;
    // If the second creation answered with the first webhook, remove it only once.
    if (removed.has(own.id)) own.gone();
    else await removeWebhook(t, "v2", own);
    removed.add(own.id);
  }
}

// biome-ignore format: one rule a line
describe("v2 webhooks: creation", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.create.object", "creates two webhooks with all members", judgeObject);
  rule("webhooks.v2.create.listed", "lists before and after two creations", (t) => judgeCreatedListed(t, "v2"));
  rule("webhooks.v2.ids.unique", "creates two webhooks", judgeDistinctIds);
  rule("webhooks.v2.create.required-members", "notes which creations were refused", observeMembers);
  rule.fromThorough("webhooks.v2.create.conflicts", "creates a webhook twice, and one for an unknown store", observeConflicts);
});

// biome-ignore format: one rule a line
describe("v2 webhooks: what a created one shows", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.create.name", "looks for the name in the answer, by id and in the list", (t) => judgeCreated(t, "name"));
  rule("webhooks.v2.create.url", "looks for the url in the answer, by id and in the list", (t) => judgeCreated(t, "url"));
  rule("webhooks.v2.create.event", "looks for the event in the answer, by id and in the list", (t) => judgeCreated(t, "event"));
  rule("webhooks.v2.create.headers", "looks for two headers in the answer, by id and in the list", (t) => judgeCreated(t, "headers"));
  rule("webhooks.v2.create.store_id", "looks for the store in the answer, by id and in the list", (t) => judgeCreated(t, "store_id"));
});
