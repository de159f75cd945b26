import type { RuleId } from "../../contract/generated/types.js";
import { groupBy } from "../../contract/group-by.js";
import { DEFAULT_PAGE_SIZE, LISTS } from "../../contract/lists.js";
import { type Dated, datedBy } from "../../wire/dated.js";
import type { Item } from "../../wire/decode.js";
import { pageLength } from "../lists/envelope.js";
import { sliceAmong } from "../lists/slices.js";
import { noMoreThanTotal, nothingTwice, tallyOf, totalsCount } from "../lists/walk-laws.js";
import type { PageSeen } from "./readings.js";
import type { Stretch } from "./still.js";
import type { Tally } from "./tally.js";
import { type RecordedWalk, walksOf } from "./walks.js";

const SIZE_RULE = "paging.page_size.respected";
const TOTAL_RULE = "paging.total.matches-items";
const MOVED = "the list may have moved between the recorded readings; a run reads again where that matters";

/**
 * Pages before the last hold as many items as were asked for, or 25. A target may reduce a page only if more than the
 * default was asked for.
 */
export function judgeLengths(readings: readonly PageSeen[], tally: Tally): void {
  for (const { list, page, asked, total, filters } of readings) {
    // Under a filter the total may be wrong instead, which is another rule.
    if (filters !== "") continue;
    if (asked.size > DEFAULT_PAGE_SIZE || asked.page * asked.size >= total) continue;
    const rule = asked.sizeGiven ? SIZE_RULE : LISTS[list].rules.default.page_size;
    tally.find(pageLength({ rule, page }));
    tally.saw(rule, "full pages");
  }
}

/**
 * The pages of one query share no item and hold no more than the total; all of them together hold exactly that many.
 */
export function judgePartitions(stretch: Stretch, tally: Tally): void {
  for (const walk of walksOf(stretch.readings)) {
    const rule = partitionRule(walk);
    const [first] = walk.readings;
    if (rule === null || first === undefined || walk.readings.length < 2) continue;
    if (!stretch.heldStill(walk.readings)) {
      tally.lacks(rule, MOVED);
      continue;
    }
    const pages = tallyOf(walk.readings.map(({ page }) => page));
    const twice = nothingTwice({ rule, walk: pages });
    tally.find(twice);
    if (walk.whole) {
      if (twice.length === 0) tally.find(totalsCount({ rule: TOTAL_RULE, walk: pages }));
      tally.saw(rule, "whole walks");
      tally.saw(TOTAL_RULE, "whole walks");
    } else {
      tally.find(noMoreThanTotal({ rule: TOTAL_RULE, walk: pages }));
      const why = `${walk.readings.length} pages of a walk over ${first.total} ${first.list} were recorded, not all`;
      tally.lacks(rule, why);
      tally.lacks(TOTAL_RULE, why);
    }
  }
}

function partitionRule({ readings }: RecordedWalk): RuleId | null {
  const [first] = readings;
  if (first === undefined) return null;
  if (first.by !== "modified_at") return LISTS[first.list].rules.partition;
  return first.list === "labels" ? "labels.sort-by.modified_at.partition" : null;
}

/**
 * Pages sorted by created_at hold the ranks that are due, as far as all items seen of the list show it. So ascending
 * and descending walks, and pages of different sizes, are compared with each other.
 */
export function judgeSlices(stretch: Stretch, tally: Tally): void {
  for (const readings of sameLists(stretch.readings)) {
    const known = knownOf(readings);
    const still = stretch.heldStill(readings);
    for (const reading of readings) {
      const { list, dir, page, asked, total } = reading;
      const items = datedBy(page.items);
      if (dir === null || items === null || known === null || !isFull(reading)) continue;
      const rule = LISTS[list].rules.slice[dir];
      if (!still) {
        tally.lacks(rule, MOVED);
        continue;
      }
      const claim = { rule, exchanges: [page.exchange], known, page: items, total, dir };
      tally.find(sliceAmong({ ...claim, pageNumber: asked.page, pageSize: asked.size }));
      if (known.length === total && total > items.length) tally.saw(rule, "pages of a list known in whole");
      else tally.lacks(rule, `${known.length} of ${total} ${list} were recorded beside pages under ${dir}`);
    }
  }
}

/** Readings by created_at with the same filters and total. */
function sameLists(all: readonly PageSeen[]): readonly (readonly PageSeen[])[] {
  const byCreation = all.filter(
    ({ by, list }) => by === "created_at" || (by === null && list !== "shipments"),
  );
  return [...groupBy(byCreation, ({ filters, total }) => `${filters} of ${total}`).values()];
}

/** All items seen; null if one of them shows no time. */
function knownOf(readings: readonly PageSeen[]): readonly Dated[] | null {
  const items = new Map<string, Item>();
  for (const { page } of readings) for (const item of page.items) items.set(item.id, item);
  return datedBy([...items.values()]);
}

/** Whether the page has the size asked for, as far as the list reaches. */
function isFull({ page }: PageSeen): boolean {
  return page.items.length > 0 && pageLength({ rule: "", page }).length === 0;
}
