import { type Answered, type Check, given } from "../../helpers/engine/check/check.js";
import type { Own } from "../../helpers/engine/resources/created.js";
import { type LearntReceiver, receiverOf } from "../../helpers/engine/resources/event-receiver.js";
import type { ListCensus } from "../../helpers/target/census.js";
import type { Delivery } from "../../helpers/target/receiver.js";
import { isObject } from "../../helpers/wire/decode.js";
import type { Exchange } from "../../helpers/wire/exchange.js";
import { Inconclusive, ifReadable, orWhyNot } from "../../helpers/wire/outcome.js";
import { batchReceiver, registerAndDelete, registerV1, registerV2 } from "./registering.js";

/** Time that a delivery may take after a report was completed on demand, in milliseconds. */
export const WAIT_MS = 5_000;
/** For an event that may well be there already, before anything else is looked at. */
const QUICK_MS = 300;
/** For what should not come, after all that is due was there or given up, in milliseconds. */
const LONGER_MS = 300;
export const CUSTOM_HEADERS = [
  { key: "x-plimsoll-mark", value: "delivered with the event" },
  { key: "x-plimsoll-desk", value: "2" },
] as const;
/** Reports of the page that is read after one was completed, newest first. */
const NEWEST = 5;

interface Event {
  readonly receiver: LearntReceiver;
  /** The reports that the list held before anything was registered; null where it was not read. */
  readonly former: ListCensus | null;
  /** The webhook of v1 that is registered for the event; null where v1 is out of scope. */
  readonly registered: Own | null;
  /** True when the target was told to complete a report, and its event came or its list grew. */
  readonly certain: boolean;
  /** The deletion of a webhook that was registered for the event before; null where there is none. */
  readonly deletion: Answered | null;
  /** Why there is no v2 webhook with custom headers; null where there is one. */
  readonly noHeaders: string | null;
  /** When all that is due had come, by this machine's clock in milliseconds; null where v2 is still waited for. */
  readonly heardAt: number | null;
}

/** Where the webhooks point to that are registered for the event, one per generation, and a deleted one. */
export const PATH = { v1: "/v1-report-complete", v2: "/v2-report-complete", deleted: "/v1-deleted" };

/** A report that is completed on demand, where the target can be told to, and what came of it. Once a run. */
export const event = given(async (t): Promise<Event> => {
  const receiver = await t.given(receiverOf);
  const isTold = t.settings.reportTrigger !== null && t.settings.generations.includes("v1");
  const former = isTold ? await ifReadable(t.census.list("reports")) : null;
  let deletion: Answered | null = null;
  let noHeaders: string | null = "v2 is out of scope";
  let registered: Own | null = null;
  if (t.settings.generations.includes("v1")) {
    // Nothing follows from it where no report is completed on demand.
    if (t.settings.reportTrigger !== null)
      deletion = await ifReadable(registerAndDelete(t, receiver.url + PATH.deleted));
    registered = await registerV1(t, receiver.url + PATH.v1);
  }
  if (t.settings.generations.includes("v2")) {
    // Registered between the two for the event: where one is served after the other, forwards or backwards, its turn
    // is over when both were.
    await ifReadable(t.given(batchReceiver));
    const tried = await orWhyNot(registerV2(t, "report_complete", receiver.url + PATH.v2, CUSTOM_HEADERS));
    noHeaders = tried instanceof Inconclusive ? tried.message : null;
  }
  const certain = await completeReport(t, receiver);
  await receiver.waitFor(({ path }) => path === PATH.v1, certain ? WAIT_MS : 0);
  const came =
    noHeaders !== null || (await receiver.waitFor(({ path }) => path === PATH.v2, certain ? QUICK_MS : 0));
  return { receiver, former, registered, certain, deletion, noHeaders, heardAt: came ? Date.now() : null };
});

/** When everything that is due was delivered or given up, by this machine's clock in milliseconds. Once a run. */
export const heard = given(async (t): Promise<number> => {
  const { receiver, heardAt } = await t.given(event);
  if (heardAt !== null) return heardAt;
  await receiver.waitFor(({ path }) => path === PATH.v2, WAIT_MS);
  return Date.now();
});

/** Whether a delivery came that should not, once it had time to come after those that are due. */
export async function cameAnyway(t: Check, fits: (delivery: Delivery) => boolean): Promise<boolean> {
  const { receiver } = await t.given(event);
  const since = await t.given(heard);
  return receiver.waitFor(fits, Math.max(0, since + LONGER_MS - Date.now()));
}

