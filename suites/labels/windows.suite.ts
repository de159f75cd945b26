import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { boundsBetween, type Sieve, windowSieve } from "../../helpers/engine/lists/filtering.js";
import { exchangesOf, type Walked } from "../../helpers/engine/lists/pages.js";
import { judgeReading, type Reading } from "../../helpers/engine/lists/reading.js";
import { judgeSifted } from "../../helpers/engine/lists/sifting.js";
import { WHICH_ITEMS } from "../../helpers/engine/lists/watching.js";
import { finding } from "../../helpers/oracles/finding.js";
import { classifyBoundaryMiss, type Edge, missedOnBound } from "../../helpers/oracles/windows.js";
import { type Dated, datedBy, oldestFirst } from "../../helpers/wire/dated.js";
import type { Finding } from "../../helpers/wire/exchange.js";
import {
  type Instant,
  MICROSECOND,
  MILLISECOND,
  parseInstant,
  SECOND,
  shiftedBound,
} from "../../helpers/wire/instant.js";
import { renderIds } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { CUT } from "./tries.js";

// Labels that lie on a bound are due too, but a stored time may be finer than the printed one. Therefore the
// bound itself is judged apart, and only after probes have shown that nothing is hidden.

const HOUR = 3_600n * SECOND;
const DAY = 24n * HOUR;
/** Labels that a window near an end of the list holds: few, so that one page shows them all. */
const NEAR_END = 8;
/** From the end at which a bound that is lost on a later page lets other labels in. */
const SORT = {
  start: { sort_dir: "asc", sort_by: "created_at" },
  end: { sort_dir: "desc", sort_by: "created_at" },
} as const;

describe("GET /v1/labels: windows of time", () => {
  rule("labels.filter.created_at_start", "starts windows between, before and after labels", async (t) => {
    await judgeEdge(t, "start");
  });

  rule("labels.filter.created_at_end", "ends windows between, before and after labels", async (t) => {
    await judgeEdge(t, "end");
  });

  rule(
    "labels.filter.created_at_start.inclusive",
    "starts windows exactly when a label was created",
    async (t) => {
      await judgeInclusive(t, "start");
    },
    { from: "standard" },
  );

  rule(
    "labels.filter.created_at_end.inclusive",
    "ends windows exactly when a label was created",
    async (t) => {
      await judgeInclusive(t, "end");
    },
    { from: "standard" },
  );

  rule(
    "labels.filter.created_at_end.as-printed",
    "ends windows with a time as printed",
    async (t) => {
      await judgeReading(
        t,
        "labels",
        async (reading) => {
          const bounds = await judgeBounds(t, reading, "end");
          t.saw("labels on a bound", bounds.length);
          return bounds.filter(({ why }) => why === "hidden-digits").map((bound) => missed(t, "end", bound));
        },
        WHICH_ITEMS,
      );
    },
    { from: "standard" },
  );
});

async function judgeEdge(t: Check, edge: Edge): Promise<void> {
  await judgeReading(
    t,
    "labels",
    async (reading) => {
      const dated = await datedLabels(t, reading);
      const bounds = boundsOf(t, dated, edge);
      const judged = bounds.map(async ({ bound, pages }): Promise<readonly Finding[]> => {
        const walk = await readWindow(t, reading, edge, alone(edge, bound), pages);
        t.saw("windows");
        return judgeSifted(t, reading, alone(edge, bound), walk);
      });
      return (await Promise.all(judged)).flat().slice(0, 2);
    },
    WHICH_ITEMS,
  );
}

interface Bound {
  readonly bound: Instant;
  readonly pages: number;
}

/**
 * Between two labels near the end where few are due, in the middle of the list cut into pages, close behind and
 * before one label, and beyond the last one.
 */
