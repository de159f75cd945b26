import { describe } from "vitest";
import { shipments } from "../../helpers/contract/lists.js";
import type { Ask } from "../../helpers/engine/check/ask.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import { valueTries } from "../../helpers/engine/lists/asking/value-tries.js";
import { judgeList } from "../../helpers/engine/lists/reading/judge-list.js";
import { walkTry } from "../../helpers/engine/lists/reading/judge-try.js";
import type { Reading } from "../../helpers/engine/lists/reading/reading.js";
import { known } from "../../helpers/engine/lists/reading/readings.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { findingOf } from "../../helpers/oracles/finding.js";
import { formDifferences, identityDifferences, showsChanges } from "../../helpers/oracles/records/forms.js";
import { SHIPMENT_STATES } from "../../helpers/oracles/records/shipments.js";
import type { Item } from "../../helpers/wire/decode.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { okObjectOf } from "../../helpers/wire/raw.js";
import { varied } from "../../helpers/wire/varied.js";

/** A listed shipment and the answer to its id. */
interface Pair {
  readonly item: Item;
  readonly exchange: Answered;
}

// biome-ignore format: one rule a line
describe("GET /v1/shipments/{shipment_id}: the list form and the by-id form", () => {
  rule("shipment.list-by-id.identity", "reads listed shipments of every state by id", (t) => judgePairs(t, identityDifferences));
  rule("shipment.list-by-id.rest", "reads listed shipments of every state by id", (t) => judgePairs(t, formDifferences));
});

const firstPairs = given(async (t) => readPairs(t, await known(t, shipments), askOnce));

/** Judges where the two forms differ; a pair of which one was modified after the other was read is read again. */
async function judgePairs(t: Check, differences: typeof identityDifferences): Promise<void> {
  t.find(
    await judgeList(t, shipments, "every-member", async (reading) => {
      const first = reading === (await known(t, shipments));
      const pairs = first ? await t.given(firstPairs) : await readPairs(t, reading);
      const readable = pairs.flatMap(({ item, exchange }) => {
        const byId = okObjectOf(exchange.answer);
        return byId === null ? [] : [{ listed: item.raw, byId, exchange }];
      });
      if (readable.length === 0) t.inconclusive("needs a listed shipment that can be read by id");
      t.saw("shipments", readable.length);
      const changesShow = showsChanges(readable);
      return readable
        .flatMap(({ listed, byId, exchange }) =>
          differences(listed, byId, changesShow).map((claim) =>
            findingOf({ rule: t.rule, exchanges: [exchange] }, claim),
          ),
        )
        .slice(0, 1);
    }),
  );
}

async function readPairs(
  t: Check,
  reading: Reading,
  ask: (t: Check, ask: Ask) => Promise<Answered | null> = (check, one) => check.ask(one),
): Promise<readonly Pair[]> {
  const chosen = sampleOf(t, reading.items);
  const asked = chosen.map(({ id }) => ask(t, { operation: "v1GetShipment", path: { shipment_id: id } }));
  const [tagged, ...exchanges] = await Promise.all([underTags(t, reading), ...asked]);
  return chosen.flatMap((item, at) => {
    const exchange = exchanges[at] ?? null;
    return exchange === null ? [] : [{ item: tagged.get(item.id) ?? item, exchange }];
  });
}

/** Shipments as they come under the tags that the filter's own check asks for: some services show only that tag then. */
async function underTags(t: Check, reading: Reading): Promise<ReadonlyMap<string, Item>> {
  if (!t.affords("lists.sorts")) return new Map();
  const tries = valueTries(t, shipments, reading.items, "tag");
  const walks = await Promise.all(tries.map((one) => ifReadable(walkTry(t, reading, one))));
  return new Map(
    walks.flatMap((walk) => (walk?.kind === "walk" ? walk.items.map((item) => [item.id, item]) : [])),
  );
}

/** Some shipments of each state; and of the states with most shipments one each that holds most. */
function sampleOf(t: Check, items: readonly Item[]): readonly Item[] {
  const most = t.budget("shipments.by-id.of-each-state");
  const all = t.budget("shipments.by-id");
  const states = SHIPMENT_STATES.map((state) =>
    items.filter(({ raw }) => raw.shipment_status === state),
  ).filter(({ length }) => length > 0);
  const chosen = states.length > 0 ? varied(states, most, all) : items.slice(0, all);
  const largest = states
    .toSorted((one, other) => other.length - one.length)
    .slice(0, t.budget("shipments.by-id.fullest"));
  return [...new Set([...chosen, ...largest.flatMap((each) => fullestFirst(each).slice(0, 1))])];
}

/** Those with most packages first, and among those the ones with most tags: a form may show such shipments wrongly. */
function fullestFirst(items: readonly Item[]): readonly Item[] {
  const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);
  return items.toSorted(
    ({ raw: one }, { raw: other }) =>
      lengthOf(other.packages) - lengthOf(one.packages) || lengthOf(other.tags) - lengthOf(one.tags),
  );
}
