import { type Explanation, linesOf, listing } from "./cause.js";

/** Calls without the right key succeed, or get another status than 401. */
export const key: Explanation = {
  kind: "key",
  keyOf: ({ rule }) => (rule.id.startsWith("auth.key.") ? "key" : null),
  title: (breaches) => {
    const lines = linesOf(breaches);
    const where =
      lines.length > 3 ? `${lines.length} operations, such as ${listing(lines.slice(0, 2))}` : listing(lines);
    return `Calls without the right key are not refused with 401: ${where}`;
  },
  fix: () => "check the key before anything else, and answer 401",
};
