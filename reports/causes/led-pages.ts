import { groupBy } from "../../helpers/contract/group-by.js";
import { type Breach, breachesOf, derived, type Explanation, filtersOf, operationsOf } from "./cause.js";
import { isOfPages, sortedLists } from "./paging.js";

/** Which items a page holds, by its place in a sorted list. */
const OF_SLICES = /^\w+\.(slice\.\w+|sort-by\.modified_at)$/;

/**
 * Filtered pages hold other items than are due, and links lead to such pages, as a list without a filter links to a
 * status of any.
 */
export const ledPages: Explanation = {
  kind: "paging",
  keyOf: (breach, scene) => {
    const operation = operationOf(breach);
    const sorts = sortsIn(scene).get(operation);
    if (sorts === undefined || !(isOfSlices(breach) || isLedBy(sorts)(breach))) return null;
    const own = breachesOf(scene).filter((other) => operationOf(other) === operation);
    return own.some(isLedBy(sorts)) ? operation : null;
  },
  leads: isOfSlices,
  title: (breaches) =>
    `The pages of ${sortedLists(breaches)} are wrong where the list is filtered: which items they hold`,
};

/** The lists of which nothing but slices are wrong, and only filtered ones: how those are sorted, by operation. */
const sortsIn = derived((scene) => {
  const ofPages = breachesOf(scene).filter(({ rule }) => isOfPages(rule));
  const isSlice = (breach: Breach) => isOfSlices(breach) && isFiltered(breach);
  const lists = [...groupBy(ofPages, operationOf)].filter(([, own]) => own.every(isSlice));
  return new Map(lists.map(([operation, own]) => [operation, new Set(own.map(sortOf))]));
});

/** Whether a link led to the wrong items of a filtered list that is sorted in one of these ways. */
function isLedBy(sorts: ReadonlySet<string>) {
  return (breach: Breach): boolean =>
    /^the \w+ link leads to the items /.test(breach.finding.documented) &&
    isFiltered(breach) &&
    sorts.has(sortOf(breach));
}

function isOfSlices({ rule }: Breach): boolean {
  return OF_SLICES.test(rule.id);
}

function isFiltered({ finding }: Breach): boolean {
  return filtersOf(finding).length > 0;
}

function operationOf(breach: Breach): string {
  return operationsOf([breach]).join();
}

function sortOf({ finding: { request } }: Breach): string {
  return new URLSearchParams(request.split("?")[1]).get("sort_by") ?? "";
}
