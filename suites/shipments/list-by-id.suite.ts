import { describe } from "vitest";
import { shipments } from "../../helpers/contract/lists.js";
import type { Ask } from "../../helpers/engine/check/ask.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import { valueTries } from "../../helpers/engine/lists/asking/tries.js";
import { judgeList } from "../../helpers/engine/lists/reading/judge-list.js";
import { walkTry } from "../../helpers/engine/lists/reading/judge-try.js";
import type { Reading } from "../../helpers/engine/lists/reading/reading.js";
import { known } from "../../helpers/engine/lists/reading/readings.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { finding } from "../../helpers/oracles/finding.js";
import { formDifferences, identityDifferences } from "../../helpers/oracles/records/forms.js";
import { SHIPMENT_STATES } from "../../helpers/oracles/records/shipments.js";
import type { Item } from "../../helpers/wire/decode.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { okObjectOf, type Raw } from "../../helpers/wire/raw.js";

/** A listed shipment and the answer to its id. */
interface Pair {
  readonly item: Item;
  readonly exchange: Answered;
}

describe("GET /v1/shipments/{shipment_id}: the list form and the by-id form", () => {
  rule("shipment.list-by-id.identity", "reads listed shipments of every state by id", (t) =>
    judgePairs(t, identityDifferences),
  );

  rule("shipment.list-by-id.rest", "reads listed shipments of every state by id", (t) =>
    judgePairs(t, formDifferences),
  );
});

/** Marks an empty member in a record's `shapeOf`, and one of several entries. */
const EMPTY = "=";
const SEVERAL = "+";

const firstPairs = given(async (t) => readPairs(t, await known(t, shipments), askOnce));

/** Judges where the two forms differ; a pair of which one was modified after the other was read is read again. */
async function judgePairs(t: Check, differences: typeof formDifferences): Promise<void> {
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
      return readable
        .flatMap(({ listed, byId, exchange }) =>
          differences(listed, byId).map((claim) => finding({ rule: t.rule, exchanges: [exchange] }, claim)),
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
  const { items } = reading;
  const most = t.budget("shipments.by-id.of-each-state");
  const sample = SHIPMENT_STATES.flatMap((state, at) =>
    spread(
      items.filter((item) => item.raw.shipment_status === state),
      most,
      at,
    ),
  );
  const chosen = (sample.length > 0 ? sample : items).slice(0, t.budget("shipments.by-id"));
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

/**
 * Some of the items. Each state picks at other places, so that together they cover the list. Prefers items whose shape
 * was not picked yet. The last one is the emptiest, because services tend to fail on missing members; in every other
 * state the first one is the fullest, because they may shape only the first of several entries.
 */
function spread(items: readonly Item[], most: number, nth: number): readonly Item[] {
  if (items.length <= most) return items;
  const places = most * SHIPMENT_STATES.length - 1;
  const all = items.map((item, at) => ({ item, at, shape: shapeOf(item.raw) }));
  const chosen: (typeof all)[number][] = [];
  for (let at = 0; at < most; at++) {
    const place = Math.round(((nth + at * SHIPMENT_STATES.length) / places) * (items.length - 1));
    const isLast = at > 0 && at === most - 1;
    const isFullest = at === 0 && nth % 2 === 0;
    const rank = (one: (typeof all)[number]) =>
      isLast
        ? -amountOf(EMPTY, one.shape)
        : Math.abs(one.at - place) - (isFullest ? items.length * amountOf(SEVERAL, one.shape) : 0);
    const left = all.filter((one) => !chosen.includes(one)).toSorted((one, other) => rank(one) - rank(other));
    const next = left.find(({ shape }) => chosen.every((one) => one.shape !== shape)) ?? left[0];
    if (next !== undefined) chosen.push(next);
  }
  return chosen.map(({ item }) => item);
}

const amountOf = (mark: string, shape: string): number => shape.split(mark).length;

/** Which members a record has, and which of them are empty or have several entries. */
function shapeOf(raw: Raw): string {
  return Object.entries(raw)
    .map(([name, value]) => `${name}${markOf(value)}`)
    .toSorted()
    .join();
}

function markOf(value: unknown): string {
  if (Array.isArray(value) && value.length > 1) return SEVERAL;
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? EMPTY : "";
}
