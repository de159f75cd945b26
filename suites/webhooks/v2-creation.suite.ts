import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { ownUrl } from "../../helpers/engine/resources/webhooks/addresses.js";
import { registerWebhook, type WebhookAttempt } from "../../helpers/engine/resources/webhooks/creating.js";
import { excuseAmong } from "../../helpers/engine/resources/webhooks/excuses.js";
import { V2 } from "../../helpers/engine/resources/webhooks/generations.js";
import { judgeListed } from "../../helpers/engine/resources/webhooks/laws.js";
import {
  type Born,
  creations,
  nothingOfOurs,
  removeWebhook,
} from "../../helpers/engine/resources/webhooks/life.js";
import { readUntil } from "../../helpers/engine/resources/webhooks/reading.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { errorsName, isAboutHoldings, toldBy } from "../../helpers/oracles/answers/refusal.js";
import { recordIn } from "../../helpers/oracles/webhooks/by-id.js";
import { storedSays, type WebhookMember } from "../../helpers/oracles/webhooks/webhooks.js";
import { itemOf } from "../../helpers/wire/decode.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { findIds } from "../../helpers/wire/search.js";
import { succeeded } from "../../helpers/wire/status.js";

/** A store number that no account uses. */
const NO_STORE = 999_999_999;

describe("v2 webhooks: creation", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.create.object", "creates two webhooks with all members", async (t) => {
    const { born, failed, twins } = await t.given(creations.v2);
    if (twins.length > 0) t.inconclusive("two new webhooks have the same id; see webhooks.v2.ids.unique");
    t.saw("webhooks", born.length);
    for (const { created } of born) if (recordIn(created) === null) withoutObject(t, created);
    if (born.length === 0) judgeNoneCreated(t, failed);
  });

  rule("webhooks.v2.create.listed", "lists before and after two creations", (t) => judgeListed(t, V2));

  rule("webhooks.v2.ids.unique", "creates two webhooks", async (t) => {
    const made = await ifReadable(t.given(creations.v2));
    if (made === null) return;
    t.saw("webhooks", made.born.length);
    const [first, second] = made.twins;
    if (first === undefined || second === undefined) return;
    const received = `${renderValue(recordIn(second)?.webhook_id)} again`;
    t.breach([second, first], "each webhook has a webhook_id of its own", received, "/webhook_id");
  });

  rule("webhooks.v2.create.required-members", "notes which creations were refused", async (t) => {
    const { born, failed } = await t.given(creations.v2);
    t.saw("creations", born.length + failed.length);
    const stores = born.filter(({ sent }) => sent.store_id !== undefined).length;
    t.observe(`${stores} of ${born.length} webhooks were created with a store_id.`);
    for (const { answer, request } of failed)
      t.observe(`The creation ${renderValue(request.body)} was answered with ${answer.status}.`);
  });

  rule.fromThorough(
    "webhooks.v2.create.conflicts",
    "creates a webhook twice, and one for an unknown store",
    async (t) => {
      const all = await t.given(creations.v2);
      const [first] = all.born;
      if (first === undefined) throw nothingOfOurs(t, V2, all);
      const twin = { ...first.sent, url: ownUrl(t, "twin") };
      const stray = { ...twin, url: ownUrl(t, "stray"), store_id: NO_STORE };
      const made: readonly (readonly [string, WebhookAttempt])[] = [
        ["A webhook", await registerWebhook(t, V2, twin)],
        ["A second webhook for the same event at the same address", await registerWebhook(t, V2, twin)],
        ["A webhook for an unknown store", await registerWebhook(t, V2, stray)],
      ];
      const removed = new Set<string>();
      for (const [what, { created, own }] of made) {
        t.saw("creations");
        t.observe(`${what} is answered with ${created.answer.status}.`);
        if (own === null) continue;
        // If the second creation answered with the first webhook, remove it only once.
        if (removed.has(own.id)) own.gone();
        else await removeWebhook(t, V2, own);
        removed.add(own.id);
      }
    },
  );
});

