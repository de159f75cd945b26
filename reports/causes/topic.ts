import { type Explanation, linesOf, listing, notKept, topicOf } from "./cause.js";

/** Rules on one topic: their ids begin alike. */
export const topic: Explanation = {
  kind: "topic",
  keyOf: ({ rule }, { topics }) => {
    const own = topicOf(rule);
    return own !== null && (topics.get(own) ?? 0) > 1 ? own : null;
  },
  title: (breaches) => {
    const rules = [...new Set(breaches.map(({ rule }) => rule))];
    const [first] = rules;
    if (first === undefined) return "";
    const name = topicOf(first) ?? "";
    const rest = rules.map(({ id }) => id.slice(name.length + 1)).filter((text) => text !== "");
    const [line, ...otherLines] = linesOf(breaches);
    const where = line === undefined || otherLines.length > 0 ? "" : `${line}: `;
    return `${where}${rules.length} rules of ${name} are broken: ${listing(rest)}`;
  },
};

/** A rule that nothing else explains. */
export const alone: Explanation = {
  kind: "rule",
  keyOf: ({ rule }) => rule.id,
  title: notKept,
};
