import fc from "fast-check";
import { finding } from "../../oracles/finding.js";
import {
  type BoundaryProbe,
  classifyBoundaryMiss,
  type Edge,
  exactnessProbe,
} from "../../oracles/windows.js";
import { type Dated, oldestFirst } from "../../wire/dated.js";
import type { ListName, Page } from "../../wire/decode.js";
import type { Finding } from "../../wire/exchange.js";
import { type Instant, MILLISECOND, parseInstant, SECOND, shiftedBound } from "../../wire/instant.js";
import { count } from "../../wire/message.js";
import type { Check } from "../check/check.js";
import { boundsBeside, boundsBetween, judgeCut, judgeFilter, type Sieve, windowSieve } from "./filtering.js";
import { type Known, knownItems } from "./known.js";
import { askPage, type ListQuery, readPage } from "./pages.js";
import { datedOf } from "./slicing.js";
import { judgeKnown, knownJudge, type Matters, WHICH_AND_WHEN, WHICH_ITEMS } from "./watching.js";

/** One date parameter: `<member>_<edge>`. */
export interface BoundParameter {
  readonly member: "created_at" | "modified_at";
  readonly edge: Edge;
}

const DAY = 86_400n * SECOND;
const RUNS = { quick: 0, standard: 0, thorough: 15 } as const;
const WINDOW_RUNS = { quick: 1, standard: 1, thorough: 15 } as const;
/** Items asked for by their own time. */
const BOUNDARY_ITEMS = { quick: 1, standard: 2, thorough: 20 } as const;
/** Direction from whose end a bound that is lost on page 2 lets in what it should leave out. */
export const FROM = { start: "asc", end: "desc" } as const;

/** A bound to ask for, and into how many pages to cut what is due. */
interface Trial {
  readonly sieve: Sieve;
  readonly pages: 1 | 2;
}

/**
 * Judges one date bound: close behind an item near the end of the list, and, cut in two pages, close before one
 * in its middle. A bound that is off by more than two seconds shows at one of them.
 * @throws Inconclusive without items on both sides of a time
 */
export async function judgeBounds(t: Check, list: ListName, parameter: BoundParameter): Promise<void> {
  const { member, edge } = parameter;
  const judge = knownJudge(t, list, mattersTo(member));
  const trials = await trialsOf(t, list, parameter);
  for (const { sieve, pages } of t.settings.effort === "quick" ? trials.slice(0, 1) : trials) {
    t.saw("bounds");
    const findings = await judge((known) =>
      pages === 2
        ? judgeCut(t, list, known, sieve, "inconclusive", { dir: FROM[edge], by: member })
        : judgeFilter(t, list, known, sieve, "inconclusive"),
    );
    t.find(findings);
    if (findings.length > 0) return;
  }
  if (RUNS[t.settings.effort] === 0) return;
  const beside = boundsBeside(datedOf(t, list, await knownItems(t, list), member));
  const bounds = await boundsOf(t, list, member);
  await t.property(
    "drawn bounds",
    fc.constantFrom(...bounds, ...beside.flatMap(({ behind, before }) => [behind, before])),
    { runs: RUNS },
    (bound) =>
      judge((known) => judgeFilter(t, list, known, windowSieve(member, { [edge]: bound }), "inconclusive")),
    (bound) => `${member}_${edge}=${bound.text}`,
  );
}

/** What of an item a bound looks at. */
function mattersTo(member: BoundParameter["member"]): Matters {
  return member === "created_at" ? WHICH_ITEMS : WHICH_AND_WHEN;
}

/**
 * The bounds by which a date parameter is judged, the cheapest first.
 * @throws Inconclusive without items on both sides of a time
 */
export async function trialsOf(
  t: Check,
  list: ListName,
  { member, edge }: BoundParameter,
): Promise<readonly Trial[]> {
  const bounds = await boundsOf(t, list, member);
  const beside = boundsBeside(datedOf(t, list, await knownItems(t, list), member));
  const middle = beside[Math.floor(beside.length / 2)];
  // At the end of the list where the bound leaves little to be read. The other one comes from the near side.
  const [near, far] =
    edge === "start" ? [beside.at(-1)?.behind, middle?.before] : [beside[0]?.before, middle?.behind];
  const between = bounds[Math.floor(bounds.length / 2)];
  return [
    { bound: near, pages: 1 },
    { bound: far ?? between, pages: 2 },
  ].flatMap(({ bound, pages }) =>
    bound === undefined
      ? []
      : [{ sieve: windowSieve(member, { [edge]: bound }), pages: pages === 2 ? 2 : 1 } as const],
  );
}

