import { namesRecord, speaksOfReport } from "../../../oracles/reports/event.js";
import type { Delivery } from "../../../target/receiver.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { completion, isForV1 } from "./completion.js";
import { judgeNoneCame } from "./deliveries.js";

/** Ids of the batches that the run had processed, for the event that announces it. */
export const processed = given(async () => new Set<string>());

/** Judges that no webhook of v1, registered for report_complete, was told of a batch that the run had processed. */
export async function judgeNoBatchEvent(t: Check): Promise<void> {
  if (t.settings.generations.length < 2)
    t.notApplicable(
      "batches are processed in v2 and report_complete is an event of v1; this run leaves one out",
    );
  const ids = [...(await t.given(processed))];
  if (ids.length === 0) t.inconclusive("no batch was processed; see events.batch.delivered");
  const { inV1 } = await t.given(completion);
  if (inV1.length === 0) t.inconclusive("no webhook of v1 is registered for report_complete");
  const isWrong = (delivery: Delivery) => isForV1(delivery) && isAboutBatch(delivery, ids);
  t.saw("webhooks for report_complete", inV1.length);
  await judgeNoneCame(t, isWrong, "a webhook registered for report_complete gets no event of a batch");
}

function isAboutBatch({ text }: Delivery, ids: readonly string[]): boolean {
  return !speaksOfReport(text) && ids.some((id) => namesRecord(text, id));
}