function boundsOf(t: Check, dated: readonly Dated[], edge: Edge): readonly Bound[] {
  const between = boundsBetween(dated);
  if (between.length === 0) t.inconclusive("needs labels created at least two milliseconds apart");
  const near = pick(between, edge, NEAR_END);
  const middle = between[Math.floor(between.length / 2)];
  const one = pick(dated, edge, NEAR_END)?.at;
  const beyond = (edge === "start" ? dated.at(-1) : dated[0])?.at;
  // Times may be rounded or hide digits: a millisecond off says nothing then.
  const fine = t.settings.effort === "thorough" && one !== undefined && one.fractionDigits >= 3;
  const steps = fine ? [MILLISECOND, SECOND] : [SECOND];
  const around = one === undefined ? [] : steps.flatMap((step) => [shifted(one, step), shifted(one, -step)]);
  const far = beyond === undefined ? null : shifted(beyond, edge === "start" ? DAY : -DAY);
  const single = (bounds: readonly (Instant | null | undefined)[]) =>
    bounds.flatMap((bound) => (bound === null || bound === undefined ? [] : [{ bound, pages: 1 }]));
  const cut = middle === undefined ? [] : [{ bound: middle, pages: CUT }];
  if (t.settings.effort === "quick") return single([near]);
  return [...cut, ...single(t.settings.effort === "thorough" ? [near, ...around, far] : around)];
}

async function judgeInclusive(t: Check, edge: Edge): Promise<void> {
  await judgeReading(
    t,
    "labels",
    async (reading) => {
      const bounds = await judgeBounds(t, reading, edge);
      const judged = bounds.filter(({ why }) => why === null || why === "exclusive");
      t.saw("labels on a bound", judged.length);
      if (judged.length === 0) {
        t.inconclusive(
          "no label came back at its own created_at, and probes 1 ms and 1 s off do not show that the stored time is the printed one; labels with whole seconds would settle it",
        );
      }
      return judged
        .filter(({ why }) => why === "exclusive")
        .map((bound) => missed(t, edge, bound))
        .slice(0, 1);
    },
    WHICH_ITEMS,
  );
}

/** A label on the bound: null when it came back, otherwise why it was missed. */
interface OnBound {
  readonly label: Dated;
  readonly walk: Walked;
  readonly why: null | ReturnType<typeof classifyBoundaryMiss>;
}

/** Windows that end or start exactly at a label, one of them at a time that several labels share. */
async function judgeBounds(t: Check, reading: Reading, edge: Edge): Promise<readonly OnBound[]> {
  const dated = await datedLabels(t, reading);
  const times = dated.map(({ at }) => at);
  const tied = dated.filter(({ at }, index) =>
    times.some((other, place) => place !== index && other.epochNs === at.epochNs),
  );
  const single = dated.filter((label) => !tied.includes(label));
  const wanted =
    t.settings.effort === "thorough"
      ? [pick(single, edge, NEAR_END), pick(single, edge, 3), pick(single, edge, 0), pick(tied, edge, 1)]
      : [pick(single, edge, 3), pick(tied, edge, 1)];
  const distinct = [...new Set(wanted)].filter((label) => label !== undefined);
  const asked = [
    ...distinct.map(({ at }) => ({ at, form: alone })),
    ...distinct.slice(0, 1).map(({ at }) => ({ at, form: withinWindow(times) })),
  ];
  const judged = asked.map(async ({ at, form }): Promise<readonly OnBound[]> => {
    const reads = readWindow(t, reading, edge, form(edge, at), 1);
    // Whether the other form is taken at all is judged elsewhere.
    const walk = form === alone ? await reads : await ifReadable(reads);
    if (walk === null) return [];
    const lost = missedOnBound(dated, datedBy(walk.items) ?? [], at);
    const came = dated.filter((label) => label.at.epochNs === at.epochNs && !lost.includes(label));
    const probed = lost.map(async (label) => ({
      label,
      walk,
      why: await probe(t, reading, edge, label, times, form),
    }));
    return [...came.map((label) => ({ label, walk, why: null })), ...(await Promise.all(probed))];
  });
  return (await Promise.all(judged)).flat();
}

/** How a bound is sent. */
type Form = (edge: Edge, bound: Instant) => Sieve;

const alone: Form = (edge, bound) => windowSieve("created_at", { [edge]: bound });

/**
 * With an offset in place of Z, and with the other bound beside it, far off. Where the offset goes unread a start is
 * earlier and an end later, so that more comes.
 */
