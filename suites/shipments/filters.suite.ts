import fc from "fast-check";
import { describe } from "vitest";
import type { Item } from "../../helpers/oracles/decode.js";
import { finding } from "../../helpers/oracles/finding.js";
import { count } from "../../helpers/oracles/message.js";
import {
  clearTags,
  SHIPMENT_STATES,
  statusSieve,
  tagSieve,
  tagsOf,
} from "../../helpers/oracles/shipments.js";
import type { Check } from "../../helpers/runner/check.js";
import {
  boundsBetween,
  judgeFilter,
  judgeTogether,
  judgeTotal,
  judgeWalk,
  type Sieve,
  walkFiltered,
  windowSieve,
} from "../../helpers/runner/filtering.js";
import { judgeKnown, type Known, knownItems, knownJudge } from "../../helpers/runner/known.js";
import { askPage, type Refused, type Walked } from "../../helpers/runner/pages.js";
import { rule } from "../../helpers/runner/rule.js";
import { shared } from "../../helpers/runner/shared.js";
import { datedOf } from "../../helpers/runner/slicing.js";
import { judgeBounds, observeBounds } from "../../helpers/runner/windowing.js";

const TAGS_TRIED = { quick: 1, standard: 5, thorough: 1_000 } as const;
const COMBINED_RUNS = { quick: 1, standard: 5, thorough: 25 } as const;

describe("GET /v1/shipments: filters", () => {
  rule("shipments.filter.shipment_status", "asks for each of the four states", async (t) => {
    const { items } = await knownItems(t, "shipments");
    t.find(
      await judgeKnown(t, "shipments", async (known) =>
        (await statusWalks(t, known)).flatMap(({ sieve, walk }) =>
          judgeWalk(t, known, sieve.filter, walk, "breach"),
        ),
      ),
    );
    t.saw("states", SHIPMENT_STATES.length);
    const shown = new Set(items.map((item) => item.raw["shipment_status"]));
    if (shown.size < 2) t.inconclusive("needs shipments in two states; point at an account with some");
  });

  rule("shipments.filter.tag", "asks for tags that shipments carry", async (t) => {
    const tags = await splittingTags(t);
    for (const tag of tags.slice(0, TAGS_TRIED[t.settings.effort])) {
      t.find(
        await judgeKnown(t, "shipments", (known) =>
          judgeFilter(t, "shipments", known, tagSieve(tag), "breach"),
        ),
      );
      t.saw("tags");
    }
  });

  rule("shipments.filter.created_at_start", "asks for what was created after several times", async (t) => {
    await judgeBounds(t, "shipments", { member: "created_at", edge: "start" });
  });

  rule("shipments.filter.created_at_end", "asks for what was created before several times", async (t) => {
    await judgeBounds(t, "shipments", { member: "created_at", edge: "end" });
  });

  rule("shipments.filter.modified_at_start", "asks for what was modified after several times", async (t) => {
    await judgeBounds(t, "shipments", { member: "modified_at", edge: "start" });
  });

  rule("shipments.filter.modified_at_end", "asks for what was modified before several times", async (t) => {
    await judgeBounds(t, "shipments", { member: "modified_at", edge: "end" });
  });

  rule("shipments.filter.bounds", "asks with the very times of a shipment as bounds", async (t) => {
    for (const member of ["created_at", "modified_at"] as const) await observeBounds(t, "shipments", member);
  });

  rule("shipments.filter.combined", "asks for several filters that one shipment meets", async (t) => {
    const known = await knownItems(t, "shipments");
    const sets = fc
      .record({
        at: fc.nat(),
        picks: fc.array(fc.nat({ max: 3 }), { minLength: 2, maxLength: 6 }),
        from: fc.nat(),
        to: fc.nat(),
      })
      .map(({ at, picks, from, to }) => sievesFor(t, known, at, picks, from, to));
    if (known.items.length < 3)
      t.inconclusive(`needs some shipments that differ; ${count(known.items.length, "shipment")} found`);
    const judge = knownJudge(t, "shipments");
    let telling = 0;
    await t.property(
      "combinations",
      sets,
      { runs: COMBINED_RUNS },
      async (sieves) => {
        if (sieves.length < 2) return [];
        if (tells(sieves, known)) telling += 1;
        return judge((now) => judgeTogether(t, "shipments", now, sieves));
      },
      (sieves) => sieves.map((sieve) => sieve.filter.words).join("&"),
    );
    if (telling === 0) t.inconclusive("needs two filters that each match some shipments and not others");
  });

  rule("shipments.filter.shipment_status.unknown", "asks for a state that does not exist", async (t) => {
    const all = await askPage(t, "shipments", { page_size: 1 }, await knownItems(t, "shipments"));
    const read = await askPage(t, "shipments", { shipment_status: "plimsoll_no_such_state", page_size: 1 });
    t.saw("calls");
    const ignored = read.kind === "page" && all.kind === "page" && read.total === all.total;
    t.observe(
      read.kind === "refused"
        ? `An unknown shipment_status is refused with ${read.exchange.answer.status}.`
        : `An unknown shipment_status is ${ignored ? "ignored" : `answered with ${read.total} shipments`}.`,
    );
  });

  rule("shipments.total", "compares total with what the filtered pages hold", async (t) => {
    let telling = 0;
    t.find(
      await judgeKnown(t, "shipments", async (known) => {
        const tags = clearTags(known.items).slice(0, 1).map(tagSieve);
        const bounds = boundsBetween(datedOf(t, "shipments", known, "created_at"));
        const end = bounds[Math.floor(bounds.length / 2)];
        const others = [...tags, ...(end === undefined ? [] : [windowSieve("created_at", { end })])];
        const asked = t.settings.effort === "quick" ? [] : others;
        const walks = [
          ...(await statusWalks(t, known)),
          ...(await Promise.all(asked.map((sieve) => walkSieve(t, known, sieve)))),
        ];
        telling = walks.filter(({ walk }) => walk.kind === "walk" && isPart(walk, known)).length;
        return [
          ...walks.flatMap(({ sieve, walk }) =>
            walk.kind === "walk" ? judgeTotal(t, known, sieve.filter, walk) : [],
          ),
          ...judgeSum(t, known, walks),
        ].slice(0, 1);
      }),
    );
    t.saw("filters", telling);
    if (telling === 0) t.inconclusive("needs a filter that matches some shipments and not others");
  });
});

