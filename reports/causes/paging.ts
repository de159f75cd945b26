import type { RuleResult } from "../results.js";
import { type Breach, type Explanation, lineOf, listing, operationsOf } from "./cause.js";

/** What the pages of a list hold, in which order, and how many there are. */
const OF_PAGES =
  /^[\w-]+\.(partition|slice\.\w+|default\.(slice|page-size)|order(\.inside)?|total(\.matches-items)?|page_size\.respected|pages\.arithmetic|page-past-last)(\.v2)?$/;

/** Wrongly cut pages break several rules of one list at once. */
export const paging: Explanation = {
  kind: "paging",
  keyOf: (breach, { pages }) => {
    const own = listIn(breach);
    return own !== null && (pages.get(own) ?? 0) > 1 ? own : null;
  },
  // Lost and repeated items also make totals and slices wrong.
  leads: ({ rule }) => /\.partition(\.v2)?$/.test(rule.id),
  title: (breaches, scene) => {
    const lines = operationsOf(breaches).map((id) => lineOf(id, scene));
    const matters = [...new Set(breaches.map(({ rule }) => rule.id.slice(rule.id.indexOf(".") + 1)))];
    return `The pages of ${listing(lines)} are wrong: ${listing(matters)}`;
  },
};

/** What `Scene.pages` counts of a broken rule: the lists whose pages it reports as wrong. */
export function pagesOf(rule: RuleResult): string[] {
  return rule.findings.flatMap((finding) => listIn({ rule, finding }) ?? []);
}

function listIn({ rule, finding }: Breach): string | null {
  return OF_PAGES.test(rule.id) ? finding.operation : null;
}