function withinWindow(times: readonly Instant[]): Form {
  return (edge, bound) => {
    const far = edge === "start" ? times.at(-1) : times[0];
    const other = far === undefined ? null : shifted(far, edge === "start" ? DAY : -DAY);
    return windowSieve("created_at", {
      [edge]: inOffset(bound, OFFSETS[edge]),
      ...(other === null ? {} : { [edge === "start" ? "end" : "start"]: other }),
    });
  };
}

/** West of UTC, and east by other than whole hours. */
const OFFSETS = {
  start: { text: "-05:00", ns: -5n * HOUR },
  end: { text: "+05:30", ns: (11n * HOUR) / 2n },
} as const;

/** The same time as a clock with that offset shows it. */
function inOffset(bound: Instant, { text, ns }: (typeof OFFSETS)[Edge]): Instant {
  return (bound.hasZone ? parseInstant(shiftedBound(bound, ns).replace("Z", text)) : null) ?? bound;
}

/** Moves the bound outwards, and asks with the other bound just inside the label's printed time. */
async function probe(
  t: Check,
  reading: Reading,
  edge: Edge,
  { id, at }: Dated,
  all: readonly Instant[],
  form: Form,
): Promise<ReturnType<typeof classifyBoundaryMiss>> {
  const outwards = edge === "end" ? 1n : -1n;
  const holds = async (on: Edge, by: bigint, how: Form) => {
    const bound = shifted(at, by);
    if (bound === null) return false;
    const walk = await readWindow(t, reading, on, how(on, bound), 1);
    return walk.items.some((item) => item.id === id);
  };
  const inside = outwards * (at.fractionDigits < 3 ? MILLISECOND : MICROSECOND);
  const [backAtMs, backAtSecond, hidden] = await Promise.all([
    holds(edge, outwards * MILLISECOND, form),
    holds(edge, outwards * SECOND, form),
    holds(edge === "end" ? "start" : "end", inside, alone),
  ]);
  return classifyBoundaryMiss({ at, backAtMs, backAtSecond, exact: !hidden }, all);
}

function missed(t: Check, edge: Edge, { label, walk }: OnBound): Finding {
  return finding(
    { rule: t.rule, exchanges: exchangesOf(walk) },
    {
      documented: `label ${label.id}, created at ${label.at.text}, lies within created_at_${edge}=${label.at.text}`,
      received: `${renderIds(walk.items.map((item) => item.id))}: not among them`,
    },
  );
}

/**
 * The labels of a window with one bound.
 * @throws Inconclusive when the bound is refused, which is judged as a matter of date parameters
 */
async function readWindow(
  t: Check,
  reading: Reading,
  edge: Edge,
  sieve: Sieve,
  pages: number,
): Promise<Walked> {
  const walk = await reading.sift(t, sieve, {
    pages,
    ...(pages > 1 ? { sort: SORT[edge] } : {}),
  });
  if (walk.kind === "walk") return walk;
  return t.inconclusive(
    `${sieve.filter.words} was refused with ${walk.exchange.answer.status}; see content.date-params.date-time`,
  );
}

/** The labels with their times, oldest first. */
async function datedLabels(t: Check, reading: Reading): Promise<readonly Dated[]> {
  const { items } = await reading.stretch(t);
  const dated = datedBy(items);
  if (dated === null) return t.inconclusive("a label shows no readable created_at");
  if (new Set(dated.map(({ at }) => at.epochNs)).size > 1) return oldestFirst(dated);
  return t.inconclusive(
    "needs labels created on both sides of a time. Create more labels or point at an account with some",
  );
}

/** The n-th entry from the end of the list at which windows with this bound hold few labels. */
function pick<T>(ordered: readonly T[], edge: Edge, n: number): T | undefined {
  const place = Math.min(n, Math.floor((ordered.length - 1) / 2));
  return edge === "start" ? ordered.at(-1 - place) : ordered[place];
}

function shifted(at: Instant, by: bigint): Instant | null {
  return parseInstant(shiftedBound(at, by));
}
