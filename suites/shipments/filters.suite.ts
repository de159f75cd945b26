import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  judgeCut,
  judgeFilter,
  judgeTogether,
  judgeTotal,
  type Sieve,
  together,
  walkCut,
  walkFiltered,
} from "../../helpers/engine/lists/filtering.js";
import { type Known, knownItems } from "../../helpers/engine/lists/known.js";
import type { Refused, Walked } from "../../helpers/engine/lists/pages.js";
import { judgeKnown } from "../../helpers/engine/lists/watching.js";
import { judgeBounds, observeBounds } from "../../helpers/engine/lists/windowing.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import { finding } from "../../helpers/oracles/finding.js";
import { SHIPMENT_STATES } from "../../helpers/oracles/shipments.js";
import { decodePage } from "../../helpers/wire/decode.js";

import { combinationsOf, stateTries, type Try, tagTries } from "./tries.js";

describe("GET /v1/shipments: filters", () => {
  rule("shipments.filter.shipment_status", "asks for each of the four states", async (t) => {
    const { items } = await knownItems(t, "shipments");
    const tries = stateTries(t, items);
    for (const one of tries) t.find(await judgeTry(t, one, "shipment_status"));
    t.saw("states", tries.length);
    const shown = new Set(items.map((item) => item.raw.shipment_status));
    if (shown.size < 2) t.inconclusive("needs shipments in two states; point at an account with some");
  });

  rule("shipments.filter.tag", "asks for tags that shipments carry", async (t) => {
    const tries = tagTries(t, (await knownItems(t, "shipments")).items);
    if (tries.length === 0)
      t.inconclusive("needs a shipment with a tag that is no part of another tag, and one without it");
    for (const one of tries) t.find(await judgeTry(t, one, "tags"));
    t.saw("tags", tries.length);
  });

  rule("shipments.filter.created_at_start", "asks for what was created after several times", async (t) => {
    await judgeBounds(t, "shipments", { member: "created_at", edge: "start" });
  });

  rule("shipments.filter.created_at_end", "asks for what was created before several times", async (t) => {
    await judgeBounds(t, "shipments", { member: "created_at", edge: "end" });
  });

  rule(
    "shipments.filter.modified_at_start",
    "asks for what was modified after several times",
    async (t) => {
      await judgeBounds(t, "shipments", { member: "modified_at", edge: "start" });
    },
    { from: "standard" },
  );

  rule(
    "shipments.filter.modified_at_end",
    "asks for what was modified before several times",
    async (t) => {
      await judgeBounds(t, "shipments", { member: "modified_at", edge: "end" });
    },
    { from: "standard" },
  );

  rule(
    "shipments.filter.bounds",
    "asks with the very times of a shipment as bounds",
    async (t) => {
      await observeBounds(t, "shipments", "created_at");
      if (t.settings.effort === "thorough") await observeBounds(t, "shipments", "modified_at");
    },
    { from: "thorough" },
  );

  rule("shipments.filter.combined", "asks for up to four filters that one shipment meets", async (t) => {
    const known = await knownItems(t, "shipments");
    const combinations = combinationsOf(t, known);
    if (combinations.length === 0)
      t.inconclusive("needs two filters that each match some shipments and not others");
    for (const { sieves, pages } of combinations) {
      t.find(
        await judgeKnown(
          t,
          "shipments",
          (now) => judgeTogether(t, "shipments", now, sieves, pages),
          FILTERED,
        ),
      );
      t.saw("combinations");
    }
  });

  rule(
    "shipments.filter.shipment_status.unknown",
    "asks for a state that does not exist",
    async (t) => {
      const { total } = await knownItems(t, "shipments");
      // As it is sent among malformed parameters: see status.invalid-input-no-5xx.
      const query = { shipment_status: "plimsoll" };
      const exchange = await askOnce(t, { operation: "v1ListShipments", query });
      if (exchange === null) return t.inconclusive("the target was not well; run again when it is");
      t.saw("calls");
      const page = decodePage(exchange, "shipments");
      const answered = page.kind === "page" ? `with ${page.total} shipments` : `${exchange.answer.status}`;
      const ignored = page.kind === "page" && page.total === total;
      t.observe(`An unknown shipment_status is ${ignored ? "ignored" : `answered ${answered}`}.`);
    },
    { from: "standard" },
  );

  rule("shipments.total", "compares total with what the filtered pages hold", async (t) => {
    let telling = 0;
    t.find(
      await judgeKnown(
        t,
        "shipments",
        async (known) => {
          const states = await Promise.all(stateTries(t, known.items).map((one) => walkTry(t, known, one)));
          const others = await Promise.all(
            [
              ...tagTries(t, known.items).slice(-1),
              ...combinationsOf(t, known).map(({ sieves, pages }) => ({ sieve: together(sieves), pages })),
            ].map((one) => walkTry(t, known, one)),
          );
          const walks = [...states, ...others];
          telling = walks.filter(({ walk }) => walk.kind === "walk" && isPart(walk, known)).length;
          return [
            ...walks.flatMap(({ sieve, walk }) =>
              walk.kind === "walk" ? judgeTotal(t, known, sieve.filter, walk) : [],
            ),
            ...judgeSum(t, known, states),
          ].slice(0, 1);
        },
        FILTERED,
      ),
    );
    t.saw("filters", telling);
    if (telling === 0) t.inconclusive("needs a filter that matches some shipments and not others");
  });
});

/** Members of a shipment that its filters look at. */
const FILTERED = ["shipment_status", "tags", "modified_at"];

interface SieveWalk {
  readonly sieve: Sieve;
  readonly walk: Walked | Refused;
}

function judgeTry(t: Check, { sieve, pages }: Try, member: string) {
  const judge = pages === 2 ? judgeCut : judgeFilter;
  return judgeKnown(t, "shipments", (known) => judge(t, "shipments", known, sieve, "breach"), [member]);
}

/** What is counted must be known: nothing that was created since may come. */
async function walkTry(t: Check, known: Known, { sieve, pages }: Try): Promise<SieveWalk> {
  const query = { ...known.filters, ...sieve.query };
  const walk =
    pages === 2
      ? await walkCut(t, "shipments", known, { ...sieve, query })
      : await walkFiltered(t, "shipments", known, query);
  return { sieve, walk };
}

function isPart(walk: Walked, known: Known): boolean {
  return walk.items.length > 0 && walk.items.length < known.total;
}

/** The totals of the four states add up: the only full count of a list too long to be walked. */
function judgeSum(t: Check, known: Known, walks: readonly SieveWalk[]) {
  const states = walks.flatMap(({ walk }) => (walk.kind === "walk" ? [walk] : []));
  const totals = states.flatMap((walk) => walk.pages[0]?.total ?? []);
  if (known.whole || totals.length < SHIPMENT_STATES.length) return [];
  const clean = walks.every(
    ({ sieve, walk }) =>
      walk.kind === "walk" && walk.items.every((item) => sieve.filter.meets(item.raw) !== false),
  );
  const sum = totals.reduce((left, right) => left + right, 0);
  if (!clean || sum === known.total) return [];
  return [
    finding(
      { rule: t.rule, exchanges: states.flatMap((walk) => walk.pages[0]?.exchange ?? []) },
      {
        documented: `the totals of the four states add up to ${known.total}`,
        received: `${totals.join(" + ")} = ${sum}`,
        pointer: "/total",
      },
    ),
  ];
}
