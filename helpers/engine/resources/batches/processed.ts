import { labels } from "../../../contract/lists.js";
import { isAccepted } from "../../../oracles/answers/acceptance.js";
import { showsProgress, statusOf, unprocessedCounts } from "../../../oracles/records/batches.js";
import { idsOf, itemOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import type { Raw } from "../../../wire/raw.js";
import { segmentsOf } from "../../../wire/segment.js";
import { succeededWithKey } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { accepted, askPage } from "../../lists/asking/pages.js";
import { polling } from "../eventually.js";
import { allBatches, openBatches, readBatch } from "./lists.js";

/** A batch that the run had processed. */
interface Processed {
  readonly id: string;
  readonly exchange: Answered;
}

/** The last batch that the run had processed; null if there is none. */
export function processedBatch({ session }: Check): Processed | null {
  const exchange = session.journal.exchangesOf("v2ProcessBatchLabels").findLast(succeededWithKey);
  const id = exchange === undefined ? undefined : segmentsOf(new URL(exchange.request.url)).at(-3);
  return exchange === undefined || id === undefined ? null : { id, exchange };
}

/**
 * Judges that the processing of a batch with shipments shows in its state, in its counts or in labels of it. How long
 * it may take is open, so this looks late in the run, and waits.
 */
export async function judgeProcessing(t: Check): Promise<void> {
  const done = processedBatch(t);
  if (done === null || !isAccepted(done.exchange))
    return t.inconclusive("no batch was processed; see events.batch.delivered");
  const { id, exchange } = done;
  const before = await recordBefore(t, id);
  const [counted] = unprocessedCounts([before ?? {}]);
  if (before === null || counted === undefined)
    return t.inconclusive(`needs a processed batch that counted shipments before; batch ${id} showed none`);
  const now = await polling(t, () => readBatch(t, id)).until(
    ({ raw }) => raw !== null && showsProgress(before, raw) !== false,
  );
  if (now.raw === null) return t.inconclusive(`batch ${id} cannot be read`);
  if (statusOf(now.raw) === "archived" && statusOf(before) !== "archived")
    return t.inconclusive(`batch ${id} was archived meanwhile`);
  const progress = showsProgress(before, now.raw);
  const hasBegun = progress === true || (await hasNewLabels(t, id));
  if (progress === null && !hasBegun)
    return t.inconclusive(`batch ${id} does not show how much of it is completed`);
  t.saw("batches processed before");
  if (hasBegun) return;
  const documented = `the processing of batch ${id}, which counted ${plural(counted.count, "shipment")}, shows in its state, its counts or its labels`;
  t.breach([exchange, now.exchange], documented, "the batch is as it was before, and no label of it is new");
}

/** What a list showed of a batch before the run changed anything. */
async function recordBefore(t: Check, id: string): Promise<Raw | null> {
  const lists = t.inScope("v1ListBatches") ? openBatches : allBatches;
  return itemOf(await t.tryGiven(lists), id);
}

/** Whether the list holds a label of a batch that it did not hold before the run changed anything. */
async function hasNewLabels(t: Check, batch_id: string): Promise<boolean> {
  if (!t.inScope(labels.operation)) return false;
  const { oldest, pageSize: page_size } = await t.census.list("labels");
  const former = new Set(idsOf(oldest));
  const { items } = accepted(t, await askPage(t, labels, { batch_id, page_size }));
  return items.some(({ id }) => !former.has(id));
}
