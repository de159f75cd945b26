import { describe } from "vitest";
import type { Answered, Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { idsIn, type OpenList } from "../../helpers/engine/lists/open-list.js";
import { excuseOf, ownUrl } from "../../helpers/engine/resources/webhooks.js";
import { finding } from "../../helpers/oracles/finding.js";
import { difference } from "../../helpers/oracles/sets.js";
import { type WebhookMember, webhookDifferences } from "../../helpers/oracles/webhooks.js";
import { unknownIds } from "../../helpers/target/made-up.js";
import type { Item } from "../../helpers/wire/decode.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { succeeded } from "../../helpers/wire/status.js";
import {
  bareUpdate,
  births,
  changesAgain,
  createWebhook,
  deletions,
  isExcused,
  isWithoutEffect,
  itemOf,
  type Reading,
  readWebhook,
  recordIn,
  storedSays,
  updates,
} from "./life-v2.js";
import { firstWebhooks, gained, listWebhooks, lost } from "./listing.js";

/** Webhooks of others that are read by id where none of our own may be created. */
const SAMPLE = 3;
/** Statuses after which nothing is known of how an operation treats an id. */
const NOT_ABOUT_THE_ID = new Set([401, 403, 405, 501]);

describe("v2 webhooks", () => {
  rule("webhooks.v2.create.object", "creates two webhooks with all members", async (t) => {
    const { born, failed, twins } = await t.given(births);
    if (twins.length > 0) t.inconclusive("two new webhooks have one id; see webhooks.v2.ids.unique");
    t.saw("webhooks", born.length);
    for (const { created } of born) if (recordIn(created) === null) withoutObject(t, created);
    if (born.length > 0) return;
    const odd = failed.filter((exchange) => !isExcused(exchange));
    const [first] = odd;
    const excused = failed.find((exchange) => isExcused(exchange));
    if (first === undefined || excused !== undefined)
      return t.inconclusive(excused === undefined ? "no webhook could be asked for" : excuseOf(t, excused));
    t.saw("creations", failed.length);
    if (succeeded(first)) withoutObject(t, first);
    else t.breach(first, "a webhook with all members is created", `status ${first.answer.status}`);
  });

  rule("webhooks.v2.create.name", "looks for the name in the answer, by id and in the list", async (t) => {
    await judgeCreated(t, "name");
  });

  rule("webhooks.v2.create.url", "looks for the url in the answer, by id and in the list", async (t) => {
    await judgeCreated(t, "url");
  });

  rule("webhooks.v2.create.event", "looks for the event in the answer, by id and in the list", async (t) => {
    await judgeCreated(t, "event");
  });

  rule(
    "webhooks.v2.create.headers",
    "looks for two headers in the answer, by id and in the list",
    async (t) => {
      await judgeCreated(t, "headers");
    },
  );

  rule(
    "webhooks.v2.create.store_id",
    "looks for the store in the answer, by id and in the list",
    async (t) => {
      await judgeCreated(t, "store_id");
    },
  );

  rule("webhooks.v2.create.listed", "lists before and after two creations", async (t) => {
    const { born, before, after } = await t.given(births);
    if (before === null || after === null) return t.inconclusive("the list of webhooks could not be read");
    if (born.length === 0) return nothingOfOurs(t);
    t.saw("webhooks", born.length);
    const isOurs = ({ id, raw }: Item) =>
      born.some((each) => each.id === id || each.sent.url === String(raw.url));
    const ours = gained(before, after).filter(isOurs);
    // Somebody else may have deleted theirs since the list was read first.
    if (ours.length === born.length && lost(before, after).length > 0 && !(await losesAgain(t))) return;
    // Somebody else may register a webhook meanwhile; it has another address than ours.
    const foreign = gained(before, after).filter((item) => !isOurs(item));
    t.find(
      difference({
        rule: t.rule,
        exchanges: [...after.exchanges, ...before.exchanges],
        documented: "the list gains exactly the created webhooks",
        before: idsIn(before),
        after: idsIn(after).filter((id) => foreign.every((item) => item.id !== id)),
        gained: born.map(({ id }) => id),
      }),
    );
  });

  rule("webhooks.v2.ids.unique", "creates two webhooks", async (t) => {
    const made = t.settings.writes === "none" ? null : await ifReadable(t.given(births));
    if (made === null) return;
    t.saw("webhooks", made.born.length);
    const [first, second] = made.twins;
    if (first === undefined || second === undefined) return;
    t.find(
      finding(
        { rule: t.rule, exchanges: [second, first] },
        {
          documented: "each webhook has a webhook_id of its own",
          received: `${renderValue(recordIn(second)?.webhook_id)} again`,
          pointer: "/webhook_id",
        },
      ),
    );
  });

  rule("webhooks.v2.get.equals", "compares webhooks by id with their items in the list", async (t) => {
    const pairs = await listedAndById(t);
    const readable = pairs.filter(({ byId }) => byId.raw !== null || byId.exchange.answer.status === 404);
    if (readable.length === 0) t.inconclusive("needs a listed webhook that can be read by id");
    t.saw("webhooks", readable.length);
    t.find(readable.flatMap((pair) => judgePair(t, pair)).slice(0, 1));
  });

  rule("webhooks.v2.put.accepted", "sends name, url and headers", async (t) => {
    const { updates: done, born } = await t.given(updates);
    const plain = done.filter(({ odd, answer }) => !odd || succeeded(answer));
    t.saw("updates", plain.length);
    for (const update of plain) {
      const { status } = update.answer.answer;
      if (NOT_ABOUT_THE_ID.has(status))
        t.inconclusive(`the update was answered ${status}, which is not about the webhook`);
      if (!succeeded(update.answer)) {
        t.breach(update.answer, "an update with name, url and headers succeeds", `status ${status}`);
        return;
      }
    }
    const [first] = plain;
    if (first !== undefined && isWithoutEffect(born, first))
      t.breach(
        first.answer,
        "an update that succeeds changes name, url and headers",
        `status ${first.answer.answer.status}, and none of them is changed`,
      );
  });

  rule("webhooks.v2.put.name", "changes the name alone and with the others", async (t) => {
    await judgeUpdated(t, "name");
  });

  rule("webhooks.v2.put.url", "changes the url alone and with the others", async (t) => {
    await judgeUpdated(t, "url");
  });

  rule("webhooks.v2.put.headers", "changes the headers alone and with the others", async (t) => {
    await judgeUpdated(t, "headers");
  });

  rule(
    "webhooks.v2.put.event-unchanged",
    "reads the event before and after updates without one",
    async (t) => {
      await judgeKept(t, "event");
    },
  );

  rule(
    "webhooks.v2.put.store-unchanged",
    "reads the store before and after updates, which never name one",
    async (t) => {
      await judgeKept(t, "store_id");
    },
  );

  rule("webhooks.v2.put.event-in-body", "sends another event in an update", async (t) => {
    if (t.settings.effort === "quick") t.inconclusive("is looked at from --effort standard on");
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
    t.observe(`An update with an event in its body is answered ${withEvent.answer.answer.status}.`);
  });

  rule(
    "webhooks.v2.put.only-that-one",
    "lists before and after the updates of one of several webhooks",
    async (t) => {
      const made = await t.given(updates);
      const { before, after, born, updates: done } = made;
      if (before === null || after === null) return t.inconclusive("the list of webhooks could not be read");
      const others = before.items.filter(({ id }) => id !== born.id);
      if (others.length === 0) t.inconclusive("needs a second webhook beside the updated one");
      t.saw("webhooks", others.length);
      const addresses = done.map((update) => update.sent.url);
      const twins = (before.whole ? gained(before, after) : []).filter(({ raw }) =>
        addresses.some((url) => url === raw.url),
      );
      if (twins.length > 0)
        t.find(
          finding(
            { rule: t.rule, exchanges: [...after.exchanges, ...done.map(({ answer }) => answer)] },
            {
              documented: "an update creates no webhook",
              received: `new in the list: ${renderIds(twins.map(({ id }) => id))}`,
            },
          ),
        );
      const sent = done.flatMap((update) => Object.values(update.sent)).map((value) => JSON.stringify(value));
      const own = (await t.given(births)).born.map(({ id }) => id);
      for (const { id, raw } of others) {
        const now = itemOf(after, id);
        if (now === null) continue;
        const differences = webhookDifferences(raw, now);
        if (differences.length === 0) continue;
        // A webhook of somebody else may change for reasons of their own, but not to what was sent here.
        const ours =
          own.includes(id) || Object.values(now).some((value) => sent.includes(JSON.stringify(value)));
        if (!ours && !(t.settings.fixturesAll && (await changesAgain(t, made, raw)))) continue;
        const blame = { rule: t.rule, exchanges: [...after.exchanges, ...done.map(({ answer }) => answer)] };
        t.find(
          differences
            .slice(0, 1)
            .map((claim) =>
              finding(blame, { ...claim, documented: `webhook ${id} keeps its ${claim.documented}` }),
            ),
        );
      }
    },
  );

  rule("webhooks.v2.delete.accepted", "deletes an updated and a new webhook", async (t) => {
    const done = await t.given(deletions);
    for (const { answer } of done) {
      const { status } = answer.answer;
      if (NOT_ABOUT_THE_ID.has(status))
        t.inconclusive(`the deletion was answered ${status}, which is not about the webhook`);
      t.saw("deletions");
      if (!succeeded(answer))
        t.breach(answer, "the deletion of an existing webhook succeeds", `status ${status}`);
    }
  });

  rule("webhooks.v2.delete.gone", "looks for deleted webhooks in the list and by id", async (t) => {
    const done = (await t.given(deletions)).filter(({ answer }) => succeeded(answer));
    if (done.length === 0) t.inconclusive("no deletion succeeded; see webhooks.v2.delete.accepted");
    for (const { born, answer, byId, after } of done) {
      t.saw("deletions");
      const listed = after !== null && idsIn(after).includes(born.id);
      if (!listed && byId.raw === null) continue;
      const where = [...(listed ? ["listed"] : []), ...(byId.raw === null ? [] : ["readable by id"])];
      const exchanges = [listed && after !== null ? after.exchanges : [], byId.exchange, answer].flat();
      t.find(
        finding(
          { rule: t.rule, exchanges },
          {
            documented: `webhook ${born.id} is gone after its deletion`,
            received: `still ${where.join(" and ")}`,
          },
        ),
      );
    }
  });

  rule("webhooks.v2.delete.only-that-one", "lists before and after deletions", async (t) => {
    let judged = 0;
    for (const { born, answer, before, after } of await t.given(deletions)) {
      if (!succeeded(answer) || before === null || after === null) continue;
      const others = idsIn(before).filter((id) => id !== born.id);
      if (others.length === 0) continue;
      judged += 1;
      const missing = lost(before, after).filter(({ id }) => id !== born.id);
      if (missing.length === 0) continue;
      t.breach(
        answer,
        `${renderIds(others)} stay listed`,
        `missing: ${renderIds(missing.map(({ id }) => id))}`,
      );
    }
    if (judged === 0) t.inconclusive("needs a successful deletion beside which another webhook is listed");
    t.saw("deletions", judged);
  });

  rule("webhooks.v2.delete.unknown-id", "deletes ids that no webhook has", async (t) => {
    for (const webhook_id of await neverThere(t)) {
      const exchange = await t.ask({ operation: "v2DeleteWebhook", path: { webhook_id } });
      const { status } = exchange.answer;
      if (NOT_ABOUT_THE_ID.has(status))
        t.inconclusive(`DELETE was answered ${status}, which is not about the id`);
      t.saw("ids");
      if (status !== 400 && status !== 404)
        return t.breach(exchange, "status 400 or 404", `status ${status}`);
    }
  });

  rule("webhooks.v2.delete.missing-id", "sends DELETE to the path of the list", async (t) => {
    // A target that takes it for "all of them" would do harm, so it needs a target that may be harmed.
    if (t.settings.writes !== "fixtures" || !t.settings.fixturesAll)
      t.inconclusive(
        "a DELETE without id could remove all webhooks; it is only sent where everything may be changed",
      );
    const exchange = await t.ask({ method: "DELETE", pathname: "/v2/environment/webhooks" });
    const { status } = exchange.answer;
    if (status >= 500) t.inconclusive(`DELETE without id was answered ${status}`);
    t.saw("calls");
    if (status < 400) t.breach(exchange, "a refusal with a 4xx", `status ${status}`);
  });

  rule("webhooks.v2.create.required-members", "notes which creations were refused", async (t) => {
    const { born, failed } = await t.given(births);
    t.saw("creations", born.length + failed.length);
    const stores = born.filter(({ sent }) => sent.store_id !== undefined).length;
    t.observe(`${stores} of ${born.length} webhooks were created with a store_id.`);
    for (const { answer, request } of failed)
      t.observe(`The creation ${renderValue(request.body)} was answered ${answer.status}.`);
  });

  rule("webhooks.v2.put-delete.answer", "notes status and body of an update and a deletion", async (t) => {
    const [update] = (await t.given(updates)).updates;
    const [deletion] = await t.given(deletions);
    for (const exchange of [update?.answer, deletion?.answer]) {
      if (exchange === undefined) continue;
      const { status, body } = exchange.answer;
      t.saw("answers");
      t.observe(
        `${exchange.request.method} of a webhook answers ${status} with ${body.kind === "empty" ? "no" : `a ${body.kind}`} body.`,
      );
    }
  });

  rule(
    "webhooks.v2.put.headers",
    "sends no headers, and lists the webhook after the deletion of another",
    async (t) => {
      if (t.settings.writes === "none") return;
      const [deletion] = (await ifReadable(t.given(deletions))) ?? [];
      const bare = await ifReadable(t.given(bareUpdate));
      if (deletion === undefined || bare === null || !succeeded(bare.answer)) return;
      const item = itemOf(deletion.after, bare.born.id);
      // Only where the list shows the rest of the same update is it known to have caught up.
      if (bare.sent.url === bare.born.sent.url || storedSays("url", bare, [item]) !== "yes") return;
      t.saw("updates");
      if (storedSays("headers", bare, [item]) !== "no") return;
      t.find(
        finding(
          { rule: t.rule, exchanges: [bare.answer, ...(deletion.after?.exchanges ?? [])] },
          {
            documented: "no headers after an update with none that changed the url",
            received: renderValue(item?.headers),
            pointer: "/headers",
          },
        ),
      );
    },
  );
});

/** Whether another creation, with the list read right before and after it, loses a webhook. */
async function losesAgain(t: Check): Promise<boolean> {
  const [sample] = (await t.given(births)).born;
  const before = await listWebhooks(t, "v2ListWebhooks");
  await createWebhook(t, before, { ...sample?.sent, url: ownUrl(t, "again") });
  return lost(before, await listWebhooks(t, "v2ListWebhooks")).length > 0;
}

/** A created webhook shows a member as sent: in the answer, and in what the target keeps of it. */
async function judgeCreated(t: Check, member: WebhookMember): Promise<void> {
  const { born, after } = await t.given(births);
  if (born.length === 0) return nothingOfOurs(t);
  const sending = born.filter(({ sent }) => sent[member] !== undefined);
  if (sending.length === 0)
    t.inconclusive(`no creation with ${member} was accepted; name one under fixtures`);
  for (const { id, sent, created, byId } of sending) {
    const answered = storedSays(member, { sent }, [recordIn(created)]);
    const kept = storedSays(member, { sent }, [byId.raw, itemOf(after, id)]);
    if (answered === "unclear" && kept === "unclear") continue;
    t.saw("webhooks");
    const due = `${member} ${renderValue(sent[member])}`;
    if (answered === "no") t.breach(created, due, recordIn(created)?.[member], `/${member}`);
    else if (kept === "no")
      t.breach(byId.exchange, due, (byId.raw ?? itemOf(after, id))?.[member], `/${member}`);
  }
}

/** After an update the webhook shows a member as sent. */
async function judgeUpdated(t: Check, member: "name" | "url" | "headers"): Promise<void> {
  const { updates: all, born, withEvent, after } = await t.given(updates);
  // The one with an event sends the same values again.
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
      t.find(
        finding(
          { rule: t.rule, exchanges: byId === null ? [answer] : [answer, byId.exchange] },
          {
            documented: `${member} ${renderValue(sent[member])}`,
            received: renderValue(shown),
            pointer: `/${member}`,
          },
        ),
      );
      return;
    }
  }
}

