import { statusOf, unprocessedCounts } from "../../../oracles/records/batches.js";
import { namesRecord, speaksOfReport } from "../../../oracles/reports/event.js";
import type { Delivery } from "../../../target/receiver.js";
import { idsOf } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { Inconclusive, ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { allBatches, openBatches, readBatch } from "../batches/lists.js";
import { isOfRun } from "../batches/own.js";
import { taken } from "../batches/used.js";
import { polling } from "../eventually.js";
import { neededFixtures } from "../fixtures.js";
import { PATH } from "../webhooks/addresses.js";
import { batchReceiver, movedBatch } from "../webhooks/lasting.js";
import { completion, isForV1, isSince, LATE_MS, QUICK_MS, WAIT_MS } from "./completion.js";
import { deliveryInV2, judgeNoneCame } from "./deliveries.js";

/** How many batches are tried before none counts as ready to be processed. */
const MOST_TRIED = 3;

/** A batch that the run had processed, for the event that announces it. */
interface Processing {
  readonly id: string;
  readonly answer: Answered;
  /** Whether the webhook registered for batch received an event. */
  readonly hasCome: boolean;
  /** What the batch showed last; null if it was not looked at, or shows none. */
  readonly status: string | null;
}

/**
 * Registers a receiver for batch and has a batch processed; another one too if no event comes.
 * @throws Inconclusive if no batch may be processed, or each is refused
 */
export const processing = given(async (t): Promise<Processing> => {
  const receiver = await batchReceiver(t);
  const ids = await t.given(processable);
  if (!(await announcesReports(t))) await t.tryGiven(movedBatch);
  const isNew = isSince(receiver.deliveries.length, isForBatch);
  const { id, answer } = await processFirst(t, ids);
  if (await receiver.waitFor(isNew, QUICK_MS)) return { id, answer, hasCome: true, status: null };
  const read = async () => statusOf((await readBatch(t, id, "v2GetBatch")).raw);
  const status = await polling(t, read).until(hasEnded);
  if (await receiver.waitFor(isNew, WAIT_MS)) return { id, answer, hasCome: true, status };
  // The sender may have learnt of the registration late.
  await ifReadable(processFirst(t, ids.slice(ids.indexOf(id) + 1)));
  return { id, answer, hasCome: await receiver.waitFor(isNew, LATE_MS - WAIT_MS), status };
});

/** Has the first of these batches processed that the target does not refuse. */
export async function processFirst(
  t: Check,
  ids: readonly string[],
): Promise<Pick<Processing, "id" | "answer">> {
  const body = t.settings.bodies.v2ProcessBatchLabels ?? {};
  const tried: string[] = [];
  for (const id of ids) {
    const answer = await t.ask({ operation: "v2ProcessBatchLabels", path: { batch_id: id }, body });
    if (succeeded(answer)) return { id, answer };
    tried.push(`${id} ${answer.answer.status}`);
  }
  const why = ids.length === 0 ? "there is no batch" : `processing was refused (${tried.join(", ")})`;
  return t.inconclusive(
    `${why}; name a batch as fixture batch:processable`,
    "--fixture batch:processable=ID",
  );
}

/** Whether an event of a report came to the webhook of v2; otherwise only batches show where its events go. */
export async function announcesReports(t: Check): Promise<boolean> {
  const made = await t.tryGiven(completion);
  if (made === null || made.inV2 instanceof Inconclusive) return false;
  return deliveryInV2(made, made.inV2) !== undefined;
}

/** Ids of open batches that the run may process; processing buys labels. */
export const processable = given(async (t): Promise<readonly string[]> => {
  const ids = await neededFixtures(
    t,
    "batch:processable",
    "processes a batch, which buys labels",
    async () => {
      const inV1 = t.inScope("v1ListBatches");
      const archived = await t.given(taken);
      const listed = await t.given(inV1 ? openBatches : allBatches);
      const items = listed.items.filter(({ raw }) => !isOfRun(raw));
      // What came of one that holds nothing does not show.
      const full = unprocessedCounts(items.map(({ raw }) => raw)).map(({ batch_id }) => batch_id);
      return [...new Set([...full, ...idsOf(items)])].filter((id) => !archived.has(id));
    },
  );
  return ids.slice(0, MOST_TRIED);
});

/** Judges that the webhook registered for batch is told of a batch that is complete. */
export async function judgeBatchEvent(t: Check): Promise<void> {
  const { id, answer, hasCome, status } = await t.given(processing);
  const waited = `within ${LATE_MS / 1000} s`;
  if (!hasCome && !/complete/i.test(status ?? ""))
    t.inconclusive(`no event ${waited}, and batch ${id} shows ${status}, so it may not be complete yet`);
  t.saw("batches completed");
  if (hasCome) return;
  const documented = "the webhook registered for batch receives an event once the batch is complete";
  t.breach(answer, documented, `no delivery ${waited}; the batch shows ${status}`);
}

/** Judges that no webhook of v1, registered for report_complete, was told of a batch that the run had processed. */
export async function judgeNoBatchEvent(t: Check): Promise<void> {
  if (t.settings.generations.length < 2)
    t.notApplicable(
      "batches are processed in v2 and report_complete is an event of v1; this run leaves one out",
    );
  const done = await t.tryGiven(processing);
  if (done === null) return t.inconclusive("no batch was processed; see events.batch.delivered");
  const { inV1 } = await t.given(completion);
  if (inV1.length === 0) t.inconclusive("no webhook of v1 is registered for report_complete");
  const isWrong = (delivery: Delivery) => isForV1(delivery) && isAboutBatch(delivery, done.id);
  t.saw("webhooks for report_complete", inV1.length);
  await judgeNoneCame(t, isWrong, "a webhook registered for report_complete gets no event of a batch");
}

/** Whether a delivery is an event about a batch. */
export function isAboutBatch({ text }: Delivery, id: string): boolean {
  return !speaksOfReport(text) && namesRecord(text, id);
}

/** Whether a delivery may be an event about a batch. */
function isForBatch({ path, text }: Delivery): boolean {
  return path === PATH.batch && !text.includes("API_REPORT_COMPLETE");
}

function hasEnded(status: string | null): boolean {
  return /complete|error|invalid|archived/i.test(status ?? "");
}
