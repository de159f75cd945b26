import { isObject } from "../../helpers/oracles/decode.js";
import type { Check } from "../../helpers/runner/check.js";
import { type LearntReceiver, receiverOf } from "../../helpers/runner/receiving.js";
import { shared } from "../../helpers/runner/shared.js";
import type { Delivery } from "../../helpers/target/receiver.js";
import { batchReceiver, registerV1, registerV2 } from "./registering.js";

/** Time that a delivery may take after a report was completed on demand, in milliseconds. */
export const WAIT_MS = 5_000;
/** For an event that may well be there already, before anything else is looked at. */
const QUICK_MS = 300;
export const CUSTOM_HEADERS = [
  { key: "x-plimsoll-mark", value: "delivered with the event" },
  { key: "x-plimsoll-desk", value: "2" },
] as const;
interface Event {
  readonly receiver: LearntReceiver;
  /** True when the target was told to complete a report, and its event came or its list grew. */
  readonly certain: boolean;
}

/** Where the webhooks point to that are registered for the event, one per generation. */
export const PATH = { v1: "/v1-report-complete", v2: "/v2-report-complete" };

/** A report that is completed on demand, where the target can be told to, and what came of it. Once a run. */
export const event = shared(async (t): Promise<Event> => {
  const receiver = await receiverOf(t);
  if (t.settings.generations.includes("v1")) await registerV1(t, receiver.url + PATH.v1);
  if (t.settings.generations.includes("v2")) {
    await registerV2(t, "report_complete", receiver.url + PATH.v2, CUSTOM_HEADERS);
    await batchReceiver(t);
  }
  const certain = await completeReport(t, receiver);
  await receiver.waitFor(({ path }) => path === PATH.v1, certain ? WAIT_MS : 0);
  if (t.settings.generations.includes("v2"))
    await receiver.waitFor(({ path }) => path === PATH.v2, certain ? QUICK_MS : 0);
  return { receiver, certain };
});

/** Has the target complete a report, where the configuration says how. True when its event came or its list grew. */
async function completeReport(t: Check, receiver: LearntReceiver): Promise<boolean> {
  const { reportTrigger } = t.settings;
  if (reportTrigger === null || !t.settings.generations.includes("v1")) return false;
  const before = await reportTotal(t);
  // Outside of the contract, so past the exchange oracles.
  await t.session.client.call({ check: t.rule, method: "POST", pathname: reportTrigger });
  if (await receiver.waitFor(({ path }) => path === PATH.v1, QUICK_MS)) return true;
  const after = await reportTotal(t);
  return before !== null && after !== null && after > before;
}

async function reportTotal(t: Check): Promise<number | null> {
  const { answer } = await t.ask({ operation: "v1ListAdjustmentReports", query: { page_size: 1 } });
  const value = answer.body.kind === "json" ? answer.body.value : null;
  return isObject(value) && typeof value.total === "number" ? value.total : null;
}

/** Why there is no event to look at, and what would bring one about. */
export function whyNoEvent({ settings: { reportTrigger, generations } }: Check): string {
  if (!generations.includes("v1"))
    return "reports are completed in v1, which this run leaves out; --generation v1,v2 takes it in";
  return reportTrigger === null
    ? "no report was completed during the run; name a path that completes one by reportTrigger in the configuration"
    : `POST ${reportTrigger} brought neither an event nor another report in the list; name a path that completes one by reportTrigger`;
}

/** The deliveries to webhooks that are registered for the event. */
export async function deliveries(t: Check): Promise<readonly Delivery[]> {
  const { receiver } = await event(t);
  const due = receiver.deliveries.filter(({ path }) => path === PATH.v1 || path === PATH.v2);
  if (due.length === 0) t.inconclusive(whyNoEvent(t));
  t.saw("deliveries", due.length);
  return due;
}

/** Reports a breach seen in a delivery. */
export function breach(t: Check, { method, path }: Delivery, documented: string, received: string): void {
  t.find({
    rule: t.rule,
    request: `delivery ${method} ${path}`,
    operation: null,
    documented,
    received,
    exchanges: [],
  });
}
