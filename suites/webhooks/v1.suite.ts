import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { idsIn } from "../../helpers/engine/lists/open-list.js";
import { excuseOf, ownUrl } from "../../helpers/engine/resources/webhooks.js";
import { finding } from "../../helpers/oracles/finding.js";
import { difference } from "../../helpers/oracles/sets.js";
import { unknownIds } from "../../helpers/target/made-up.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { isSuccess, succeeded } from "../../helpers/wire/status.js";
import {
  type Creations,
  createWebhook,
  createWebhooks,
  creations,
  firstList,
  isExcused,
  listUntil,
  removal,
  removeWebhook,
  V1_EVENT,
} from "./life-v1.js";
import { gained, lost } from "./listing.js";

/** An id of the form that the document shows, where no webhook is listed. */
const DIGITS = "4000000001";
/** Statuses after which nothing is known of how an operation treats an id. */
const NOT_ABOUT_THE_ID = new Set([401, 403, 405, 501]);

describe("POST /v1/environment/webhooks", () => {
  rule("webhooks.v1.create.accepted", "registers two addresses for report_complete", async (t) => {
    const { made } = await t.given(creations);
    const accepted = made.filter(({ created }) => succeeded(created));
    t.saw("webhooks", accepted.length);
    const [first] = made;
    if (accepted.length > 0 || first === undefined) return;
    const { status } = first.created.answer;
    if (isExcused(first.created)) t.inconclusive(excuseOf(t, first.created));
    t.saw("creations");
    t.breach(first.created, "a webhook with url and event report_complete is accepted", `status ${status}`);
  });

  rule("webhooks.v1.create.listed", "lists before and after the creations", async (t: Check) => {
    const all = await t.given(creations);
    const made = all.made.filter(({ created }) => succeeded(created));
    if (made.length === 0) t.inconclusive("no webhook could be created; see webhooks.v1.create.accepted");
    t.saw("webhooks", made.length);
    const found = judgeListed(t, all);
    // The path of the v1 list is not documented, and the list of v2 need not show what v1 registered.
    if ((await t.given(firstList)).operation === "v2ListWebhooks" && found.ours === 0) {
      t.inconclusive(
        "there is no v1 list of webhooks at the expected path, and the v2 list does not show them",
      );
    }
    if (!found.losesOthers) return t.find(found.findings);
    // Somebody else may have deleted theirs since the list was read first.
    const again = await createWebhooks(t, [ownUrl(t, "v1/again")], await listUntil(t, () => true));
    t.find(judgeListed(t, again).findings);
  });

  rule("webhooks.v1.create.event", "looks for the event in the list", async (t: Check) => {
    const { made, after } = await t.given(creations);
    for (const { created, own } of made) {
      const event = after.items.find(({ id }) => id === own?.id)?.raw.event;
      if (typeof event !== "string") continue;
      t.saw("webhooks");
      if (event === V1_EVENT) continue;
      const blame = { rule: t.rule, exchanges: [...after.exchanges, created] };
      t.find(finding(blame, { documented: `event ${V1_EVENT}, as sent`, received: event }));
      return;
    }
    if (made.every(({ own }) => own === null)) t.inconclusive("no webhook could be created and found");
  });

  rule("webhooks.v1.create.answer", "notes status and body of a creation", async (t) => {
    for (const { created } of (await t.given(creations)).made) {
      const { status, body } = created.answer;
      t.saw("answers");
      t.observe(`A creation answers ${status} with ${body.kind === "empty" ? "no" : `a ${body.kind}`} body.`);
    }
  });

  rule("webhooks.v1.id-shape", "looks at the ids in the list", async (t) => {
    const { operation, list: first } = await t.given(firstList);
    if (operation !== "v1ListWebhooks") t.inconclusive("v1 shows no list of webhooks");
    const list = t.settings.writes === "none" ? first : (await t.given(creations)).after;
    if (list.items.length === 0) t.inconclusive("needs a listed webhook");
    t.saw("webhooks", list.items.length);
    const digits = list.items.every(({ id }) => /^\d+$/.test(id));
    t.observe(`Webhook ids of v1 are ${digits ? "" : "not "}plain digits: ${renderIds(idsIn(list))}.`);
  });
});

