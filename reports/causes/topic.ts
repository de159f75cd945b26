import { type Breach, type Explanation, linesOf, listing, notKept, shared } from "./cause.js";

/** Rules on one topic: their ids begin alike. */
export const topic: Explanation = {
  kind: "topic",
  keyOf: shared(topicsOf),
  title: (breaches) => {
    const rules = [...new Set(breaches.map(({ rule }) => rule))];
    const [name = ""] = breaches.flatMap(topicsOf);
    const rest = rules.map(({ id }) => id.slice(name.length + 1)).filter((text) => text !== "");
    const [line, ...otherLines] = linesOf(breaches);
    const where = line === undefined || otherLines.length > 0 ? "" : `${line}: `;
    return `${where}${rules.length} rules of ${name} are broken: ${listing(rest)}`;
  },
};

/** "labels.filter" of labels.filter.carrier_id, "webhooks.v2.put" of webhooks.v2.put.name; none of a short id. */
function topicsOf({ rule: { id } }: Breach): string[] {
  const parts = id.split(".");
  const size = /^v\d$/.test(parts[1] ?? "") ? 3 : 2;
  return parts.length < size ? [] : [parts.slice(0, size).join(".")];
}

/** A rule that nothing else explains. */
export const alone: Explanation = {
  kind: "rule",
  keyOf: ({ rule }) => rule.id,
  title: notKept,
};