/**
 * Judges windows with both bounds. Where one bound alone goes wrong already, that is the breach of its rule.
 * @throws Inconclusive without items before, within and after a window
 */
export async function judgeWindows(
  t: Check,
  list: ListName,
  judgeBoth: (known: Known, start: Instant, end: Instant, pages: 1 | 2) => Promise<readonly Finding[]>,
): Promise<void> {
  const bounds = await boundsOf(t, list, "created_at");
  if (bounds.length < 2)
    t.inconclusive(`needs ${list} created before, within and after a window; the list has two times only`);
  const judge = knownJudge(t, list, WHICH_ITEMS);
  const middle = middleWindow(bounds);
  if (t.settings.effort !== "quick" && middle !== null) {
    const [{ start }, { end }] = middle;
    t.saw("windows");
    const findings = await judge((known) => judgeBoth(known, start, end, 2));
    t.find(findings);
    if (findings.length > 0) return;
  }
  const windows = fc
    .uniqueArray(fc.nat({ max: bounds.length - 1 }), { minLength: 2, maxLength: 2 })
    .map((places) => places.toSorted((left, right) => left - right).flatMap((place) => bounds[place] ?? []));
  await t.property(
    "windows",
    windows,
    { runs: WINDOW_RUNS },
    async ([start, end]) =>
      start === undefined || end === undefined ? [] : judge((known) => judgeBoth(known, start, end, 1)),
    (window) => window.map((bound) => bound.text).join(" to "),
  );
}

/** The window that holds the middle half of the items, as its two bounds; null where there is none. */
export function middleWindow(
  bounds: readonly Instant[],
): readonly [{ start: Instant }, { end: Instant }] | null {
  const [start, end] = [1, 3].map((quarter) => bounds[Math.floor(((bounds.length - 1) * quarter) / 4)]);
  return start === undefined || end === undefined || start === end ? null : [{ start }, { end }];
}

/** Bounds between neighbours of different time; inconclusive where there are none. */
async function boundsOf(
  t: Check,
  list: ListName,
  member: "created_at" | "modified_at",
): Promise<readonly Instant[]> {
  const known = await knownItems(t, list);
  const bounds = boundsBetween(datedOf(t, list, known, member));
  if (bounds.length > 0) return bounds;
  return t.inconclusive(
    `needs ${list} on both sides of a time; ${count(known.items.length, "item")} found, all of one ${member}. Point at an account with some`,
  );
}

/** Notes whether an item comes back when its own time is the bound, for a list that leaves it open. */
export async function observeBounds(
  t: Check,
  list: ListName,
  member: "created_at" | "modified_at",
): Promise<void> {
  const known = await knownItems(t, list);
  const [item] = loners(datedOf(t, list, known, member), 1);
  if (item === undefined) return t.inconclusive(`needs one of the ${list} whose ${member} no other has`);
  for (const edge of ["start", "end"] as const) {
    const page = await atBound(t, list, known, { member, edge }, item.at.text);
    t.saw("bounds");
    t.observe(
      `${member}_${edge} of the ${list} ${holds(page, item) ? "includes" : "leaves out"} the item at the bound.`,
    );
  }
}

/** What became of the items whose own time was the bound. */
export interface BoundaryVerdict {
  readonly asked: number;
  /** Missed although nothing finer than the printed time can be the reason. */
  readonly exclusive: readonly Finding[];
  /** Missed, perhaps for digits that are not printed. */
  readonly hidden: readonly Finding[];
}

/**
 * Asks for items by their own created_at, printed exactly as the target printed it, and classifies each miss by
 * bounds 1 ms and 1 s farther out and by the probe for hidden digits. A miss that no bound explains is the
 * breach of the filter itself.
 * @throws Inconclusive where no item stands alone at its time
 */
export async function judgeBoundary(t: Check, list: ListName, edge: Edge): Promise<BoundaryVerdict> {
  const dated = datedOf(t, list, await knownItems(t, list), "created_at");
  const items = loners(dated, BOUNDARY_ITEMS[t.settings.effort]);
  if (items.length === 0)
    t.inconclusive(
      `none of the ${list} has a created_at that is more than a second away from that of every other; one that has would settle this`,
    );
  const exclusive: Finding[] = [];
  const hidden: Finding[] = [];
  // A bound may be taken otherwise beside another one, here so far out that it leaves out nothing.
  const [oldest, newest] = [oldestFirst(dated)[0], oldestFirst(dated).at(-1)];
  const outside = edge === "start" ? newest : oldest;
  const other = edge === "start" ? "created_at_end" : "created_at_start";
  const far = outside === undefined ? "" : shiftedBound(outside.at, edge === "start" ? DAY : -DAY);
  for (const [at, item] of items.entries()) {
    const beside: ListQuery = at % 2 === 1 ? { [other]: far } : {};
    let into = exclusive;
    const misses = await judgeKnown(
      t,
      list,
      async (known) => {
        const miss = known.items.some(({ id }) => id === item.id)
          ? await missAt(t, list, known, { item, edge, beside })
          : null;
        if (miss === null) return [];
        const kind = classifyBoundaryMiss(
          miss.probe,
          dated.map(({ at }) => at),
        );
        into = kind === "exclusive" ? exclusive : hidden;
        return kind === "lost" ? [] : [miss.finding];
      },
      WHICH_ITEMS,
    );
    into.push(...misses);
    if (exclusive.length > 0) break;
  }
  return { asked: items.length, exclusive, hidden };
}

