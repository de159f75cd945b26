import { describe } from "vitest";
import { firstOfEach } from "../../helpers/contract/group-by.js";
import type { Check } from "../../helpers/engine/check/check.js";
import type { OpenList } from "../../helpers/engine/lists/open/list.js";
import { creations } from "../../helpers/engine/resources/webhooks/life.js";
import { firstWebhooks, listWebhooks } from "../../helpers/engine/resources/webhooks/lists.js";
import { readWebhook, type SeenWebhook } from "../../helpers/engine/resources/webhooks/reading.js";
import { updates } from "../../helpers/engine/resources/webhooks/updates.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { findingOf } from "../../helpers/oracles/finding.js";
import { webhookDifferences } from "../../helpers/oracles/webhooks/webhooks.js";
import { type Item, itemOf } from "../../helpers/wire/decode.js";
import type { Findings } from "../../helpers/wire/exchange.js";
import { ifReadable } from "../../helpers/wire/outcome.js";

describe("v2 webhooks: reading", { meta: { changes: ["webhooks"] } }, () => {
  rule("webhooks.v2.get.equals", "compares webhooks by id with their items in the list", async (t) => {
    const pairs = await listedAndById(t);
    const readable = pairs.filter(({ byId }) => byId.raw !== null || byId.exchange.answer.status === 404);
    if (readable.length === 0) t.inconclusive("needs a listed webhook that can be read by id");
    t.saw("webhooks", readable.length);
    t.find(readable.flatMap((pair) => judgePair(t, pair)).slice(0, 1));
  });
});

interface Pair {
  readonly id: string;
  readonly list: OpenList;
  readonly byId: SeenWebhook;
}

/** Listed webhooks with the answer to their id: our own new and updated ones, and some that were there before. */
async function listedAndById(t: Check): Promise<readonly Pair[]> {
  const own = await ownPairs(t);
  if (own.length === 0) return olderPairs(t);
  return [...own, ...((await ifReadable(olderPairs(t))) ?? [])];
}

async function olderPairs(t: Check): Promise<readonly Pair[]> {
  const list = await firstWebhooks(t, "v2ListWebhooks");
  const older = oneOfEachEvent(list.items).slice(0, t.budget("webhooks.older"));
  const readings = older.map(async ({ id }) => ({ id, list, byId: await readWebhook(t, id) }));
  const pairs = await Promise.all(readings);
  if (pairs.every((pair) => judgePair(t, pair).length === 0)) return pairs;
  // Another client may have changed its webhook between the two readings.
  const again = await listWebhooks(t, "v2ListWebhooks");
  const still = pairs.filter(({ id }) => itemOf(again, id) !== null);
  return Promise.all(still.map(async ({ id }) => ({ id, list: again, byId: await readWebhook(t, id) })));
}

/** The first webhook of each event, then the others: a service may keep those of one event apart. */
function oneOfEachEvent(items: readonly Item[]): readonly Item[] {
  return [...new Set([...firstOfEach(items, ({ raw }) => raw.event), ...items])];
}

async function ownPairs(t: Check): Promise<readonly Pair[]> {
  const { born, after } = (await ifReadable(t.given(creations.v2))) ?? { born: [], after: null };
  const fresh = born.flatMap(({ id, byId }) =>
    after === null || byId === null ? [] : [{ id, list: after, byId }],
  );
  const done = await ifReadable(t.given(updates));
  const last = done?.withEvent ?? done?.updates.findLast(({ byId }) => byId !== null);
  if (done === null || done.after === null || last?.byId == null) return fresh;
  return [...fresh, { id: done.born.id, list: done.after, byId: last.byId }];
}

function judgePair(t: Check, { id, list, byId }: Pair): Findings {
  const item = itemOf(list, id);
  if (item === null) return [];
  const blame = { rule: t.rule, exchanges: [byId.exchange, ...list.exchanges] };
  if (byId.raw === null) {
    if (byId.exchange.answer.status !== 404) return [];
    return [t.finding(blame.exchanges, `webhook ${id}, which is listed`, "status 404")];
  }
  return webhookDifferences(item, byId.raw).map((claim) =>
    findingOf(blame, { ...claim, documented: `${claim.documented}, as in the list` }),
  );
}
