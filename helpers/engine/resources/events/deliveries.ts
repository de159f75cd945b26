import { deniesValue } from "../../../oracles/answers/refusal.js";
import type { Delivery } from "../../../target/receiver.js";
import type { Exchange } from "../../../wire/exchange.js";
import { renderValue } from "../../../wire/message.js";
import type { Inconclusive } from "../../../wire/outcome.js";
import { sentIn } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { V1_EVENT } from "../webhooks/generations.js";
import type { Lasting } from "../webhooks/lasting.js";
import { creations } from "../webhooks/life.js";
import { type Completion, completion, isFor, isForV1, ofReport } from "./completion.js";
import { cameAnyway, listened } from "./waiting.js";

/** The event that came to the webhook of v2; undefined where none came. */
export function deliveryInV2(made: Completion, inV2: Lasting): Delivery | undefined {
  const [delivery] = ofReport(made, isFor(inV2));
  return delivery;
}

/** Ends a check for which no event came, saying why and what would cause one. */
export function noEvent(t: Check, { certain, triggered }: Pick<Completion, "certain" | "triggered">): never {
  const { reportTrigger, generations, listenMs } = t.settings;
  if (certain)
    t.inconclusive("a report was completed, and no event announced it; see events.report-complete.emitted");
  const waits = listenMs === 0 ? "" : `, nor in the ${listenMs / 1000} s that it listened`;
  if (!generations.includes("v1")) t.notApplicable("reports are completed in v1, which this run leaves out");
  const answered = triggered === null || triggered < 400 ? "" : ` was answered with ${triggered} and`;
  return t.inconclusive(
    reportTrigger === null
      ? `no report was completed during the run${waits}; name a path that completes one with --report-trigger, or wait for one with --listen 10m`
      : `POST ${reportTrigger}${answered} caused neither an event nor another report in the list; name a path that completes one with --report-trigger`,
    "--report-trigger PATH",
  );
}

/** Ends a check for which v2 got no event: the contract does not say which events v2 sends. */
export function noEventInV2(t: Check, made: Completion): never {
  if (ofReport(made, isForV1).length === 0) return noEvent(t, made);
  return t.notApplicable(
    "report_complete came to webhooks of v1 but to none of v2; the contract leaves open which events v2 sends",
  );
}

/** Ends a check for which v2 has no webhook. It need not know report_complete, which is an event of v1. */
export async function noWebhookInV2(t: Check, why: Inconclusive): Promise<never> {
  const { failed } = (await t.tryGiven(creations("v2"))) ?? { failed: [] };
  const isUnknown = failed.some(
    (refusal) => sentIn(refusal)?.event === V1_EVENT && deniesValue(refusal.answer, "event"),
  );
  if (!isUnknown) throw why;
  return t.notApplicable(`v2 does not know ${V1_EVENT}; the contract leaves open which events v2 sends`);
}

/** Deliveries to the v1 webhook for the event; the contract does not show what v2 sends. */
export async function deliveries(t: Check): Promise<readonly Delivery[]> {
  const made = await t.given(completion);
  if (!(await t.given(listened))) noEvent(t, made);
  const due = ofReport(made, isForV1);
  t.saw("deliveries", due.length);
  return due;
}

/** Reports a breach found in a delivery; further parameters as for `breachIn`. */
export function breachInDelivery(
  t: Check,
  { method, path }: Delivery,
  ...what: [documented: string, received: string, exchanges?: readonly Exchange[]]
): void {
  t.breachIn(`delivery ${method} ${path}`, ...what);
}

/** Judges that no such delivery came, after it had as much time as the due ones. */
export async function judgeNoneCame(
  t: Check,
  isWrong: (delivery: Delivery) => boolean,
  documented: string,
): Promise<void> {
  if (!(await cameAnyway(t, isWrong))) return;
  const { receiver } = await t.given(completion);
  for (const delivery of receiver.deliveries.filter(isWrong))
    breachInDelivery(t, delivery, documented, renderValue(delivery.text));
}