/** A boundary item that did not come, with what probing around it showed; null when it came. */
async function missAt(
  t: Check,
  list: ListName,
  known: Known,
  { item, edge, beside }: { readonly item: Dated; readonly edge: Edge; readonly beside: ListQuery },
): Promise<{ readonly probe: BoundaryProbe; readonly finding: Finding } | null> {
  const parameter = { member: "created_at", edge } as const;
  const page = await atBound(t, list, known, parameter, item.at.text, beside);
  if (holds(page, item)) return null;
  const comes = async (at: Edge, bound: string) =>
    holds(await atBound(t, list, known, { member: "created_at", edge: at }, bound, beside), item);
  const outwards = edge === "start" ? -1n : 1n;
  const inside = exactnessProbe(item.at, edge);
  const [backAtMs, backAtSecond, backInside] = await Promise.all([
    comes(edge, shiftedBound(item.at, outwards * MILLISECOND)),
    comes(edge, shiftedBound(item.at, outwards * SECOND)),
    comes(inside.edge, inside.bound),
  ]);
  return {
    probe: { at: item.at, backAtMs, backAtSecond, exact: !backInside },
    finding: finding(
      { rule: t.rule, exchanges: [page.exchange] },
      {
        documented: `${item.id}, created at ${item.at.text}, is returned when that is the bound`,
        received: `it is not returned, but is with the bound ${backAtMs ? "1 ms" : "1 s"} farther out`,
      },
    ),
  };
}

/**
 * The page on which an item at the bound stands: the first from the side of the bound. A printed form that is
 * refused as a bound is asked for in UTC with Z, which must be accepted.
 */
async function atBound(
  t: Check,
  list: ListName,
  known: Known,
  { member, edge }: BoundParameter,
  bound: string,
  beside: ListQuery = {},
): Promise<Page> {
  const sort = {
    ...beside,
    page: 1,
    page_size: known.size,
    sort_by: member,
    sort_dir: edge === "start" ? "asc" : "desc",
  };
  const read = await askPage(t, list, { ...sort, [`${member}_${edge}`]: bound }, known);
  if (read.kind === "page") return read;
  const at = parseInstant(bound);
  const inUtc = at === null ? bound : shiftedBound(at, 0n);
  const { status } = read.exchange.answer;
  if (inUtc === bound)
    return t.inconclusive(
      `${member}_${edge}=${bound} was refused with ${status}; see content.date-params.date-time`,
    );
  return readPage(t, list, { ...sort, [`${member}_${edge}`]: inUtc }, known);
}

function holds(page: Page, item: Dated): boolean {
  return page.items.some(({ id }) => id === item.id);
}

/** Largest group of equal times that surely fits on the page next to its bound. */
const LARGEST_TIE = 10;

/** One item of each time that is a second away from all others, spread over the list. */
function loners(dated: readonly Dated[], most: number): readonly Dated[] {
  const byTime = new Map<bigint, Dated[]>();
  for (const item of dated) byTime.set(item.at.epochNs, [...(byTime.get(item.at.epochNs) ?? []), item]);
  const times = [...byTime.keys()].toSorted((left, right) => (left < right ? -1 : 1));
  const apart = times.filter((time, index) =>
    [times[index - 1], times[index + 1]].every((other) => other === undefined || abs(other - time) > SECOND),
  );
  const groups = apart.flatMap((time) => {
    const group = byTime.get(time) ?? [];
    return group.length <= LARGEST_TIE ? group.slice(0, 1) : [];
  });
  // A target may take bounds of one form, with an offset say, otherwise than those of another.
  const forms = new Map(groups.map((item) => [item.at.text.replaceAll(/\d/g, "0"), item]));
  const step = Math.max(1, Math.floor(groups.length / most));
  const spread = groups.filter((_, index) => index % step === 0);
  return [...new Set([...forms.values(), ...spread])].slice(0, most);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
