import type { RuleResult } from "../results.js";
import { type Breach, type Explanation, linesOf, listing, shared } from "./cause.js";
import { COUNTS } from "./counts.js";

/** What the pages of a list hold, in which order, and how many there are. */
const OF_PAGES =
  /^(labels|shipments|reports|paging)\.(partition|slice\.\w+|sort-by\.modified_at(\.partition)?|default\.(all|slice|page|page-size)|order(\.inside)?|total(\.matches-items)?|page_size\.respected|pages\.arithmetic|page-past-last)(\.v2)?$/;
/**
 * What a page says of its place among the others. If that, or the number of pages, is wrong in several lists, it has a
 * cause of its own. What links keep of the request is another matter.
 */
const OF_PLACE = /^paging\.(page\.echo(\.v2)?|links\.(first|last|prev|next)(\.[\w-]+)?)$/;
/** What these rules are about, in words, by the ends of their ids. */
const MATTERS: readonly (readonly [RegExp, string])[] = [
  [/^default\.all$/, "items that only a filter finds"],
  [/^default\.page$/, "page=1 (not the page that comes without it)"],
  [/\bpartition$/, "items lost or repeated"],
  [/^((default\.)?slice|sort-by)\b/, "which items they hold"],
  [/^(default\.page-size|page_size\.respected)$/, "how many items they hold"],
  [/^order\b/, "the order of the items"],
  [/^total\b/, "total"],
  [/^pages\b/, "pages"],
  [/^page-past-last$/, "the page past the last"],
  [/^page\.echo$/, "page"],
  [/^links\b/, "links"],
];

/** Wrongly cut pages break several rules of one list at once, often in both generations. */
export const paging: Explanation = {
  kind: "paging",
  keyOf: shared(listsIn),
  // Lost and repeated items also make totals and slices wrong; a page in the place of another says which it is. Pages
  // that are wrongly counted may not be delivered.
  leads: ({ rule }) => /\.(default\.(all|page)|partition|page\.echo|pages\.arithmetic)(\.v2)?$/.test(rule.id),
  title: (breaches) => {
    const lines = sortedLists(breaches);
    const matters = [...new Set(breaches.map(({ rule }) => matterOf(rule)))];
    return matters.every((matter) => COUNTS.includes(matter))
      ? `The counts of ${lines} are wrong: ${listing(matters)}`
      : `The pages of ${lines} are wrong: ${listing(matters)}`;
  },
};

/** Whether a rule is about what the pages of a list hold, and how many there are. */
export function isOfPages({ id }: RuleResult): boolean {
  return OF_PAGES.test(id);
}

/** The lists of breaches, with the way to sort that all of their requests ask for. */
export function sortedLists(breaches: readonly Breach[]): string {
  const sort = breaches.every(isByChange) ? " under sort_by=modified_at" : "";
  return `${listing(linesOf(breaches))}${sort}`;
}

function isByChange({ finding: { request } }: Breach): boolean {
  return /[?&]sort_by=modified_at\b/.test(request);
}

/** The list whose pages a breach reports as wrong, whatever the generation. */
function listsIn({ rule, finding }: Breach): string[] {
  const own = listOf(finding);
  const isOfAnother = (other: Breach["finding"]) => listOf(other) !== own;
  const isOfOne = !rule.findings.some(isOfAnother);
  const isTold =
    (isOfPages(rule) && (isOfOne || !isPageCount(finding))) || (OF_PLACE.test(rule.id) && isOfOne);
  return isTold && own !== undefined ? [own] : [];
}

/** Whether a finding is about the number of pages, which follows from the total and the size alone. */
function isPageCount({ pointer }: Breach["finding"]): boolean {
  return pointer === "/pages";
}

/** "ListLabels" of v1ListLabels */
function listOf({ operation }: Breach["finding"]): string | undefined {
  return operation?.replace(/^v\d/, "");
}

/** "total" of paging.total.matches-items.v2 */
function matterOf({ id }: RuleResult): string {
  const end = id.slice(id.indexOf(".") + 1).replace(/\.v2$/, "");
  return MATTERS.find(([pattern]) => pattern.test(end))?.[1] ?? end;
}
