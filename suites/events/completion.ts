import { isObject } from "../../helpers/contract/json.js";
import { type Check, given } from "../../helpers/engine/check/check.js";
import { type LearntReceiver, receiverOf } from "../../helpers/engine/resources/event-receiver.js";
import { PATH } from "../../helpers/engine/resources/webhooks/addresses.js";
import { V1, V2 } from "../../helpers/engine/resources/webhooks/generations.js";
import {
  deletedBefore,
  type Lasting,
  lastingBatch,
  lastingV1,
  lastingV2,
  secondV1,
} from "../../helpers/engine/resources/webhooks/lasting.js";
import { itemOf, listWebhooks } from "../../helpers/engine/resources/webhooks/lists.js";
import { speaksOfReport } from "../../helpers/oracles/event.js";
import type { ListCensus } from "../../helpers/target/census.js";
import type { Delivery } from "../../helpers/target/receiver.js";
import type { Item } from "../../helpers/wire/decode.js";
import type { Answered, Exchange } from "../../helpers/wire/exchange.js";
import { renderValue } from "../../helpers/wire/message.js";
import { Inconclusive, ifReadable, orWhyNot } from "../../helpers/wire/outcome.js";
import { jsonOf, objectOf } from "../../helpers/wire/raw.js";
import { findIds } from "../../helpers/wire/search.js";

/** How long a delivery may take after a report was completed on demand, in milliseconds. */
export const WAIT_MS = 5_000;
/** How much longer to wait before the event counts as not sent: the contract sets no time. In milliseconds. */
const LATE_MS = 25_000;
/** A first short wait for an event that may have arrived already, in milliseconds. */
export const QUICK_MS = 300;
/** Time between two reads of a list that does not yet show what an event reported, in milliseconds. */
const STEP_MS = 1_000;
/** Extra wait for deliveries that must not come, after all due ones came or were given up, in milliseconds. */
const LONGER_MS = 300;
/** Page sizes for the newest reports after a completion: a short page, and a long one. */
const NEWEST = 5;
const MANY = 100;

interface Event {
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
  /** Deletions of webhooks before the report was completed, by the path of the webhook. */
  readonly deleted: ReadonlyMap<string, Answered>;
  /** How many deliveries came before the completion. */
  readonly earlier: number;
  /** When all due deliveries had come, by this machine's clock in milliseconds; null while v2's is still missing. */
  readonly heardAt: number | null;
}

