import { describe } from "vitest";
import type { Answered, Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import type { OpenList } from "../../helpers/engine/lists/open-lists.js";
import { excuseOf, ownUrl } from "../../helpers/engine/resources/webhooks/addresses.js";
import { V2 } from "../../helpers/engine/resources/webhooks/generations.js";
import {
  type Creation,
  creations,
  nothingOfOurs,
  readWebhook,
  recordIn,
  registerWebhook,
  removeWebhook,
  type SeenWebhook,
} from "../../helpers/engine/resources/webhooks/life.js";
import {
  firstWebhooks,
  gained,
  itemOf,
  listWebhooks,
} from "../../helpers/engine/resources/webhooks/lists.js";
import { removals } from "../../helpers/engine/resources/webhooks/removals.js";
import {
  bareUpdate,
  changesAgain,
  isWithoutEffect,
  storedSays,
  type Updates,
  updates,
} from "../../helpers/engine/resources/webhooks/updates.js";
import { finding } from "../../helpers/oracles/finding.js";
import { type WebhookMember, webhookDifferences } from "../../helpers/oracles/webhooks.js";
import { unknownIds } from "../../helpers/target/made-up.js";
import type { Item } from "../../helpers/wire/decode.js";
import type { Exchange, Finding } from "../../helpers/wire/exchange.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import type { Raw } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";
import { judgeGone, judgeListed, judgeOnlyThat } from "./laws.js";

/** Webhooks of others that are read by id where none of our own may be created. */
const SAMPLE = 3;
/** As no account numbers its stores. */
const NO_STORE = 999_999_999;

describe("v2 webhooks", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.create.object", "creates two webhooks with all members", async (t) => {
    const { born, failed, twins } = await t.given(creations.v2);
    if (twins.length > 0) t.inconclusive("two new webhooks have one id; see webhooks.v2.ids.unique");
    t.saw("webhooks", born.length);
    for (const { created } of born) if (recordIn(created) === null) withoutObject(t, created);
    if (born.length === 0) judgeNoneCreated(t, failed);
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

  rule("webhooks.v2.create.listed", "lists before and after two creations", (t) => judgeListed(t, V2));

  rule("webhooks.v2.ids.unique", "creates two webhooks", async (t) => {
    const made = t.settings.writes === "none" ? null : await ifReadable(t.given(creations.v2));
    if (made === null) return;
    t.saw("webhooks", made.born.length);
    const [first, second] = made.twins;
    if (first === undefined || second === undefined) return;
    t.breach(
      [second, first],
      "each webhook has a webhook_id of its own",
      `${renderValue(recordIn(second)?.webhook_id)} again`,
      "/webhook_id",
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

  rule("webhooks.v2.delete.accepted", "deletes an updated and a new webhook", async (t) => {
    const done = await t.given(removals.v2);
    for (const { answer } of done) {
      t.expect(answer, "the deletion of a webhook").about("the webhook").succeeds();
      t.saw("deletions");
    }
  });

  rule("webhooks.v2.delete.gone", "looks for deleted webhooks in the list and by id", (t) =>
    judgeGone(t, V2),
  );

  rule("webhooks.v2.delete.only-that-one", "lists before and after deletions", (t) => judgeOnlyThat(t, V2));

  rule("webhooks.v2.delete.unknown-id", "deletes ids that no webhook has", async (t) => {
    for (const webhook_id of await neverThere(t)) {
      const exchange = await t.ask({ operation: "v2DeleteWebhook", path: { webhook_id }, intent: "id" });
      t.saw("ids");
      if (!t.expect(exchange).about("the id").refusedWith(400, 404).holds) return;
    }
  });

  rule("webhooks.v2.create.required-members", "notes which creations were refused", async (t) => {
    const { born, failed } = await t.given(creations.v2);
    t.saw("creations", born.length + failed.length);
    const stores = born.filter(({ sent }) => sent.store_id !== undefined).length;
    t.observe(`${stores} of ${born.length} webhooks were created with a store_id.`);
    for (const { answer, request } of failed)
      t.observe(`The creation ${renderValue(request.body)} was answered ${answer.status}.`);
  });

  rule.fromThorough(
    "webhooks.v2.create.conflicts",
    "creates a webhook twice, and one for a store that is not known",
    async (t) => {
      const [first] = (await t.given(creations.v2)).born;
      if (first === undefined) return t.inconclusive(nothingOfOurs(V2));
      const twin = { ...first.sent, url: ownUrl(t, "twin") };
      const stray = { ...twin, url: ownUrl(t, "stray"), store_id: NO_STORE };
      const made: readonly (readonly [string, Creation])[] = [
        ["A webhook", await registerWebhook(t, V2, twin)],
        ["A second webhook for the same event at the same address", await registerWebhook(t, V2, twin)],
        ["A webhook for a store that is not known", await registerWebhook(t, V2, stray)],
      ];
      const removed = new Set<string>();
      for (const [what, { created, own }] of made) {
        t.saw("creations");
        t.observe(`${what} is answered ${created.answer.status}.`);
        if (own === null) continue;
        // Where the second creation is answered with the first webhook, that is removed once.
        if (removed.has(own.id)) own.gone();
        else await removeWebhook(t, V2, own);
        removed.add(own.id);
      }
    },
  );

  rule("webhooks.v2.put-delete.answer", "notes status and body of an update and a deletion", async (t) => {
    const [update] = (await t.given(updates)).updates;
    const [deletion] = await t.given(removals.v2);
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
      const [deletion] = (await ifReadable(t.given(removals.v2))) ?? [];
      const bare = await ifReadable(t.given(bareUpdate));
      if (deletion === undefined || bare === null || !succeeded(bare.answer)) return;
      const item = itemOf(deletion.after, bare.born.id);
      // Only where the list shows the rest of the same update is it known to have caught up.
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

/** A created webhook shows a member as sent: in the answer, and in what the target keeps of it. */
async function judgeCreated(t: Check, member: WebhookMember): Promise<void> {
  const { born, after } = await t.given(creations.v2);
  if (born.length === 0) return t.inconclusive(nothingOfOurs(V2));
  const sending = born.filter(({ sent }) => sent[member] !== undefined);
  if (sending.length === 0)
    t.inconclusive(`no creation with ${member} was accepted; name one under fixtures`);
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
      t.breach(
        byId === null ? [answer] : [answer, byId.exchange],
        `${member} ${renderValue(sent[member])}`,
        renderValue(shown),
        `/${member}`,
      );
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

interface Pair {
  readonly id: string;
  readonly list: OpenList;
  readonly byId: SeenWebhook;
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
  const { born, after } = (await ifReadable(t.given(creations.v2))) ?? { born: [], after: null };
  const fresh = born.flatMap(({ id, byId }) =>
    after === null || byId === null ? [] : [{ id, list: after, byId }],
  );
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
    return [t.finding(blame.exchanges, `webhook ${id}, which is listed`, "status 404")];
  }
  return webhookDifferences(item, byId.raw).map((claim) =>
    finding(blame, { ...claim, documented: `${claim.documented}, as in the list` }),
  );
}

/** Judges that webhooks can be created where no creation brought one. */
function judgeNoneCreated(t: Check, failed: readonly Answered[]): void {
  const excused = failed.find((exchange) => V2.isExcused(exchange));
  if (excused !== undefined) t.inconclusive(excuseOf(t, excused));
  const [first] = failed;
  if (first === undefined) t.inconclusive("no webhook could be asked for");
  t.saw("creations", failed.length);
  if (succeeded(first)) withoutObject(t, first);
  else t.expect(first, "a webhook with all members is created").succeeds();
}

/** Those of the new webhooks at an address that an update sent. */
function twinsOf({ updates: done }: Updates, fresh: readonly Item[]): readonly string[] {
  const addresses = new Set<unknown>(done.map((update) => update.sent.url));
  return fresh.filter(({ raw }) => addresses.has(raw.url)).map(({ id }) => id);
}

/** The first change of a webhook beside the updated one, where the updates made it. */
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

/** Whether the updates changed another webhook: somebody else may change theirs, but not to what was sent here. */
async function isOurDoing(t: Check, made: Updates, before: Item, now: Raw): Promise<boolean> {
  const { born } = await t.given(creations.v2);
  if (born.some(({ id }) => id === before.id)) return true;
  const sent = made.updates
    .flatMap((update) => Object.values(update.sent))
    .map((value) => JSON.stringify(value));
  if (Object.values(now).some((value) => sent.includes(JSON.stringify(value)))) return true;
  return t.settings.fixturesAll && changesAgain(t, made, before.raw);
}

/** Ids that no webhook has, in the form of those that there are. */
async function neverThere(t: Check): Promise<readonly string[]> {
  const list =
    t.settings.writes === "none"
      ? await ifReadable(firstWebhooks(t, "v2ListWebhooks"))
      : (await ifReadable(t.given(creations.v2)))?.before;
  const ids = unknownIds("webhook_id", list?.items[0]?.id, t.settings.seed);
  return ids.slice(0, t.budget("webhooks.v2.unknown-ids"));
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
