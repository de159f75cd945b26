import { describe } from "vitest";
import type { Check, Given } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import type { OpenList } from "../../helpers/engine/lists/open/list.js";
import { aWhileAfter, lookingAgain, settled } from "../../helpers/engine/resources/later.js";
import { V1, V2 } from "../../helpers/engine/resources/webhooks/generations.js";
import {
  type Lasting,
  lastingBatch,
  lastingV1,
  lastingV2,
} from "../../helpers/engine/resources/webhooks/lasting.js";
import { listWebhooks } from "../../helpers/engine/resources/webhooks/lists.js";
import { removals } from "../../helpers/engine/resources/webhooks/removals.js";
import { strayOf } from "../../helpers/engine/resources/webhooks/strays.js";
import { isWithoutEffect, updates } from "../../helpers/engine/resources/webhooks/updates.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isInUse, itemOf } from "../../helpers/oracles/webhooks/lists.js";
import { storedSays, webhookDifferences } from "../../helpers/oracles/webhooks/webhooks.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { renderIds, renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import type { Raw } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";
import { judgeLeftLater } from "./laws.js";

/** A list near the end of the run. */
type Lists = Given<OpenList | null>;

const WRITES = [
  "v1CreateWebhook",
  "v1DeleteWebhook",
  "v2CreateWebhook",
  "v2UpdateWebhook",
  "v2DeleteWebhook",
] as const;

/** The v2 list some time after the run's last change of webhooks; null if it cannot be read or nothing was done. */
const listV2 = given(async (t): Promise<OpenList | null> => {
  if (t.session.timesDone(WRITES) === 0) return null;
  await aWhileAfter(t, ...WRITES);
  return t.settings.generations.includes("v2") ? ifReadable(listWebhooks(t, "v2ListWebhooks")) : null;
});

/** The same for v1; the v2 list where that shows webhooks made in v1. */
const listV1 = given(async (t): Promise<OpenList | null> => {
  if (t.session.timesDone(WRITES) === 0) return null;
  const list = await t.given(listV2);
  const lasting = await ifReadable(t.given(lastingV1));
  if (list !== null && lasting !== null && itemOf(list, lasting.own.id) !== null) return list;
  const first = await ifReadable(t.given(V1.first));
  return first === null ? null : ifReadable(listWebhooks(t, first.operation));
});

/** Judges that webhooks which the run created and kept are still listed. */
async function judgeLasting(t: Check, lists: Lists, ...lasting: readonly Given<Lasting>[]): Promise<void> {
  for (const each of lasting) {
    const own = (await leftBefore(t, lists, each))?.own;
    if (own === undefined) continue;
    const list = await listed(t, lists, (seen) => itemOf(seen, own.id) !== null);
    t.saw("webhooks made before");
    if (list === null || itemOf(list, own.id) !== null) continue;
    const documented = `webhook ${own.id}, made earlier in the run, is still listed`;
    t.breach([...list.exchanges, own.created], documented, "it is gone");
  }
}

/** A webhook that the run left, where there is a list to look for it in. */
async function leftBefore(t: Check, lists: Lists, lasting: Given<Lasting>): Promise<Lasting | null> {
  return (await t.given(lists)) === null ? null : ifReadable(t.given(lasting));
}

/** The list near the end of the run; read again for a while if something is wrong with it. */
async function listed(
  t: Check,
  lists: Lists,
  isRight: (list: OpenList) => boolean,
): Promise<OpenList | null> {
  const first = await t.given(lists);
  const [operation] = first?.exchanges.map((exchange) => exchange.operation) ?? [];
  if (first === null || (operation !== "v1ListWebhooks" && operation !== "v2ListWebhooks")) return first;
  return settled(t, first, isRight, () => listWebhooks(t, operation));
}

/** Judges that webhooks which were gone after their deletion stay gone. */
async function judgeGoneStill(t: Check, version: "v1" | "v2", lists: Lists): Promise<void> {
  if ((await t.given(lists)) === null) return;
  const done = (await ifReadable(t.given(removals[version]))) ?? [];
  const gone = done.filter(
    ({ born, answer, byId, after }) =>
      succeeded(answer) && (byId?.raw ?? null) === null && !isInUse(after, born.id),
  );
  if (gone.length === 0) return;
  t.saw("deletions", gone.length);
  const backIn = (seen: OpenList) =>
    gone.filter(
      ({ born, before }) => isInUse(seen, born.id) && isSame(itemOf(before, born.id), itemOf(seen, born.id)),
    );
  const list = await listed(t, lists, (seen) => backIn(seen).length === 0);
  const back = list === null ? [] : backIn(list);
  if (list === null || back.length === 0) return;
  const ids = renderIds(back.map(({ born }) => born.id));
  const exchanges = [...list.exchanges, ...back.map(({ answer }) => answer)];
  const documented = `${ids}, gone from the list once deleted, does not come back`;
  t.breach(exchanges, documented, "listed again later in the run");
}

/** Whether it is the same webhook again. Another one may have got its id, which a rule of its own judges. */
function isSame(before: Raw | null, now: Raw | null): boolean {
  return now !== null && (before?.url === undefined || now.url === undefined || now.url === before.url);
}

/** Whether the first successful update changed nothing; webhooks.v2.put.accepted reports that. */
async function noUpdateTakesEffect(t: Check): Promise<boolean> {
  const made = await ifReadable(t.given(updates));
  const first = made?.updates.find(({ answer }) => succeeded(answer));
  return made !== null && first !== undefined && isWithoutEffect(made.born, first);
}