describe("DELETE /v1/environment/webhooks/{webhook_id}", () => {
  rule("webhooks.v1.delete.status-204", "deletes one of two webhooks", async (t) => {
    const { answer } = await t.given(removal);
    const { status } = answer.answer;
    if (NOT_ABOUT_THE_ID.has(status))
      t.inconclusive(`DELETE was answered ${status}, which is not about the webhook`);
    t.saw("deletions");
    if (status !== 204) t.breach(answer, "status 204", `status ${status}`);
  });

  rule("webhooks.v1.delete.gone", "looks for the deleted webhook in the list", async (t) => {
    const { id, answer, before, after } = await t.given(removal);
    if (!idsIn(before).includes(id))
      t.inconclusive("the webhook was not listed before; see webhooks.v1.create.listed");
    afterSuccess(t, answer.answer.status);
    if (!idsIn(after).includes(id)) return;
    const blame = { rule: t.rule, exchanges: [...after.exchanges, answer] };
    t.find(finding(blame, { documented: `webhook ${id} is no longer listed`, received: "it is listed" }));
  });

  rule("webhooks.v1.delete.only-that-one", "lists before and after a deletion", async (t) => {
    const { id, answer, before, after } = await t.given(removal);
    const others = idsIn(before).filter((other) => other !== id);
    if (others.length === 0) t.inconclusive("needs a second webhook beside the deleted one");
    afterSuccess(t, answer.answer.status);
    const missing = lost(before, after).filter((item) => item.id !== id);
    if (missing.length === 0) return;
    t.breach(
      answer,
      `${renderIds(others)} stay listed`,
      `missing: ${renderIds(missing.map((item) => item.id))}`,
    );
  });

  rule("webhooks.v1.delete.again", "deletes a deleted webhook", async (t) => {
    if (t.settings.effort === "quick") t.inconclusive("is looked at from --effort standard on");
    const { again } = await t.given(removal);
    if (again === null) return t.inconclusive("the webhook was not gone after the first deletion");
    const { status } = again.answer;
    if (status >= 500) t.inconclusive(`the second deletion was answered ${status}`);
    t.saw("deletions");
    if (status < 400) t.breach(again, "a refusal with a 4xx", `status ${status}`);
  });

  rule(
    "webhooks.v1.ids-not-reused",
    "creates a webhook after a deletion",
    async (t) => {
      if (t.settings.effort === "quick") t.inconclusive("is looked at from --effort standard on");
      const { id, after } = await t.given(removal);
      if (idsIn(after).includes(id)) t.inconclusive("the webhook was not gone after its deletion");
      const { own } = await createWebhook(t, ownUrl(t, "v1/third"), after);
      if (own === null) return t.inconclusive("no further webhook could be created and found");
      t.saw("webhooks");
      if (own.id === id) t.breach(own.created, `an id other than ${id}, which was deleted`, own.id);
      await removeWebhook(t, own);
      const [, second] = (await t.given(creations)).made;
      if (second?.own) await removeWebhook(t, second.own);
    },
    { from: "thorough" },
  );

  rule("webhooks.v1.delete.unknown-id", "deletes ids that no webhook has", async (t) => {
    const sample = (await ifReadable(t.given(firstList)))?.list.items[0]?.id;
    const all = sample === undefined ? [DIGITS] : unknownIds("webhook_id", sample, t.settings.seed);
    // Ids of another form are sent to v2.
    const ids = t.settings.effort === "thorough" ? all : all.slice(0, 1);
    for (const webhook_id of ids) {
      const exchange = await t.ask({ operation: "v1DeleteWebhook", path: { webhook_id } });
      const { status } = exchange.answer;
      if (status >= 500) t.inconclusive(`DELETE was answered ${status}`);
      t.saw("ids");
      if (status < 400) return t.breach(exchange, "a refusal with a 4xx", `status ${status}`);
    }
  });
});

/** What the list gained and lost by creations. Somebody else may register a webhook meanwhile, at another address. */
function judgeListed(t: Check, { made, before, after }: Creations) {
  const accepted = made.filter(({ created }) => succeeded(created));
  const urls = new Set<unknown>(accepted.map(({ url }) => url));
  const ids = accepted.flatMap(({ own }) => (own === null ? [] : [own.id]));
  const fresh = gained(before, after);
  const foreign = new Set(
    fresh.flatMap(({ id, raw }) =>
      raw.url === undefined || urls.has(raw.url) || ids.includes(id) ? [] : [id],
    ),
  );
  const findings = difference({
    rule: t.rule,
    exchanges: [...accepted.map(({ created }) => created), ...after.exchanges],
    documented: "the list gains exactly the created webhooks",
    before: idsIn(before),
    after: idsIn(after).filter((id) => !foreign.has(id)),
    // One that is not found in the list has no id to miss there.
    gained: [...ids, ...accepted.flatMap(({ own, url }) => (own === null ? [url] : []))],
  });
  const ours = fresh.filter(({ id }) => !foreign.has(id));
  const isWhole = ours.length === accepted.length && ids.every((id) => ours.some((item) => item.id === id));
  return { findings, ours: ours.length, losesOthers: isWhole && lost(before, after).length > 0 };
}

/** Without a success there is no deletion whose effect could be judged. */
function afterSuccess(t: Check, status: number): void {
  if (!isSuccess(status))
    t.inconclusive(`the deletion was answered ${status}; see webhooks.v1.delete.status-204`);
  t.saw("deletions");
}
