import { speaksOfReport } from "../../../oracles/reports/event.js";
import type { Delivery } from "../../../target/receiver.js";
import { type Item, itemOf } from "../../../wire/decode.js";
import { renderValue } from "../../../wire/message.js";
import { Inconclusive, ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { PATH } from "../webhooks/addresses.js";
import { V1_EVENT } from "../webhooks/generations.js";
import type { Lasting } from "../webhooks/lasting.js";
import { firstList, listWebhooks } from "../webhooks/reading.js";
import {
  completeReport,
  completion,
  isFor,
  isForV1,
  isReportForV1,
  isReportSince,
  isSince,
  LATE_MS,
  ofReport,
  WAIT_MS,
} from "./completion.js";

/** Extra wait for deliveries that must not come, after all due ones came or were given up, in milliseconds. */
const LONGER_MS = 300;
/** How long a run waits for the event of a completed report, in seconds. */
export const PATIENCE_S = (WAIT_MS + LATE_MS) / 1000;

/**
 * Waits for the event of the completed report or, with --listen, of one that completes by itself. Once a run.
 * @returns whether one came
 */
export const listened = given(async (t): Promise<boolean> => {
  const made = await t.given(completion);
  const { listenMs } = t.settings;
  const hasCome = (ms: number) => made.receiver.waitFor(isReportForV1, ms);
  if (made.certain) {
    if (ofReport(made, isForV1).length > 0) return true;
    // The sender may learn of a registration late; complete another report for it.
    await completeReport(t, made.receiver);
    return hasCome(LATE_MS - WAIT_MS);
  }
  if (listenMs > 0 && !(await hasCome(0))) await t.session.listen(listenMs, hasCome);
  return hasCome(0);
});

/**
 * A webhook of v1 to which no event of a report completed on demand came, nor of one completed later, though one came
 * to another, and which the list still shows; null if there is none.
 */
export async function passedOver(t: Check): Promise<Lasting | null> {
  const { receiver, inV1, earlier, certain } = await t.given(completion);
  // A report that completed by itself may have done so before the other webhook was registered.
  if (!certain || !receiver.deliveries.some(isSince(earlier, isReportForV1))) return null;
  const told = async (each: Lasting, ms: number) =>
    receiver.waitFor(
      (delivery) => isFor(each)(delivery) && (delivery.ordinal >= earlier || speaksOfReport(delivery.text)),
      ms,
    );
  let isRepeated = false;
  for (const each of inV1) {
    if (await told(each, WAIT_MS)) continue;
    // The sender may learn of a registration late; complete another report for it.
    if (!isRepeated) await completeReport(t, receiver);
    isRepeated = true;
    if (await told(each, LATE_MS - WAIT_MS)) continue;
    // A target may keep only the latest webhook for an event.
    if (itemOf(await listWebhooks(t, (await t.given(firstList("v1"))).operation), each.own.id) !== null)
      return each;
  }
  return null;
}

/** What the list shows of the webhooks to which no event came, in words that go on; nothing where all is as due. */
export async function whyNoDelivery(t: Check): Promise<string> {
  const { inV1 } = await t.given(completion);
  const list = await ifReadable(listWebhooks(t, (await t.given(firstList("v1"))).operation));
  if (list === null || inV1.length === 0) return "";
  const [held] = inV1.map(({ own }) => itemOf(list, own.id)).filter((item) => item !== null);
  if (held === undefined) return "; the webhook is no longer listed";
  const { event = V1_EVENT } = held;
  return event === V1_EVENT ? "" : `; the list shows the webhook with event ${renderValue(event)}`;
}

/** When everything due was delivered or given up, by this machine's clock in milliseconds. Once a run. */
export const heard = given(async (t): Promise<number> => {
  const { receiver, certain, inV2, earlier, heardAt } = await t.given(completion);
  if (heardAt !== null) return heardAt;
  if (!(inV2 instanceof Inconclusive))
    await receiver.waitFor(isSince(earlier, isFor(inV2)), certain ? WAIT_MS : 0);
  return Date.now();
});

/** Whether a delivery came that must not come, after it had as much time as the due ones. */
export async function cameAnyway(t: Check, fits: (delivery: Delivery) => boolean): Promise<boolean> {
  const { receiver } = await t.given(completion);
  const since = await t.given(heard);
  return receiver.waitFor(fits, Math.max(0, since + LONGER_MS - Date.now()));
}

/** Completes another report: whether one more delivery comes that must not. */
export async function comesAgain(t: Check, fits: (delivery: Delivery) => boolean): Promise<boolean> {
  const { receiver } = await t.given(completion);
  // The sender may learn of a deletion late.
  await t.session.pause(WAIT_MS);
  const heardBefore = receiver.deliveries.length;
  await completeReport(t, receiver);
  return receiver.waitFor(isSince(heardBefore, fits), WAIT_MS);
}

/**
 * Whether a report was told to the former address of the v2 webhook after that was moved, and another one later, since
 * the sender may learn of an update late. Once a run, while the webhook is there.
 */
export const toldFormer = given(async (t): Promise<"never" | "once" | "again"> => {
  const { earlier } = await t.given(completion);
  const isFormer = isReportSince(earlier, ({ path }) => path === PATH.former);
  if (!(await cameAnyway(t, isFormer))) return "never";
  return (await comesAgain(t, isFormer)) ? "again" : "once";
});

/**
 * Called where a delivery came that must not. Ends the check if a list still shows a webhook at one of these paths of
 * this run's receiver: then the change of the webhook failed, which other rules report.
 */
export async function ifNoneLeft(t: Check, paths: readonly string[], rules: string): Promise<void> {
  const { receiver } = await t.given(completion);
  const leads = ({ raw }: Item) => paths.some((path) => String(raw.url).startsWith(receiver.url + path));
  for (const version of t.settings.generations) {
    const list = await ifReadable(listWebhooks(t, (await t.given(firstList(version))).operation));
    const left = list?.items.find(leads);
    if (left !== undefined)
      t.inconclusive(`webhook ${left.id} still points to ${renderValue(left.raw.url)}; see ${rules}`);
  }
}
