import type { SortKey } from "../../../contract/generated/types.js";
import type { ListDeclaration } from "../../../contract/lists.js";
import { type BoundaryMiss, classifyBoundaryMiss, type Edge } from "../../../oracles/lists/windows.js";
import type { Dated } from "../../../wire/dated.js";
import { idsOf } from "../../../wire/decode.js";
import type { Finding, Findings } from "../../../wire/exchange.js";
import { hiddenOrSecond, type Instant, MILLISECOND, SECOND } from "../../../wire/instant.js";
import { plural, renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { standingAlone } from "../asking/alone.js";
import { movedBy } from "../asking/bounds.js";
import { judgeList } from "../reading/judge-list.js";
import { WHICH_ITEMS } from "../reading/list-watch.js";
import type { Reading } from "../reading/reading.js";
import { known } from "../reading/readings.js";
import { datedOf } from "../reading/walkable.js";
import { amongFilters, atBound, holds, type OnBound, PLAIN, SHORT } from "./at-bound.js";
import { isHeldByBoth, isSurelyFiner } from "./hidden-digits.js";

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
      `${list.name} at a bound are returned once the bound moves by less than the printed precision, so their times may have more digits than are printed; an account whose times are whole seconds would settle it`,
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
  const [item] = standingAlone(datedOf(t, list, reading.items, member), "start", 1, reading.size);
  if (item === undefined) return t.inconclusive(`needs one of the ${list.name} whose ${member} is unique`);
  for (const edge of ["start", "end"] as const) {
    const page = await atBound(t, reading, { member, edge, form: PLAIN }, item.at);
    t.saw("bounds");
    t.observe(
      `${member}_${edge} of the ${list.name} ${holds(page, item) ? "includes" : "leaves out"} the item at the bound.`,
    );
  }
}

/** An item that did not come back at its bound. */
interface Miss {
  readonly item: Dated;
  readonly finding: Finding;
}

/** Findings about items at a bound that do not come back, for that reason. */
export async function findingsAt(
  t: Check,
  reading: Reading,
  edge: Edge,
  why: BoundaryMiss,
): Promise<Findings> {
  return (await misses(t, reading, edge, why)).map(({ finding }) => finding);
}

/** Items at a bound that do not come back, for that reason. */
async function misses(t: Check, reading: Reading, edge: Edge, why: BoundaryMiss): Promise<readonly Miss[]> {
  const { list } = reading;
  const dated = datedOf(t, list, reading.items);
  const items = standingAlone(dated, edge, t.budget("lists.bounds.items"), reading.size);
  if (items.length === 0)
    t.inconclusive(
      `needs ${list.name} created far enough apart that digits hidden in their times cannot matter; none among the ${plural(reading.items.length, "item")} found`,
    );
  const alone = items.map((item, nth) => ({ item, form: edge === "start" && nth === 0 ? SHORT : PLAIN }));
  // Among other filters, an item may be lost by one of those instead.
  const among = why === "lost" ? [] : items.slice(0, 1);
  const asked = [...alone, ...among.map((item) => ({ item, form: amongFilters(reading, item) }))];
  t.saw(`${list.name} at the bound`, asked.length);
  const judged = await Promise.all(
    asked.map(async ({ item, form }) => {
      const judging = missAt(t, reading, { member: "created_at", edge, form }, item, dated, why);
      // Another rule judges whether the other form is accepted at all.
      return form.isAlone ? judging : ((await ifReadable(judging)) ?? []);
    }),
  );
  return judged.flat().slice(0, 1);
}

/** What stands at the item's time. Of a window that is a single moment, either bound may be what leaves the item out. */
function whatIsThere({ member, edge, form: { isAlone } }: OnBound): string {
  return isAlone || edge === "start"
    ? "that is the bound"
    : `${member}_start and ${member}_end are that moment`;
}

/** An item that did not come back at its bound, if that is the reason; looks at all items of its time. */
async function missAt(
  t: Check,
  reading: Reading,
  on: OnBound,
  item: Dated,
  dated: readonly Dated[],
  why: BoundaryMiss,
): Promise<readonly Miss[]> {
  const page = await atBound(t, reading, on, item.at);
  // If the page does not show everything, the item may be on another page.
  if (why === "lost" && page.total !== page.items.length) return [];
  const missed = dated.find((other) => other.at.epochNs === item.at.epochNs && !holds(page, other));
  if (missed === undefined) return [];
  const { edge } = on;
  const comes = async (bounds: OnBound, at: Instant) => holds(await atBound(t, reading, bounds, at), missed);
  const outwards = edge === "start" ? -1n : 1n;
  const far = hiddenOrSecond(missed.at);
  // With the offset that is printed: only then the distance alone makes the difference.
  const [backAtMs, backFar] = await Promise.all([
    comes(on, movedBy(missed.at, outwards * MILLISECOND)),
    comes(on, movedBy(missed.at, outwards * far)),
  ]);
  // A moved bound that does not bring the item back says enough: only otherwise its digits matter.
  const all = dated.map(({ at }) => at);
  const exact = !backFar || !(await isSurelyFiner(t, reading, missed, edge, all));
  const farther = `with the ${edge} ${backAtMs && backFar ? "1 ms" : far > SECOND ? "1 min" : "1 s"} farther out`;
  if (classifyBoundaryMiss({ backFar, exact }) !== why) return [];
  const finding = t.finding(
    page.exchange,
    `${missed.id}, created at ${missed.at.text}, is returned when ${whatIsThere(on)}`,
    `${renderIds(idsOf(page.items))}; ${missed.id} comes ${why === "lost" ? "not even " : ""}${farther}`,
  );
  return [{ item: missed, finding }];
}
