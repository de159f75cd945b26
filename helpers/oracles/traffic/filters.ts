import type { RuleId } from "../../contract/generated/types.js";
import { LIST_PARAMETERS, LISTS } from "../../contract/lists.js";
import type { Item } from "../../wire/decode.js";
import { finding } from "../finding.js";
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
  if (first === undefined) return;
  const { list, total } = first;
  const asked = filtersOf(first);
  if (asked === null) return;
  const { filter, rule } = asked;
  if (!stretch.heldStill([...filtered.readings, ...unfiltered.readings])) {
    tally.lacks(rule, "the list may have moved between the readings with and without the filter");
    return;
  }
  const known = itemsOf(unfiltered);
  const items = itemsOf(filtered);
  const exchanges = filtered.readings.map(({ page }) => page.exchange);
  const blame = { rule, exchanges };
  const strangers = subset({
    ...blame,
    rule: list === "labels" ? "labels.default.all" : rule,
    documented: "an item that comes under a filter is in the list without one too",
    expected: known.map(({ id }) => id),
    actual: items.map(({ id }) => id),
  });
  tally.find(strangers);
  if (list === "labels") tally.saw("labels.default.all", "labels under a filter");
  // Each page already shows items that do not meet the filter.
  if (strangers.length > 0 || meetsFilter({ ...blame, filter, items }).length > 0) return;
  if (filtered.whole && items.length === total) {
    tally.find(missedByFilter({ ...blame, filter, items, known }));
    tally.saw(rule, "whole lists under the filter");
    return;
  }
  const met = known.map(({ raw }) => filter.meets(raw));
  const due = met.filter((meets) => meets === true).length;
  if (met.includes(null) || total === due) return;
  const documented = `total counts the ${due} of ${known.length} ${list} with ${filter.words}`;
  tally.find([
    finding(
      { rule: LISTS[list].rules.total, exchanges },
      { documented, received: `total ${total}`, pointer: "/total" },
    ),
  ]);
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
