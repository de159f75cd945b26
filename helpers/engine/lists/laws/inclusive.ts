import type { SortKey } from "../../../contract/generated/types.js";
import { groupBy } from "../../../contract/group-by.js";
import type { ListDeclaration } from "../../../contract/lists.js";
import {
  classifyBoundaryMiss,
  type Edge,
  exactnessProbe,
  resolution,
  showsMicroseconds,
} from "../../../oracles/lists/windows.js";
import { type Dated, datedBy, oldestFirst } from "../../../wire/dated.js";
import { idsOf, type Page } from "../../../wire/decode.js";
import type { Finding, Findings } from "../../../wire/exchange.js";
import {
  type Instant,
  MICROSECOND,
  MILLISECOND,
  NANOSECOND,
  SECOND,
  shifted,
} from "../../../wire/instant.js";
import { plural, renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { inOffset, movedBy, withoutZeros } from "../asking/bounds.js";
import { valueChoices } from "../asking/combinations.js";
import type { ListQuery } from "../asking/pages.js";
import { dueUnder, together, windowSieve } from "../asking/sieves.js";
import { judgeList } from "../reading/judge-list.js";
import { WHICH_ITEMS } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { known } from "../reading/readings.js";
import { datedOf } from "../reading/walkable.js";

const DAY = 86_400n * SECOND;

/**
 * Judges that an item comes back when its own created_at is the bound: alone, and with an offset in place of Z beside
 * the other bound. A miss counts only after probes have shown that there are no hidden digits; if there are, the item's
 * very time is looked for.
 * @throws Inconclusive if no item stands alone at its time, or its hidden digits cannot be found
 */
export async function judgeInclusive(t: Check, list: ListDeclaration, edge: Edge): Promise<void> {
  const onBounds = await judgeList(t, list, WHICH_ITEMS, (reading) =>
    findingsAt(t, reading, edge, "exclusive"),
  );
  t.find(onBounds);
  if (onBounds.length > 0) return;
  const reading = await known(t, list);
  const [hidden] = await misses(t, reading, edge, "hidden-digits");
  if (hidden !== undefined && (await ifReadable(isHeldByBoth(t, reading, hidden.item, edge))) !== true)
    t.inconclusive(
      `${list.name} at a bound come back when the bound is moved by at most a second, so their times may have more digits than are printed; an account with whole seconds would settle it`,
    );
}

/** Judges that an item comes back when its created_at, as printed, is the end of the window. */
export async function judgeAsPrinted(t: Check, list: ListDeclaration): Promise<void> {
  if ((await findingsAt(t, await known(t, list), "end", "exclusive")).length > 0)
    t.inconclusive(`the end bound leaves out items at it; see ${list.name}.filter.created_at_end.inclusive`);
  t.find(await judgeList(t, list, WHICH_ITEMS, (reading) => findingsAt(t, reading, "end", "hidden-digits")));
}

/** Notes whether an item comes back when its own time is the bound, for a list that leaves it open. */
export async function observeBounds(t: Check, list: ListDeclaration, member: SortKey): Promise<void> {
  const reading = await known(t, list);
  const [item] = alone(datedOf(t, list, reading.items, member), "start", 1, reading.size);
  if (item === undefined) return t.inconclusive(`needs one of the ${list.name} whose ${member} is unique`);
  for (const edge of ["start", "end"] as const) {
    const page = await atBound(t, reading, { member, edge, form: plain }, item.at);
    t.saw("bounds");
    t.observe(
      `${member}_${edge} of the ${list.name} ${holds(page, item) ? "includes" : "leaves out"} the item at the bound.`,
    );
  }
}

/** A date bound at an item's time, and the form in which it is sent. */
interface OnBound {
  readonly member: SortKey;
  readonly edge: Edge;
  readonly form: (edge: Edge, member: SortKey, at: Instant) => ListQuery;
}

const plain: OnBound["form"] = (edge, member, at) => ({ [`${member}_${edge}`]: at.text });

/** Without a fraction that is zero: compared as texts, a start at 12:00:00Z would be later than 12:00:00.000Z. */
const short: OnBound["form"] = (edge, member, at) => plain(edge, member, withoutZeros(at));

/**
 * An offset in place of Z, the other bound, and the item's values as further filters; also by modification and from the
 * other end, if one page holds what is due. As the other bound, an end is far off, and a start is on the item too: then
 * the window is a single moment.
 */
function amongFilters({ list, items, size }: Reading, { id, at: own }: Dated): OnBound["form"] {
  const newest = oldestFirst(datedBy(items) ?? []).at(-1)?.at ?? own;
  const item = items.find((other) => other.id === id);
  const values = item === undefined ? [] : valueChoices(list, items).flatMap((choice) => choice(item) ?? []);
  return (edge, member, at) => {
    const other = edge === "start" ? { end: shifted(newest, DAY).text } : { start: own.text };
    const due = dueUnder(items, ...values, windowSieve(member, { [edge]: at }));
    const turned = { sort_by: "modified_at", sort_dir: edge === "start" ? "desc" : "asc" };
    return {
      ...together(values).query,
      ...(due < size ? turned : {}),
      [`${member}_${edge}`]: inOffset(at, edge).text,
      ...Object.fromEntries(Object.entries(other).map(([side, text]) => [`${member}_${side}`, text])),
    };
  };
}

/**
 * Why an item at a bound did not come back; a lost item is the filter's breach, whether or not bounds are inclusive.
 */
type Why = ReturnType<typeof classifyBoundaryMiss>;

/** An item that did not come back at its bound. */
interface Miss {
  readonly item: Dated;
  readonly finding: Finding;
}

/** Findings about items at a bound that do not come back, for that reason. */
export async function findingsAt(t: Check, reading: Reading, edge: Edge, why: Why): Promise<Findings> {
  return (await misses(t, reading, edge, why)).map(({ finding }) => finding);
}

/** Items at a bound that do not come back, for that reason. */
async function misses(t: Check, reading: Reading, edge: Edge, why: Why): Promise<readonly Miss[]> {
  const { list } = reading;
  const dated = datedOf(t, list, reading.items);
  const items = alone(dated, edge, t.budget("lists.bounds.items"), reading.size);
  if (items.length === 0)
    t.inconclusive(
      `needs ${list.name} whose created_at is more than a second away from that of most others; none among the ${plural(reading.items.length, "item")} found`,
    );
  const member = "created_at";
  const asked = [
    ...items.map((item, nth) => ({
      item,
      on: { member, edge, form: edge === "start" && nth === 0 ? short : plain } as const,
    })),
    // Among other filters, an item may be lost by one of those instead.
    ...items
      .slice(0, why === "lost" ? 0 : 1)
      .map((item) => ({ item, on: { member, edge, form: amongFilters(reading, item) } as const })),
  ];
  t.saw(`${list.name} at the bound`, asked.length);
  const judged = await Promise.all(
    asked.map(async ({ item, on }) => {
      const judging = missAt(t, reading, on, item, dated, why);
      // Another rule judges whether the other form is accepted at all.
      return on.form === plain || on.form === short ? judging : ((await ifReadable(judging)) ?? []);
    }),
  );
  return judged.flat().slice(0, 1);
}

/** An item that did not come back at its bound, if that is the reason; looks at all items of its time. */
async function missAt(
  t: Check,
  reading: Reading,
  on: OnBound,
  item: Dated,
  dated: readonly Dated[],
  why: Why,
): Promise<readonly Miss[]> {
  const page = await atBound(t, reading, on, item.at);
  // If the page does not show everything, the item may be on another page.
  if (why === "lost" && page.total !== page.items.length) return [];
  const missed = dated.find((other) => other.at.epochNs === item.at.epochNs && !holds(page, other));
  if (missed === undefined) return [];
  const { edge } = on;
  const comes = async (bounds: OnBound, at: Instant) => holds(await atBound(t, reading, bounds, at), missed);
  const outwards = edge === "start" ? -1n : 1n;
  // With the offset that is printed: only then the distance alone makes the difference.
  const [backAtMs, backAtSecond] = await Promise.all([
    comes(on, movedBy(missed.at, outwards * MILLISECOND)),
    comes(on, movedBy(missed.at, outwards * SECOND)),
  ]);
  // A moved bound that does not bring the item back says enough: only otherwise its digits matter.
  const exact = !backAtSecond || !(await isFinerThanPrinted(t, reading, missed, edge));
  const probe = { backAtSecond, exact };
  const all = dated.map(({ at }) => at);
  const farther = `with the bound ${backAtMs && backAtSecond ? "1 ms" : "1 s"} farther out`;
  if (classifyBoundaryMiss(probe, all) !== why) return [];
  const finding = t.finding(
    page.exchange,
    `${missed.id}, created at ${missed.at.text}, is returned when that is the bound`,
    `${renderIds(idsOf(page.items))}; ${missed.id} comes ${why === "lost" ? "not even " : ""}${farther}`,
  );
  return [{ item: missed, finding }];
}

/**
 * Whether an item's time has more digits than are printed.
 * @param edge the bound at which the item was missed
 */
async function isFinerThanPrinted(t: Check, reading: Reading, item: Dated, edge: Edge): Promise<boolean> {
  const comesAt = (bound: Edge, at: Instant) => comesAtPlain(t, reading, item, bound, at);
  // Nothing is hidden if each bound alone holds the item at its printed time: only the other request lost it.
  if ((await comesAt(edge, item.at)) && (await comesAt(opposite(edge), item.at))) return false;
  const inside = exactnessProbe(item.at, edge);
  const comes = () => comesAt(inside.edge, inside.bound);
  const isHeld = async () => (await ifReadable(isHeldByBoth(t, reading, item, edge))) === true;
  // A target that refuses nanoseconds stores none; one that cuts or rounds them holds the item at no moment by both.
  if (showsMicroseconds(item.at)) return (await ifReadable(comes())) === true && (await isHeld());
  // Less than the probe's step may be hidden.
  return (await comes()) || isHeld();
}

/**
 * Whether an item whose time is finer than printed comes under both bounds at one moment. Then both are inclusive: an
 * exclusive one would leave the item out at its own time. Halves the second beside the printed time, or what its
 * microseconds may hide, until it is found; most services store microseconds, some nanoseconds.
 * @param edge the bound at which the item was missed
 */
async function isHeldByBoth(t: Check, reading: Reading, item: Dated, edge: Edge): Promise<boolean> {
  const comesAt = (bound: Edge, shift: bigint) =>
    comesAtPlain(t, reading, item, bound, shifted(item.at, shift));
  const hidden = showsMicroseconds(item.at) ? resolution(item.at) : SECOND;
  // An end at `out` leaves the item out, an end at `held` does not.
  let out = edge === "end" ? 0n : -hidden;
  let held = out + hidden;
  for (const step of [MICROSECOND, NANOSECOND]) {
    while (held - out > step) {
      const middle = ((out + held) / (2n * step)) * step;
      if (await comesAt("end", middle)) held = middle;
      else out = middle;
    }
    if (await comesAt("start", held)) return true;
  }
  return false;
}

/** Whether an item comes under a bound that is asked for alone. */
async function comesAtPlain(
  t: Check,
  reading: Reading,
  item: Dated,
  edge: Edge,
  at: Instant,
): Promise<boolean> {
  return holds(await atBound(t, reading, { member: "created_at", edge, form: plain }, at), item);
}

const opposite = (edge: Edge): Edge => (edge === "start" ? "end" : "start");

/**
 * The page that should show an item at the bound: the first one from the bound's side. If the form sent is refused as a
 * bound, asks in UTC with Z and as many digits as are printed, which must be accepted.
 */
async function atBound(t: Check, reading: Reading, on: OnBound, at: Instant): Promise<Page> {
  const { member, edge, form } = on;
  const sort_dir = edge === "start" ? "asc" : "desc";
  const query = { page: 1, page_size: reading.size, sort_by: member, sort_dir };
  const sent = form(edge, member, at);
  const read = await reading.ask(t, { ...query, ...sent });
  if (read.kind === "page") return read;
  const utc = (form === short ? plain : form)(edge, member, shifted(at, 0n));
  const bound = `${member}_${edge}`;
  if (utc[bound] === sent[bound])
    return t.inconclusive(
      `${bound}=${sent[bound]} was refused with ${read.exchange.answer.status}; see content.date-params.date-time`,
    );
  return reading.page(t, { ...query, ...utc });
}

function holds(page: Page, item: Dated): boolean {
  return page.items.some(({ id }) => id === item.id);
}

/**
 * Items whose times are more than a second away from all others: near the end where few items are due, one in each
 * printed form, and one from a tie. If there are none, items whose neighbours fit on a page with them: then a bound that
 * is moved by a second still shows them.
 * @param size of the page next to the bound, which shows a whole tie
 */
function alone(dated: readonly Dated[], edge: Edge, most: number, size: number): readonly Dated[] {
  const byTime = groupBy(oldestFirst(dated), ({ at }) => at.epochNs);
  const times = [...byTime.keys()];
  const apart = times.filter((time, index) =>
    [times[index - 1], times[index + 1]].every(
      (other) => other === undefined || distance(time, other) > SECOND,
    ),
  );
  // A bound that is moved by a second may let these in, whose digits may be hidden.
  const beside = (time: bigint) => dated.filter(({ at }) => distance(time, at.epochNs) <= 2n * SECOND);
  const isShown = (time: bigint) => beside(time).length <= size;
  const groups = (apart.length > 0 ? apart : times.filter(isShown))
    .map((time) => byTime.get(time) ?? [])
    .filter(({ length }) => length <= size);
  const near = edge === "start" ? groups.toReversed() : groups;
  const single = near.filter(({ length }) => length === 1).flat();
  const tied = near.filter(({ length }) => length > 1).flatMap(([first]) => first ?? []);
  // A target may handle bounds of one form, such as with an offset, differently from others.
  const forms = new Map(single.map((item) => [item.at.text.replaceAll(/\d/g, "0"), item]));
  // The fourth from the end: the very last one may be special.
  const chosen = [single[Math.min(3, single.length - 1)], ...forms.values(), ...single].filter(
    (item) => item !== undefined,
  );
  return [...new Set([...chosen.slice(0, most), ...tied.slice(0, 1)])];
}

const distance = (one: bigint, other: bigint): bigint => (one < other ? other - one : one - other);
