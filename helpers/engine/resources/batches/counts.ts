import { shipments } from "../../../contract/lists.js";
import { unprocessedCounts } from "../../../oracles/records/batches.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { askPage } from "../../lists/asking/pages.js";
import { allBatches } from "./lists.js";

// What the count of a batch counts is open. It is a witness against the list of shipments only as far as other batches
// show that it counts these.

/** How many batches are asked for the number of their shipments. */
const ASKED = 3;

/** The counts that are not those of labels. */
const unprocessed = given(async (t: Check) => {
  const batches = (await t.tryGiven(allBatches))?.items ?? [];
  return unprocessedCounts(batches.map(({ raw }) => raw));
});

/** Whether what is counted is there before it is processed: shipments that a list lacks may be among it. */
export const countsBefore = given(async (t: Check) => (await t.given(unprocessed)).length > 0);

/** Whether a list is as long as the count of a batch that was not processed: a longer one has too many shipments. */
export const countsShipments = given(async (t: Check): Promise<boolean> => {
  if (!t.inScope(shipments.operation)) return false;
  for (const { batch_id, count } of (await t.given(unprocessed)).slice(0, ASKED)) {
    const page = await ifReadable(askPage(t, shipments, { batch_id, page_size: 1 }));
    if (page?.kind === "page" && page.total === count) return true;
  }
  return false;
});
