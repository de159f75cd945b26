import { describe } from "vitest";
import { provenBy, trialsOf } from "../../helpers/engine/resources/moved-by-reads.js";
import { readRecords } from "../../helpers/engine/resources/records-read.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { Inconclusive, orWhyNot } from "../../helpers/wire/outcome.js";

/** How many operations that may have moved a record are tried with others. */
const MOST = 4;

// By now, the run has read many records, and seen their states before and afterwards.
describe("Endpoints: GET reads", {
  meta: { changes: ["batches", "labels", "purchase-orders", "shipments"] },
}, () => {
  rule("reads.leave-state", "compares the states of records before and after they were read", async (t) => {
    const { states } = t.session.judge;
    if (states.unmoved + states.moved.length === 0 || t.settings.only.length > 0) await readRecords(t);
    t.saw("records read between two looks", states.unmoved);
    const unknown: Inconclusive[] = [];
    for (const trial of trialsOf(t).slice(0, MOST)) {
      const proof = await orWhyNot(provenBy(t, trial));
      if (proof instanceof Inconclusive) unknown.push(proof);
      else if (proof !== null) {
        const { was, is } = trial.moved;
        return t.breach(proof.exchanges, `${proof.id} stays ${was} when it is read`, is);
      }
    }
    if (unknown[0] !== undefined) throw unknown[0];
  });
});
