import { type Explanation, lineOf, listing, namesIn, operationsOf } from "./cause.js";

/** The links of many lists are made in one place. */
export const links: Explanation = {
  kind: "paging",
  keyOf: ({ finding }) => (namesIn(finding.pointer).startsWith("/links/") ? "links" : null),
  title: (breaches, scene) => {
    const lines = operationsOf(breaches).map((id) => lineOf(id, scene));
    const names = [...new Set(breaches.map(({ finding }) => namesIn(finding.pointer).split("/")[2] ?? ""))];
    return `The links of ${listing(lines)} are wrong: ${listing(names)}`;
  },
};
