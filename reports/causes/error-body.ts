import type { Explanation } from "./cause.js";

/** Errors have a body of another shape, so that nothing in it can be judged. */
export const errorBody: Explanation = {
  kind: "error-body",
  keyOf: ({ rule }) => (rule.id.startsWith("error.body.") ? "body" : null),
  title: (breaches) => {
    const statuses = [...new Set(breaches.flatMap(({ finding }) => finding.sample?.status ?? []))].sort();
    return `Errors${statuses.length === 0 ? "" : ` (${statuses.join(", ")})`} lack the documented body; received ${breaches[0]?.finding.received}`;
  },
  fix: (breaches) => `send ${breaches[0]?.finding.documented.replace(/ on \d{3}$/, "")}`,
  blocks: ({ id }) => /^(error|limits\.offset)\./.test(id),
};
