import { describe } from "vitest";
import { provenBy, suspectsOf } from "../../helpers/engine/resources/moved-by-reads.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

/** How many reads that may have changed a record are tried with others. */
const MOST = 3;

// By now, the run has read many records, and seen their states before and afterwards.
describe("Endpoints: GET reads", { meta: { changes: ["batches", "labels", "purchase-orders"] } }, () => {
  rule("reads.leave-state", "compares the states of records before and after they were read", async (t) => {
    await t.census.touch();
    const { moved, unmoved } = t.session.judge.states;
    t.saw("records read between two looks", unmoved);
    const suspected = moved.flatMap((each) => suspectsOf(t, each).map((suspect) => ({ each, suspect })));
    for (const { each, suspect } of suspected.slice(0, MOST)) {
      const proof = await provenBy(t, each, suspect);
      if (proof === null) continue;
      return t.breach(proof.exchanges, `${proof.id} stays ${each.was} when it is read`, each.is);
    }
  });
});