interface SieveWalk {
  readonly sieve: Sieve;
  readonly walk: Walked | Refused;
}

const firstStatusWalks = shared(async (t) => readStatusWalks(t, await knownItems(t, "shipments")));

/** The walks of the four states: made once for what the run knows, anew for a later reading. */
async function statusWalks(t: Check, known: Known): Promise<readonly SieveWalk[]> {
  return known === (await knownItems(t, "shipments")) ? firstStatusWalks(t) : readStatusWalks(t, known);
}

function readStatusWalks(t: Check, known: Known): Promise<readonly SieveWalk[]> {
  return Promise.all(SHIPMENT_STATES.map((state) => walkSieve(t, known, statusSieve(state))));
}

async function walkSieve(t: Check, known: Known, sieve: Sieve): Promise<SieveWalk> {
  return { sieve, walk: await walkFiltered(t, "shipments", known, sieve.query) };
}

/** Tags that some known shipments carry and others do not, and that are no part of another tag. */
async function splittingTags(t: Check): Promise<readonly string[]> {
  const { items } = await knownItems(t, "shipments");
  const tags = clearTags(items).filter((tag) => items.some((item) => !tagsOf(item).includes(tag)));
  if (tags.length > 0) return tags;
  return t.inconclusive("needs a shipment with a tag that is no part of another tag, and one without it");
}

/**
 * Filters that the known shipment at `at` meets: its state, a tag of its, a window of creation and one of
 * modification around it.
 */
function sievesFor(
  t: Check,
  known: Known,
  at: number,
  picks: readonly number[],
  from: number,
  to: number,
): readonly Sieve[] {
  const item = known.items[at % Math.max(1, known.items.length)];
  if (item === undefined) return [];
  const state = SHIPMENT_STATES.find((name) => name === item.raw["shipment_status"]);
  const tag = clearTags(known.items).find((name) => tagsOf(item).includes(name));
  const all = [
    state === undefined ? null : statusSieve(state),
    windowAround(t, known, item, "created_at", from, to),
    windowAround(t, known, item, "modified_at", to, from),
    tag === undefined ? null : tagSieve(tag),
  ];
  return [...new Set(picks)].flatMap((pick) => all[pick] ?? []);
}

function windowAround(
  t: Check,
  known: Known,
  item: Item,
  member: "created_at" | "modified_at",
  from: number,
  to: number,
): Sieve | null {
  const dated = datedOf(t, "shipments", known, member);
  const own = dated.find(({ id }) => id === item.id)?.at.epochNs;
  const bounds = boundsBetween(dated);
  const before = bounds.filter(({ epochNs }) => own !== undefined && epochNs < own);
  const after = bounds.filter(({ epochNs }) => own !== undefined && epochNs > own);
  // Modulo one more than there are: the bound may be left out.
  const start = before[from % (before.length + 1)];
  const end = after[to % (after.length + 1)];
  if (start === undefined && end === undefined) return null;
  return windowSieve(member, {
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  });
}

/** Whether each of the filters takes some known shipments and leaves others out. */
function tells(sieves: readonly Sieve[], { items }: Known): boolean {
  return sieves.every(({ filter }) => {
    const answers = items.map((item) => filter.meets(item.raw));
    return answers.includes(true) && answers.includes(false);
  });
}

function isPart(walk: Walked, known: Known): boolean {
  return walk.items.length > 0 && walk.items.length < known.total;
}

/** The totals of the four states add up: the only full count of a list too long to be walked. */
function judgeSum(t: Check, known: Known, walks: readonly SieveWalk[]) {
  const states = walks
    .slice(0, SHIPMENT_STATES.length)
    .flatMap(({ walk }) => (walk.kind === "walk" ? [walk] : []));
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
