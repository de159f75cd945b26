import { type Breach, type Explanation, linesOf, listing, shared } from "./cause.js";

/** What a law says near the end of a run of a change whose effect showed before. */
const EARLIER = /\b(sent|put back|archived|cancelled) earlier in the run\b/;

/** Changes that took effect are gone near the end of the run. */
export const undone: Explanation = {
  kind: "topic",
  keyOf: shared(partsOf),
  title: (breaches) => `Changes are undone some time after they were made (${listing(linesOf(breaches), 3)})`,
};

/** "warehouses" of warehouses.update.restores. */
function partsOf({ rule: { id }, finding: { documented } }: Breach): string[] {
  return EARLIER.test(documented) ? id.split(".").slice(0, 1) : [];
}
