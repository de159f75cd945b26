import { generationOf } from "../../../contract/operations.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import type { Claim } from "../../../oracles/finding.js";
import { batchDifferences } from "../../../oracles/records/batches.js";
import { itemOf } from "../../../wire/decode.js";
import { requestLine } from "../../../wire/message.js";
import type { Raw } from "../../../wire/raw.js";
import { is4xx } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import type { OpenList } from "../../lists/open/list.js";
import {
  allBatches,
  firstReading,
  listAll,
  listOpen,
  openBatches,
  readBatch,
  type SeenBatch,
} from "./lists.js";
import { openSample, readable } from "./readable.js";

/** Batches that were read by id, with a list that may show them: as the run first read it, and how to read it again. */
interface Beside {
  readonly readings: readonly SeenBatch[];
  readonly first: OpenList;
  readonly again: (t: Check) => Promise<OpenList>;
}

/** Judges that batches read by their ids are as in the list of all; where v1 gives only the open ones, as in that. */
export async function judgeListedAlike(t: Check): Promise<void> {
  const { readings, first, again } = await besideList(t);
  const read = readings.filter((reading) => listedAs(first, reading) !== null);
  if (read.length === 0) t.inconclusive(`needs a batch that can be read by id${lacking(t, first)}`);
  t.saw("batches", read.length);
  const suspect = read.find((reading) => differences(first, reading).length > 0);
  if (suspect === undefined) return;
  // Another client may have processed the batch between the two readings.
  const before = await again(t);
  const now = await readBatch(t, suspect.id);
  const [difference] = differences(await again(t), now);
  if (difference === undefined || differences(before, now).length === 0) return;
  const { documented, received, pointer } = difference;
  t.breach(
    [now.exchange, ...before.exchanges],
    `batch ${suspect.id} by id as in the list: ${documented}`,
    received,
    pointer,
  );
}

/** Batches beside the list of all; where that shows none of them and v1 lists the open ones, those beside their list. */
async function besideList(t: Check): Promise<Beside> {
  const readings = await t.given(readable);
  const all = { readings, first: await t.given(allBatches), again: listAll };
  const isListed = readings.some((reading) => listedAs(all.first, reading) !== null);
  if (isListed || !t.inScope("v1ListBatches")) return all;
  const open = await t.tryGiven(openBatches);
  if (open === null) return all;
  const sample = await openSample(t, open.items);
  const read = await Promise.all(sample.map((id) => t.given(firstReading(id))));
  return { readings: read, first: open, again: listOpen };
}

/** What the list lacks, and how v1 refuses its lists, if it does. */
function lacking(t: Check, { exchanges: [listing] }: OpenList): string {
  const refused = t.session.journal
    .exchangesOf("v1ListBatches")
    .find(({ request, answer }) => request.key === "right" && answer !== null && is4xx(answer.status));
  const list = listing === undefined ? "a list of its generation" : requestLine(listing);
  const why = refused?.answer ? `; ${requestLine(refused)} was answered with ${toldBy(refused.answer)}` : "";
  return `, and that ${list} shows${why}`;
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
