import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { holdsNothing } from "../../helpers/engine/resources/batches/empty.js";
import {
  judgeNoSurplus,
  judgePendingKept,
  judgeShipmentsKept,
} from "../../helpers/engine/resources/batches/kept-shipments.js";
import {
  judgeByExternalId,
  judgeClosedByExternalId,
  judgeListedStatus,
  judgeMadeOnce,
  judgeMadeReadable,
  judgeNoneRefused,
  judgeOpenTotal,
  judgeOthersStillListed,
  judgeStillArchived,
  judgeStillClosed,
} from "../../helpers/engine/resources/batches/later-laws.js";
import { judgeProcessing } from "../../helpers/engine/resources/batches/processed.js";
import { processing } from "../../helpers/engine/resources/events/batch-events.js";
import { rule } from "../../helpers/engine/vitest/rule.js";

async function judgeProcessedLater(t: Check): Promise<void> {
  await t.tryGiven(processing);
  await judgeProcessing(t);
}

// Near the end of the run: the effects of archiving must last. No other client reopens our batches.
// biome-ignore format: one rule a line
describe("Batch states, later in the run", { meta: { reads: ["batches"] } }, () => {
  rule.fromStandard("batches.archive.leaves-open-listing", "looks again for archived batches in the open list", judgeStillClosed);
  rule.fromStandard("paging.envelope.consistent.batches", "counts the open batches after some were archived", judgeOpenTotal);
  rule.fromStandard("batch.list-by-id.rest", "looks for archived batches in the list of all", judgeListedStatus);
  rule.fromStandard("batches.create.once", "looks for second batches with the external ids that it sent", judgeMadeOnce);
  rule.fromStandard("content.non-json-refused", "looks for batches of the form and the XML", judgeNoneRefused);
  rule.fromStandard("batches.create.readable", "looks for the batches that it made, where nothing showed them", judgeMadeReadable);
  rule.fromStandard("batches.process.effect", "looks again at a batch that it had processed", judgeProcessedLater);
  rule.fromStandard("batches.by-external-id.v2", "reads an archived batch by its external id", judgeByExternalId);
  rule.fromStandard("batches.archive.by-id", "reads an archived batch by its external id", judgeClosedByExternalId);
  rule.fromStandard("shipments.filter.batch_id", "asks for the shipments of a batch that has none", holdsNothing("shipments"));
  rule.fromStandard("labels.filter.batch_id", "asks for the labels of a batch that has none", holdsNothing("labels"));
  rule.fromThorough("batches.archive.by-id", "reads the first archived batch again", judgeStillArchived);
});

// Where batches of other clients are missing, archiving another batch shows whether archiving removed them.
// biome-ignore format: one rule a line
describe("Batch states of others, later in the run", { meta: { changes: ["batches"] } }, () => {
  rule.fromStandard("batches.archive.only-that-one", "looks again for batches of other clients in the open list", judgeOthersStillListed);
  rule.fromStandard("batches.archive.keeps-rest", "counts the shipments of a batch that it archived", judgeShipmentsKept);
  rule.fromStandard("batches.archive.keeps-rest", "looks for cancelled shipments of a batch that it archived", judgePendingKept);
  rule.fromStandard("shipments.filter.batch_id", "counts the shipments of a batch that it archived", judgeNoSurplus);
});
