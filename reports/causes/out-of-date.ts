import { type Explanation, linesOf, listing, shared } from "./cause.js";

/** A place goes on showing what another one shows no more. */
export const outOfDate: Explanation = {
  kind: "topic",
  keyOf: shared(({ finding: { operation, received } }) =>
    operation !== null && received.startsWith("still the one from before") ? [operation] : [],
  ),
  title: (breaches) => `${listing(linesOf(breaches))} shows what was there before the last change`,
};