/** Has a report completed, where the target can be told to, and records what came of it. Once a run. */
export const event = given(async (t): Promise<Event> => {
  const receiver = await t.given(receiverOf);
  const { generations, reportTrigger } = t.settings;
  const isTold = reportTrigger !== null && generations.includes("v1");
  const former = isTold ? await ifReadable(t.census.list("reports")) : null;
  // Only of use where a report is completed on demand.
  const deleted = isTold ? await t.given(deletedBefore) : new Map<string, Answered>();
  const inV1 = generations.includes("v1")
    ? [await t.given(lastingV1), await ifReadable(t.given(secondV1))].filter((each) => each !== null)
    : [];
  let inV2: Lasting | Inconclusive = new Inconclusive("v2 is out of scope");
  if (generations.includes("v2")) {
    // Register this webhook between the other two: if the target serves webhooks in order, forwards or backwards, it
    // has served this one once it has served both others.
    await ifReadable(t.given(lastingBatch));
    inV2 = await orWhyNot(t.given(lastingV2));
  }
  const earlier = receiver.deliveries.length;
  const { certain, triggered } = await completeReport(t, receiver, former?.total ?? null);
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
function isForV1({ path }: Delivery): boolean {
  return path === PATH.v1 || path === PATH.v1Second;
}

/** Whether a delivery to one of the webhooks of v1 is about a report. */
function isReportForV1(delivery: Delivery): boolean {
  return isForV1(delivery) && speaksOfReport(delivery.text);
}

/** Whether a delivery came to the current address of a webhook. */
function isFor({ sent }: Lasting): (delivery: Delivery) => boolean {
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
 * Of the matching deliveries, those about a report, well formed or not. If there are none, whatever came after a
 * completion on demand. A service may also ping an address that it was just given.
 */
function ofReport(
  { receiver, certain, earlier }: Event,
  fits: (delivery: Delivery) => boolean,
): readonly Delivery[] {
  const came = receiver.deliveries.filter(fits);
  const speaking = came.filter(({ text }) => speaksOfReport(text));
  return speaking.length > 0 || !certain ? speaking : came.filter(isSince(earlier, fits));
}

/** The event that came to the webhook of v2; undefined where none came. */
export function deliveryInV2(made: Event, inV2: Lasting): Delivery | undefined {
  const [delivery] = ofReport(made, isFor(inV2));
  return delivery;
}

/**
 * Waits for the event of the completed report or, with --listen, of one that completes by itself. Once a run.
 * @returns whether one came
 */
export const listened = given(async (t): Promise<boolean> => {
  const made = await t.given(event);
  const { listenMs } = t.settings;
  const hasCome = (ms: number) => made.receiver.waitFor(isReportForV1, ms);
  if (made.certain) {
    if (ofReport(made, isForV1).length > 0) return true;
    // The sender may learn of a registration late; complete another report for it.
    await completeReport(t, made.receiver, null);
    return hasCome(LATE_MS - WAIT_MS);
  }
  if (listenMs > 0 && !(await hasCome(0))) await t.session.listen(listenMs, hasCome);
  return hasCome(0);
});

/**
 * A webhook of v1 to which no event of the report completed on demand came, though it came to another, and which the
 * list still shows; null if there is none.
 */
export async function passedOver(t: Check): Promise<Lasting | null> {
  const { receiver, inV1, earlier, certain } = await t.given(event);
  // A report that completed by itself may have done so before the other webhook was registered.
  if (!certain || !receiver.deliveries.some(isSince(earlier, isReportForV1))) return null;
  for (const each of inV1) {
    const isTold = (delivery: Delivery) =>
      isFor(each)(delivery) && (delivery.ordinal >= earlier || speaksOfReport(delivery.text));
    if (await receiver.waitFor(isTold, LATE_MS)) continue;
    // A target may keep only the latest webhook for an event.
    if (itemOf(await listWebhooks(t, (await t.given(V1.first)).operation), each.own.id) !== null) return each;
  }
  return null;
}

/** How long a run waits for the event of a completed report, in seconds. */
export const PATIENCE_S = (WAIT_MS + LATE_MS) / 1000;

/** When everything due was delivered or given up, by this machine's clock in milliseconds. Once a run. */
export const heard = given(async (t): Promise<number> => {
  const { receiver, certain, inV2, earlier, heardAt } = await t.given(event);
  if (heardAt !== null) return heardAt;
  if (!(inV2 instanceof Inconclusive))
    await receiver.waitFor(isSince(earlier, isFor(inV2)), certain ? WAIT_MS : 0);
  return Date.now();
});

/** Whether a delivery came that must not come, after it had as much time as the due ones. */
export async function cameAnyway(t: Check, fits: (delivery: Delivery) => boolean): Promise<boolean> {
  const { receiver } = await t.given(event);
  const since = await t.given(heard);
  return receiver.waitFor(fits, Math.max(0, since + LONGER_MS - Date.now()));
}

/** Completes another report: whether one more delivery comes that must not. */
export async function comesAgain(t: Check, fits: (delivery: Delivery) => boolean): Promise<boolean> {
  const { receiver, former } = await t.given(event);
  const count = () => receiver.deliveries.filter(fits).length;
  const before = count();
  // The sender may learn of a deletion late.
  await t.session.pause(WAIT_MS);
  await completeReport(t, receiver, former?.total ?? null);
  for (let waited = 0; waited < WAIT_MS && count() === before; waited += QUICK_MS)
    await t.session.pause(QUICK_MS);
  return count() > before;
}

/**
 * Called where a delivery came that must not. Ends the check if a list still shows a webhook at one of these paths of
 * this run's receiver: then the change of the webhook failed, which other rules report.
 */
export async function ifNoneLeft(t: Check, paths: readonly string[], rules: string): Promise<void> {
  const { receiver } = await t.given(event);
  const leads = ({ raw }: Item) => paths.some((path) => String(raw.url).startsWith(receiver.url + path));
  const generations = [V1, V2].filter(({ version }) => t.settings.generations.includes(version));
  for (const { first } of generations) {
    const list = await ifReadable(listWebhooks(t, (await t.given(first)).operation));
    const left = list?.items.find(leads);
    if (left !== undefined)
      t.inconclusive(`webhook ${left.id} still points to ${renderValue(left.raw.url)}; see ${rules}`);
  }
}

/** Triggers a report where the configuration says how. Certain once an event came or the list grew. */
async function completeReport(
  t: Check,
  receiver: LearntReceiver,
  before: number | null,
): Promise<Pick<Event, "certain" | "triggered">> {
  const { reportTrigger } = t.settings;
  if (reportTrigger === null || !t.settings.generations.includes("v1"))
    return { certain: false, triggered: null };
  // The trigger is not part of the contract, so it bypasses the exchange oracles.
  const { answer } = await t.session.client.call({
    check: t.rule,
    turn: 0,
    method: "POST",
    pathname: reportTrigger,
  });
  const came = (ms: number) => receiver.waitFor(isReportForV1, ms);
  const grew = async () => {
    const after = await reportTotal(t);
    return before !== null && after !== null && after > before;
  };
  // A completion may take its time: the list tells early whether waiting is worthwhile.
  const certain = (await came(QUICK_MS)) || (await grew()) || (await came(WAIT_MS)) || (await grew());
  return { certain, triggered: answer?.status ?? null };
}

async function reportTotal(t: Check): Promise<number | null> {
  const { answer } = await t.ask({ operation: "v1ListAdjustmentReports", query: { page_size: 1 } });
  const total = objectOf(answer)?.total;
  return typeof total === "number" ? total : null;
}

/** The newest reports of the list after a completion on demand. */
interface Newest {
  readonly exchange: Answered;
  /** The value of `created_at`, by id. */
  readonly created: ReadonlyMap<string, unknown>;
  /** When it was read, by the run's clock or the target's, whichever is ahead, in milliseconds since 1970. */
  readonly readAt: number;
}

/** The newest reports after a completion on demand; null without one, or if the list cannot be read. Once a run. */
export const newest = given(async (t): Promise<Newest | null> => {
  const { former } = await t.given(event);
  if (former === null) return null;
  const query = { page_size: NEWEST, sort_dir: "desc" } as const;
  const exchange = await t.ask({ operation: "v1ListAdjustmentReports", query });
  const reports = objectOf(exchange.answer)?.reports;
  if (!Array.isArray(reports)) return null;
  const items = reports.filter(isObject);
  const created = new Map(items.map((item) => [String(item.report_id), item.created_at]));
  const theirs = Date.parse(exchange.answer.headers.date ?? "");
  // When a recording is judged, the day of the recording counts.
  const ours = Math.ceil(Date.parse(exchange.startedAt) + exchange.ms);
  return { exchange, created, readAt: Math.max(ours, Number.isNaN(theirs) ? 0 : theirs) };
});

/** The newest reports once they show this one, or once the time allowed for an event is over. */
export async function listing(t: Check, id: string): Promise<Answered> {
  const query = { page_size: MANY, sort_dir: "desc" } as const;
  for (let waited = 0; ; waited += STEP_MS) {
    const exchange = await t.ask({ operation: "v1ListAdjustmentReports", query });
    if (showsId(exchange, id) || waited >= LATE_MS) return exchange;
    await t.session.pause(STEP_MS);
  }
}

/** Whether a page of the list shows the report. */
export function showsId({ answer }: Answered, id: string): boolean {
  return findIds(jsonOf(answer), "report_id").includes(id);
}

/** Whether the list certainly lacks a report: it did not hold it before, and its total has not grown. */
export async function surelyLacks(t: Check, { answer }: Answered, id: string): Promise<boolean> {
  const { former } = await t.given(event);
  const wasThere = former?.oldest.some((item) => item.id === id) ?? true;
  return former?.whole === true && !wasThere && objectOf(answer)?.total === former.total;
}

/** Ends a check for which no event came, saying why and what would cause one. */
export function noEvent(t: Check, { certain, triggered }: Pick<Event, "certain" | "triggered">): never {
  const { reportTrigger, generations, listenMs } = t.settings;
  if (certain)
    t.inconclusive("a report was completed, and no event announced it; see events.report-complete.emitted");
  const waits = listenMs === 0 ? "" : `, nor in the ${listenMs / 1000} s that it listened`;
  if (!generations.includes("v1")) t.notApplicable("reports are completed in v1, which this run leaves out");
  const answered = triggered === null || triggered < 400 ? "" : ` was answered with ${triggered} and`;
  return t.inconclusive(
    reportTrigger === null
      ? `no report was completed during the run${waits}; name a path that completes one by --report-trigger, or wait for one by --listen 10m`
      : `POST ${reportTrigger}${answered} brought neither an event nor another report in the list; name a path that completes one by --report-trigger`,
    "--report-trigger PATH",
  );
}

/** Ends a check for which v2 got no event: the contract does not say which events v2 sends. */
export function noEventInV2(t: Check, made: Event): never {
  if (ofReport(made, isForV1).length === 0) return noEvent(t, made);
  return t.notApplicable(
    "report_complete came to webhooks of v1 but to none of v2; the contract leaves open which events v2 sends",
  );
}

/** Deliveries to the v1 webhook for the event; the contract does not show what v2 sends. */
export async function deliveries(t: Check): Promise<readonly Delivery[]> {
  const made = await t.given(event);
  if (!(await t.given(listened))) noEvent(t, made);
  const due = ofReport(made, isForV1);
  t.saw("deliveries", due.length);
  return due;
}

/** Reports a breach found in a delivery; further parameters as for `breachIn`. */
export function breach(
  t: Check,
  { method, path }: Delivery,
  ...what: [documented: string, received: string, exchanges?: readonly Exchange[]]
): void {
  t.breachIn(`delivery ${method} ${path}`, ...what);
}
