import { generationOf } from "../../../contract/operations.js";
import type { Claim } from "../../../oracles/finding.js";
import { batchDifferences } from "../../../oracles/records/batches.js";
import { itemOf } from "../../../wire/decode.js";
import type { Raw } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import { allBatches, listAll, readBatch, type SeenBatch } from "./lists.js";
import { readable } from "./readable.js";

/** Judges that batches read by their ids are as in the list of all. */
export async function judgeListedAlike(t: Check): Promise<void> {
  const list = await t.given(allBatches);
  const read = (await t.given(readable)).filter((reading) => listedAs(list, reading) !== null);
  if (read.length === 0)
    t.inconclusive("needs a batch that can be read by id, and that the list of its generation shows");
  t.saw("batches", read.length);
  const suspect = read.find((reading) => differences(list, reading).length > 0);
  if (suspect === undefined) return;
  // Another client may have processed the batch between the two readings.
  const before = await listAll(t);
  const again = await readBatch(t, suspect.id);
  const [difference] = differences(await listAll(t), again);
  if (difference === undefined || differences(before, again).length === 0) return;
  const { documented, received, pointer } = difference;
  t.breach(
    [again.exchange, ...before.exchanges],
    `batch ${suspect.id} by id as in the list: ${documented}`,
    received,
    pointer,
  );
}

/**
 * The item of a batch that was read by id; null if the list lacks it, or is that of the other generation, which may
 * write the same value in another way.
 */
function listedAs({ items, exchanges }: OpenList, { raw, exchange }: SeenBatch): Raw | null {
  const [listing = exchange] = exchanges;
  const id = raw?.batch_id;
  return typeof id === "string" && generationOf(listing.operation) === generationOf(exchange.operation)
    ? itemOf({ items }, id)
    : null;
}

/** Where the batch by id differs from its item in a list. */
function differences(list: OpenList, reading: SeenBatch): readonly Claim[] {
  const item = listedAs(list, reading);
  return reading.raw === null || item === null ? [] : batchDifferences(item, reading.raw);
}