/** Whether another report is completed and sent both to who is registered and to the webhook that was deleted. */
export async function sentToDeletedAgain(t: Check): Promise<boolean> {
  const { receiver } = await t.given(event);
  const count = (path: string) => receiver.deliveries.filter((delivery) => delivery.path === path).length;
  const before = count(PATH.deleted);
  await completeReport(t, receiver);
  for (let waited = 0; waited < WAIT_MS && count(PATH.deleted) === before; waited += QUICK_MS)
    await t.session.pause(QUICK_MS);
  return count(PATH.deleted) > before;
}

/** Has the target complete a report, where the configuration says how. True when its event came or its list grew. */
async function completeReport(t: Check, receiver: LearntReceiver): Promise<boolean> {
  const { reportTrigger } = t.settings;
  if (reportTrigger === null || !t.settings.generations.includes("v1")) return false;
  const before = await reportTotal(t);
  // Outside of the contract, so past the exchange oracles.
  await t.session.client.call({ check: t.rule, ahead: true, method: "POST", pathname: reportTrigger });
  const came = (ms: number) => receiver.waitFor(({ path }) => path === PATH.v1, ms);
  const grew = async () => {
    const after = await reportTotal(t);
    return before !== null && after !== null && after > before;
  };
  // What is started on demand may take its time: a look at the list tells soon whether it is worth while to wait.
  return (await came(QUICK_MS)) || (await grew()) || (await came(WAIT_MS)) || grew();
}

async function reportTotal(t: Check): Promise<number | null> {
  const { answer } = await t.ask({ operation: "v1ListAdjustmentReports", query: { page_size: 1 } });
  const value = answer.body.kind === "json" ? answer.body.value : null;
  return isObject(value) && typeof value.total === "number" ? value.total : null;
}

/** What the list shows of its newest reports once one was completed on demand. */
export interface Newest {
  readonly exchange: Answered;
  /** What `created_at` reads, by id. */
  readonly created: ReadonlyMap<string, unknown>;
  /** By the clock that is ahead, this machine's or the target's, in milliseconds. */
  readonly readAt: number;
}

/** The newest reports after one was completed on demand; null where none was, or the list cannot be read. Once a run. */
export const newest = given(async (t): Promise<Newest | null> => {
  const { former } = await t.given(event);
  if (former === null) return null;
  const query = { page_size: NEWEST, sort_dir: "desc" } as const;
  const exchange = await t.ask({ operation: "v1ListAdjustmentReports", query });
  const value = exchange.answer.body.kind === "json" ? exchange.answer.body.value : null;
  if (!isObject(value) || !Array.isArray(value.reports)) return null;
  const items = value.reports.filter(isObject);
  const created = new Map(items.map((item) => [String(item.report_id), item.created_at]));
  const theirs = Date.parse(exchange.answer.headers.date ?? "");
  return { exchange, created, readAt: Math.max(Date.now(), Number.isNaN(theirs) ? 0 : theirs) };
});

/** Why there is no event to look at, and what would bring one about. */
export function whyNoEvent({ settings: { reportTrigger, generations } }: Check): string {
  if (!generations.includes("v1"))
    return "reports are completed in v1, which this run leaves out; --generation v1,v2 takes it in";
  return reportTrigger === null
    ? "no report was completed during the run; name a path that completes one by reportTrigger in the configuration"
    : `POST ${reportTrigger} brought neither an event nor another report in the list; name a path that completes one by reportTrigger`;
}

/** The deliveries to the webhook of v1 that is registered for the event: what v2 sends is not shown. */
export async function deliveries(t: Check): Promise<readonly Delivery[]> {
  const { receiver } = await t.given(event);
  const due = receiver.deliveries.filter(({ path }) => path === PATH.v1);
  if (due.length === 0) t.inconclusive(whyNoEvent(t));
  t.saw("deliveries", due.length);
  return due;
}

/** Reports a breach seen in a delivery. */
export function breach(
  t: Check,
  { method, path }: Delivery,
  documented: string,
  received: string,
  exchanges: readonly Exchange[] = [],
): void {
  t.find({
    rule: t.rule,
    request: `delivery ${method} ${path}`,
    operation: null,
    documented,
    received,
    exchanges: exchanges.map(({ index }) => index),
  });
}
