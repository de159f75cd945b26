import { type Explanation, linesOf, listing, shared } from "./cause.js";
import { isSameState, topicOf } from "./other-record.js";

/** Operations that should change a state succeed and leave it as it was. */
export const noEffect: Explanation = {
  kind: "topic",
  keyOf: shared((breach) => (isSameState(breach) ? [topicOf(breach)] : [])),
  title: (breaches) => `What should change a status leaves it open (${listing(linesOf(breaches), 3)})`,
};