/** A member that no update names stays as it was. */
async function judgeKept(t: Check, member: "event" | "store_id"): Promise<void> {
  const { updates: done, born } = await t.given(updates);
  const before = born.byId.raw?.[member] ?? itemOf((await t.given(births)).after, born.id)?.[member];
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

interface Pair {
  readonly id: string;
  readonly list: OpenList;
  readonly byId: Reading;
}

/** Listed webhooks with what came for their id: our own, new and updated, or some that are there. */
async function listedAndById(t: Check): Promise<readonly Pair[]> {
  const own = await ownPairs(t);
  if (own.length > 0) return own;
  const list = await firstWebhooks(t, "v2ListWebhooks");
  const readings = list.items
    .slice(0, SAMPLE)
    .map(async ({ id }) => ({ id, list, byId: await readWebhook(t, id) }));
  const pairs = await Promise.all(readings);
  if (pairs.every((pair) => judgePair(t, pair).length === 0)) return pairs;
  // Somebody else's webhook may have been changed between the two readings.
  const again = await listWebhooks(t, "v2ListWebhooks");
  const still = pairs.filter(({ id }) => itemOf(again, id) !== null);
  return Promise.all(still.map(async ({ id }) => ({ id, list: again, byId: await readWebhook(t, id) })));
}

async function ownPairs(t: Check): Promise<readonly Pair[]> {
  if (t.settings.writes === "none") return [];
  const { born, after } = (await ifReadable(t.given(births))) ?? { born: [], after: null };
  const fresh = born.flatMap(({ id, byId }) => (after === null ? [] : [{ id, list: after, byId }]));
  const done = await ifReadable(t.given(updates));
  const last = done?.withEvent ?? done?.updates.findLast(({ byId }) => byId !== null);
  if (done === null || done.after === null || last?.byId == null) return fresh;
  return [...fresh, { id: done.born.id, list: done.after, byId: last.byId }];
}

function judgePair(t: Check, { id, list, byId }: Pair): readonly Finding[] {
  const item = itemOf(list, id);
  if (item === null) return [];
  const blame = { rule: t.rule, exchanges: [byId.exchange, ...list.exchanges] };
  if (byId.raw === null) {
    if (byId.exchange.answer.status !== 404) return [];
    return [finding(blame, { documented: `webhook ${id}, which is listed`, received: "status 404" })];
  }
  return webhookDifferences(item, byId.raw).map((claim) =>
    finding(blame, { ...claim, documented: `${claim.documented}, as in the list` }),
  );
}

/** Ids that no webhook has, in the form of those that there are. */
async function neverThere(t: Check): Promise<readonly string[]> {
  const list =
    t.settings.writes === "none"
      ? await ifReadable(firstWebhooks(t, "v2ListWebhooks"))
      : (await ifReadable(t.given(births)))?.before;
  const ids = unknownIds("webhook_id", list?.items[0]?.id, t.settings.seed);
  return t.settings.effort === "quick" ? ids.slice(0, 1) : ids;
}

function withoutObject(t: Check, created: Answered): void {
  const { status, body } = created.answer;
  if (status === 200 || status === 201)
    t.inconclusive("the answer holds no webhook; see status.success-json and webhook.body");
  t.breach(
    created,
    "the created webhook as an object",
    `status ${status} with ${body.kind === "json" ? renderValue(body.value) : `a body that is ${body.kind}`}`,
  );
}

function nothingOfOurs(t: Check): never {
  return t.inconclusive("no webhook could be created; see webhooks.v2.create.object");
}