type Member = "name" | "url" | "event" | "headers";

/** Judges that a webhook still shows what its update set. */
async function judgeUpdateStill(t: Check, member: Member): Promise<void> {
  const lasting = await leftBefore(t, listV2, lastingV2);
  if (!lasting?.update || (await noUpdateTakesEffect(t))) return;
  await judgeStill(t, lasting, lasting.update, member);
}

/** Judges that a webhook which the run left as it was created shows what was sent. */
async function judgeCreatedStill(t: Check, member: Member): Promise<void> {
  const lasting = await leftBefore(t, listV2, lastingBatch);
  if (lasting !== null) await judgeStill(t, lasting, lasting.own.created, member);
}

async function judgeStill(t: Check, { own, sent }: Lasting, write: Answered, member: Member): Promise<void> {
  const sayOf = (seen: OpenList) => storedSays(member, { sent }, [itemOf(seen, own.id)]);
  const list = await listed(t, listV2, (seen) => sayOf(seen) === "yes");
  if (list === null || sayOf(list) === "unclear") return;
  t.saw("webhooks written before");
  if (sayOf(list) === "yes") return;
  const documented = `${member} ${renderValue(sent[member])}, as sent earlier in the run`;
  t.breach([...list.exchanges, write], documented, renderValue(itemOf(list, own.id)?.[member]), `/${member}`);
}

/** Judges that no webhook older than the run took on what was sent to one of ours. */
async function judgeOthersStill(t: Check, list: OpenList): Promise<void> {
  const { list: first } = await t.given(V2.first);
  if (first === null) return;
  const done = (await ifReadable(t.given(updates)))?.updates ?? [];
  const lasting = await ifReadable(t.given(lastingV2));
  const sent = [...done.map((update) => update.sent), ...(lasting === null ? [] : [lasting.sent])];
  if (sent.length === 0) return;
  t.saw("webhooks older than the run", first.items.length);
  const values = new Set(sent.flatMap((body) => Object.values(body)).map((value) => JSON.stringify(value)));
  for (const { id, raw } of first.items) {
    const [difference] = webhookDifferences(raw, itemOf(list, id) ?? raw);
    const member = difference?.pointer?.slice(1) ?? "";
    if (difference === undefined || !values.has(JSON.stringify(itemOf(list, id)?.[member]))) continue;
    const { documented, received, pointer } = difference;
    return t.breach(list.exchanges, `webhook ${id} keeps its ${documented}`, received, pointer);
  }
}

/** Judges that a refused request has left no webhook at the address that it named. */
async function judgeStrays(
  t: Check,
  operation: "v2CreateWebhook" | "v2UpdateWebhook",
  list: OpenList,
): Promise<void> {
  const stray = await strayOf(t, operation, list);
  if (stray === null) return;
  const { item, exchange } = stray;
  const documented = `no webhook of a request that was refused with ${exchange.answer?.status}`;
  t.breach([exchange, ...list.exchanges], documented, `webhook ${item.id} at ${renderValue(item.raw.url)}`);
}

// Near the end of the run, by one list: effects last, and no other webhook changed.
// biome-ignore format: one rule a line
describe("webhooks, later in the run", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard("webhooks.v1.create.listed", "looks for a webhook that it left", (t) => judgeLasting(t, listV1, lastingV1));
  rule.fromStandard("webhooks.v1.delete.gone", "looks for the deleted webhooks once more", (t) => judgeGoneStill(t, "v1", listV1));
  rule.fromStandard("webhooks.v1.delete.only-that-one", "looks for webhooks older than the run", lookingAgain(listV1, (t, list) => judgeLeftLater(t, V1, list)));
  rule.fromStandard("webhooks.v2.create.listed", "looks for webhooks that it left", (t) => judgeLasting(t, listV2, lastingV2, lastingBatch));
  rule.fromStandard("webhooks.v2.create.name", "looks at a webhook that it left", (t) => judgeCreatedStill(t, "name"));
  rule.fromStandard("webhooks.v2.create.url", "looks at a webhook that it left", (t) => judgeCreatedStill(t, "url"));
  rule.fromStandard("webhooks.v2.create.event", "looks at a webhook that it left", (t) => judgeCreatedStill(t, "event"));
  rule.fromStandard("webhooks.v2.put.name", "looks at an updated webhook once more", (t) => judgeUpdateStill(t, "name"));
  rule.fromStandard("webhooks.v2.put.url", "looks at an updated webhook once more", (t) => judgeUpdateStill(t, "url"));
  rule.fromStandard("webhooks.v2.put.headers", "looks at an updated webhook once more", (t) => judgeUpdateStill(t, "headers"));
  rule.fromStandard("webhooks.v2.put.only-that-one", "looks at webhooks older than the run", lookingAgain(listV2, judgeOthersStill));
  rule.fromStandard("webhooks.v2.put.only-that-one", "looks for webhooks of refused updates", lookingAgain(listV2, (t, list) => judgeStrays(t, "v2UpdateWebhook", list)));
  rule.fromStandard("events.values.nonsense", "looks for webhooks of refused creations", lookingAgain(listV2, (t, list) => judgeStrays(t, "v2CreateWebhook", list)));
  rule.fromStandard("webhooks.v2.delete.gone", "looks for the deleted webhooks once more", (t) => judgeGoneStill(t, "v2", listV2));
  rule.fromStandard("webhooks.v2.delete.only-that-one", "looks for webhooks older than the run", lookingAgain(listV2, (t, list) => judgeLeftLater(t, V2, list)));
});
