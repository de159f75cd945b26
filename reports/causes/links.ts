import { type Explanation, linesOf, listing, namesIn } from "./cause.js";

/** The links of many lists are made in one place. */
export const links: Explanation = {
  kind: "paging",
  keyOf: ({ finding }) => (namesIn(finding.pointer).startsWith("/links/") ? "links" : null),
  title: (breaches) => {
    const names = [...new Set(breaches.map(({ finding }) => namesIn(finding.pointer).split("/")[2] ?? ""))];
    return `The links of ${listing(linesOf(breaches))} are wrong: ${listing(names)}`;
  },
};
