import { type Explanation, linesOf, listing, membersOf } from "./cause.js";

/** What only counts. */
export const COUNTS: readonly string[] = ["total", "pages"];

/** The counts of many lists are made in one place. */
export const counts: Explanation = {
  kind: "paging",
  keyOf: ({ finding }) => COUNTS.find((count) => finding.pointer === `/${count}`) ?? null,
  title: (breaches) =>
    `The counts of ${listing(linesOf(breaches))} are wrong: ${listing(membersOf(breaches))}`,
};