// biome-ignore format: one rule a line
describe("v2 webhooks: what a created one shows", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.create.name", "looks for the name in the answer, by id and in the list", (t) => judgeCreated(t, "name"));
  rule("webhooks.v2.create.url", "looks for the url in the answer, by id and in the list", (t) => judgeCreated(t, "url"));
  rule("webhooks.v2.create.event", "looks for the event in the answer, by id and in the list", (t) => judgeCreated(t, "event"));
  rule("webhooks.v2.create.headers", "looks for two headers in the answer, by id and in the list", (t) => judgeCreated(t, "headers"));
  rule("webhooks.v2.create.store_id", "looks for the store in the answer, by id and in the list", (t) => judgeCreated(t, "store_id"));
});

/** A created webhook shows a member as sent, in the answer and wherever the target shows it later. */
async function judgeCreated(t: Check, member: WebhookMember): Promise<void> {
  const all = await t.given(creations.v2);
  const { born, after } = all;
  if (born.length === 0) throw nothingOfOurs(t, V2, all);
  const sending = born.filter(({ sent }) => sent[member] !== undefined);
  if (sending.length === 0 && member === "store_id") return judgeUnknownStore(t, born[0]);
  if (sending.length === 0) t.inconclusive(`no creation with ${member} was accepted`);
  for (const { id, sent, created, byId } of sending) {
    const answered = storedSays(member, { sent }, [recordIn(created)]);
    const item = itemOf(after, id);
    const kept = storedSays(member, { sent }, [byId?.raw, item]);
    if (answered === "unclear" && kept === "unclear") continue;
    t.saw("webhooks");
    const due = `${member} ${renderValue(sent[member])}`;
    if (answered === "no") t.breach(created, due, recordIn(created)?.[member], `/${member}`);
    else if (kept === "no")
      t.breach(byId?.exchange ?? created, due, (byId?.raw ?? item)?.[member], `/${member}`);
  }
}

/**
 * Where no store is known, a service that takes any store settles the rule by showing it. One that does not show it may
 * only have found out that there is no such store.
 */
async function judgeUnknownStore(t: Check, like: Born | undefined): Promise<void> {
  const sent = { ...like?.sent, name: "Plimsoll store", url: ownUrl(t, "store"), store_id: NO_STORE };
  const { created, own } = await registerWebhook(t, V2, sent);
  if (own === null) return needsStore(t, whyStoreless(created));
  const byId = await readUntil(t, V2, own.id, ({ raw }) => raw !== null);
  await removeWebhook(t, V2, own);
  const readings = [recordIn(created), byId?.raw];
  if (readings.some((raw) => storedSays("store_id", { sent }, [raw]) !== "yes"))
    return needsStore(t, "a made-up one does not show, as that of a known store would have to");
  t.saw("webhooks");
}

/** Why a webhook with a made-up store was not created. */
function whyStoreless({ answer }: Answered): string {
  const isAboutStore = !isAboutHoldings(answer) || errorsName(answer, /store/i);
  return isAboutStore
    ? `a made-up one is answered with ${toldBy(answer)}`
    : `a webhook with a made-up one was refused for another reason: ${toldBy(answer)}`;
}

function needsStore(t: Check, why: string): never {
  return t.inconclusive(
    `no webhook of the account shows a store, and ${why}; name a store of the account, which is only written into webhooks of the run's own`,
    "--fixture store=ID",
  );
}

/** Judges that webhooks can be created, where no creation succeeded. */
function judgeNoneCreated(t: Check, failed: readonly Answered[]): void {
  const excuse = excuseAmong(t, V2, failed);
  if (excuse !== null) throw excuse;
  const [first] = failed;
  if (first === undefined) t.inconclusive("no webhook could be asked for");
  t.saw("creations", failed.length);
  if (succeeded(first)) withoutObject(t, first);
  else t.expect(first, "a webhook with all members is created").succeeds();
}

function withoutObject(t: Check, created: Answered): void {
  const { status, body } = created.answer;
  if (status === 200 || status === 201) {
    const [known] = findIds(jsonOf(created.answer), "webhook_id");
    t.inconclusive(
      known === undefined
        ? "the answer holds no webhook; see status.success-json and webhook.body"
        : `the answer names webhook ${known}, which is not a new one; see webhooks.v2.create.listed`,
    );
  }
  const received = `status ${status} with ${body.kind === "json" ? renderValue(body.value) : `a body that is ${body.kind}`}`;
  t.breach(created, "the created webhook as an object", received);
}
