import type { RuleResult } from "../results.js";
import { type Explanation, listing } from "./cause.js";

/** Rules about one matter: their ids begin alike. */
export const topic: Explanation = {
  kind: "topic",
  keyOf: ({ rule }, { broken }) => {
    const own = topicOf(rule);
    return own !== null && broken.some((other) => other !== rule && topicOf(other) === own) ? own : null;
  },
  title: (breaches) => {
    const rules = [...new Set(breaches.map(({ rule }) => rule))];
    const [first] = rules;
    if (first === undefined) return "";
    const name = topicOf(first) ?? "";
    const rest = rules.map(({ id }) => id.slice(name.length + 1)).filter((text) => text !== "");
    return `${rules.length} rules of ${name} are broken: ${listing(rest)}`;
  },
};

/** A rule that nothing else explains. */
export const alone: Explanation = {
  kind: "rule",
  keyOf: ({ rule }) => rule.id,
  title: ([breach]) => breach?.rule.statement.replace(/\.$/, "") ?? "",
};

/** "labels.filter" of labels.filter.carrier_id, "webhooks.v2.put" of webhooks.v2.put.name */
function topicOf({ id }: RuleResult): string | null {
  const parts = id.split(".");
  const size = /^v\d$/.test(parts[1] ?? "") ? 3 : 2;
  return parts.length < size ? null : parts.slice(0, size).join(".");
}
