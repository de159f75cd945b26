import type { RuleId } from "../../contract/generated/types.js";
import { LIST_PARAMETERS, LISTS } from "../../contract/lists.js";
import type { ListName } from "../../contract/model.js";
import { type Item, idsOf } from "../../wire/decode.js";
import type { Findings } from "../../wire/exchange.js";
import { type Blame, finding } from "../finding.js";
import { allOf, type Filter, meetsFilter, missedByFilter } from "../lists/filters.js";
import { subset } from "../lists/sets.js";
import { filterOf } from "../lists/window-filter.js";
import type { PageSeen } from "./readings.js";
import type { Stretch } from "./still.js";
import type { Tally } from "./tally.js";
import { type RecordedWalk, walksOf } from "./walks.js";

/**
 * A filtered list is the part of the whole list that meets the filters. Needs a whole walk without filter; to find
 * missing items, also a whole walk with the filters.
 */
export function judgeFilters(stretch: Stretch, tally: Tally): void {
  const walks = walksOf(stretch.readings);
  const unfiltered = walks.find(({ whole, readings }) => whole && readings[0]?.filters === "");
  if (unfiltered === undefined) return;
  for (const filtered of walks) {
    const [first] = filtered.readings;
    if (first === undefined || first.filters === "") continue;
    judgeFiltered(filtered, unfiltered, stretch, tally);
  }
}

function judgeFiltered(
  filtered: RecordedWalk,
  unfiltered: RecordedWalk,
  stretch: Stretch,
  tally: Tally,
): void {
  const [first] = filtered.readings;
  const asked = first === undefined ? null : filtersOf(first);
  if (first === undefined || asked === null) return;
  const { filter, rule } = asked;
  if (!stretch.heldStill([...filtered.readings, ...unfiltered.readings])) {
    tally.lacks(rule, "the list may have moved between the readings with and without the filter");
    return;
  }
  const { list, total } = first;
  const known = itemsOf(unfiltered);
  const items = itemsOf(filtered);
  const blame = { rule, exchanges: filtered.readings.map(({ page }) => page.exchange) };
  const strangers = strangersIn(list, { ...blame, known, items });
  tally.find(strangers);
  tally.saw(`${list}.default.all`, `${list} under a filter`);
  // Each page already shows items that do not meet the filter.
  if (strangers.length > 0 || meetsFilter({ ...blame, filter, items }).length > 0) return;
  if (filtered.whole && items.length === total) {
    tally.find(missedByFilter({ ...blame, filter, items, known }));
    tally.saw(rule, "whole lists under the filter");
  } else tally.find(wrongTotal(list, { ...blame, filter, known, total }));
}

/** Items under a filter that the list without one lacks. */
function strangersIn(
  list: ListName,
  { known, items, ...blame }: Blame & { known: readonly Item[]; items: readonly Item[] },
): Findings {
  return subset({
    ...blame,
    rule: `${list}.default.all`,
    documented: "an item that comes under a filter is in the list without one too",
    expected: idsOf(known),
    actual: idsOf(items),
  });
}

/** A total under a filter other than the number of known items that meet it, where all of them show whether they do. */
function wrongTotal(
  list: ListName,
  claim: Pick<Blame, "exchanges"> & { filter: Filter; known: readonly Item[]; total: number | null },
): Findings {
  const { exchanges, filter, known, total } = claim;
  const met = known.map(({ raw }) => filter.meets(raw));
  const due = met.filter((meets) => meets === true).length;
  if (met.includes(null) || total === due) return [];
  const documented = `total counts the ${due} of ${known.length} ${list} with ${filter.words}`;
  const blame = { rule: LISTS[list].rules.total, exchanges };
  return [finding(blame, documented, `total ${total}`, "/total")];
}

/** The filters of a reading as one, and their rule; null if items do not show what one of them needs. */
function filtersOf({ list, asked }: PageSeen): { readonly filter: Filter; readonly rule: RuleId } | null {
  const pairs = [...asked.url.searchParams].filter(([name]) => !LIST_PARAMETERS.includes(name));
  const parts = pairs.flatMap(([name, value]) => filterOf(LISTS[list], name, value) ?? []);
  const names = pairs.map(([name]) => name);
  if (parts.length < pairs.length || new Set(names).size < names.length) return null;
  const [name = "", ...others] = names;
  const { filter, combined } = LISTS[list].rules;
  const rule = others.length > 0 ? combined : filter[name];
  return rule === undefined ? null : { filter: allOf(parts), rule };
}

function itemsOf({ readings }: RecordedWalk): readonly Item[] {
  return readings.flatMap(({ page }) => page.items);
}
