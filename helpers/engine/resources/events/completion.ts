import { speaksOfReport } from "../../../oracles/reports/event.js";
import type { ListCensus } from "../../../target/lists/census.js";
import type { Delivery } from "../../../target/receiver.js";
import { Inconclusive, ifReadable, orWhyNot } from "../../../wire/outcome.js";
import { objectOf } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { type LearntReceiver, receiverOf } from "../event-receiver.js";
import { PATH } from "../webhooks/addresses.js";
import {
  deletedBefore,
  type Lasting,
  lastingBatch,
  lastingOther,
  lastingV1,
  lastingV2,
  secondV1,
} from "../webhooks/lasting.js";

/** How long a delivery may take after a report was completed on demand, in milliseconds. */
export const WAIT_MS = 5_000;
/** A first short wait for an event that may have arrived already, in milliseconds. */
export const QUICK_MS = 300;
/** How much longer to wait before the event counts as not sent: the contract sets no time. In milliseconds. */
export const LATE_MS = 25_000;

/** What came of a report that the target was told to complete, or of none. */
export interface Completion {
  readonly receiver: LearntReceiver;
  /** Reports that the list held before any webhook was registered; null where it was not read. */
  readonly former: ListCensus | null;
  /** The webhooks of v1 that are registered for the event; none where v1 is out of scope. */
  readonly inV1: readonly Lasting[];
  /** The v2 webhook, whose address and headers were changed; or why there is none. */
  readonly inV2: Lasting | Inconclusive;
  /** True if the target was told to complete a report, and an event came or the list grew. */
  readonly certain: boolean;
  /** Status of the answer to the trigger; null where there was no answer or no trigger. */
  readonly triggered: number | null;
  /** Where the webhooks pointed to that were deleted before; see `deletedBefore`. */
  readonly deleted: readonly string[];
  /** How many deliveries came before the completion. */
  readonly earlier: number;
  /** When all due deliveries had come, by this machine's clock in milliseconds; null while v2's is still missing. */
  readonly heardAt: number | null;
}

/** Has a report completed, where the target can be told to, and records what came of it. Once a run. */
export const completion = given(async (t): Promise<Completion> => {
  const receiver = await t.given(receiverOf);
  const { generations } = t.settings;
  const isTold = triggerOf(t) !== null;
  const former = isTold ? await ifReadable(t.census.list("reports")) : null;
  let inV2: Lasting | Inconclusive = new Inconclusive("v2 is out of scope");
  // First, so that what is created and deleted after its update may undo that.
  if (generations.includes("v2")) inV2 = await orWhyNot(t.given(lastingV2));
  // Only of use where a report is completed on demand.
  const deleted = isTold ? await t.given(deletedBefore) : [];
  // Between the other two: if the target serves webhooks in order, forwards or backwards, it has served this one once it
  // has served both others.
  if (generations.includes("v2")) {
    await t.tryGiven(lastingBatch);
    if (isTold) await t.tryGiven(lastingOther);
  }
  const inV1 = generations.includes("v1")
    ? [await t.given(lastingV1), await t.tryGiven(secondV1)].filter((each) => each !== null)
    : [];
  const earlier = receiver.deliveries.length;
  const { certain, triggered } = await completeReport(t, receiver);
  await receiver.waitFor(isReportForV1, certain ? WAIT_MS : 0);
  const came =
    inV2 instanceof Inconclusive ||
    (await receiver.waitFor(isSince(earlier, isFor(inV2)), certain ? QUICK_MS : 0));
  return {
    receiver,
    former,
    inV1,
    inV2,
    certain,
    triggered,
    deleted,
    earlier,
    heardAt: came ? Date.now() : null,
  };
});

/** Whether a delivery came to one of the webhooks of v1. */
export function isForV1({ path }: Delivery): boolean {
  return path === PATH.v1 || path === PATH.v1Second;
}

/** Whether a delivery to one of the webhooks of v1 is about a report. */
export function isReportForV1(delivery: Delivery): boolean {
  return isForV1(delivery) && speaksOfReport(delivery.text);
}

/** Whether a delivery came to the current address of a webhook. */
export function isFor({ sent }: Lasting): (delivery: Delivery) => boolean {
  return ({ path }) => String(sent.url).endsWith(path);
}

/** Whether a delivery matches and is not among the first `earlier` ones. */
export function isSince(
  earlier: number,
  fits: (delivery: Delivery) => boolean,
): (delivery: Delivery) => boolean {
  return (delivery) => delivery.ordinal >= earlier && fits(delivery);
}

/**
 * Whether a delivery about a report matches and is not among the first `earlier` ones: a service may also ping an
 * address, even late and repeatedly.
 */
export function isReportSince(
  earlier: number,
  fits: (delivery: Delivery) => boolean,
): (delivery: Delivery) => boolean {
  return isSince(earlier, (delivery) => speaksOfReport(delivery.text) && fits(delivery));
}

/**
 * Of the matching deliveries, those about a report, well formed or not. If there are none, whatever came after a
 * completion on demand, but for what came to a webhook for another event too. A service may also ping an address that
 * it was just given.
 */
export function ofReport(
  { receiver, certain, earlier }: Completion,
  fits: (delivery: Delivery) => boolean,
): readonly Delivery[] {
  const came = receiver.deliveries.filter(fits);
  const speaking = came.filter(({ text }) => speaksOfReport(text));
  if (speaking.length > 0 || !certain) return speaking;
  const ofBatches = new Set(
    receiver.deliveries.filter(({ path }) => path === PATH.batch).map(({ text }) => text),
  );
  return came.filter(isSince(earlier, ({ text }) => !ofBatches.has(text)));
}

/** The path that has the target complete a report; null where none is named, and where v1 is out of scope. */
function triggerOf({ settings: { reportTrigger, generations } }: Check): string | null {
  return generations.includes("v1") ? reportTrigger : null;
}

/** Triggers a report where the configuration says how. Certain once an event came or the list grew. */
export async function completeReport(
  t: Check,
  receiver: LearntReceiver,
): Promise<Pick<Completion, "certain" | "triggered">> {
  if (triggerOf(t) === null) return { certain: false, triggered: null };
  // Not the count at the start of the run: other reports may have been completed since.
  const before = await ifReadable(reportTotal(t));
  const triggered = await pullTrigger(t);
  const came = (ms: number) => receiver.waitFor(isReportForV1, ms);
  const grew = async () => before !== null && ((await reportTotal(t)) ?? 0) > before;
  // A completion may take its time: the list tells early whether waiting is worthwhile.
  const certain = (await came(QUICK_MS)) || (await grew()) || (await came(WAIT_MS)) || (await grew());
  return { certain, triggered };
}

/** Tells the target to complete a report: the status of its answer; null where there is none, or no trigger. */
export async function pullTrigger(t: Check): Promise<number | null> {
  const trigger = triggerOf(t);
  if (trigger === null) return null;
  // The trigger is not part of the contract, so it bypasses the exchange oracles.
  const { answer } = await t.session.client.call({
    check: t.rule,
    turn: 0,
    method: "POST",
    pathname: trigger,
  });
  return answer?.status ?? null;
}

async function reportTotal(t: Check): Promise<number | null> {
  const { answer } = await t.ask({ operation: "v1ListAdjustmentReports", query: { page_size: 1 } });
  const total = objectOf(answer)?.total;
  return typeof total === "number" ? total : null;
}
