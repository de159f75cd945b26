import { reportsNamedIn } from "../../../oracles/reports/event.js";
import type { Delivery } from "../../../target/receiver.js";
import type { Answered } from "../../../wire/exchange.js";
import { renderIds } from "../../../wire/message.js";
import { jsonOf } from "../../../wire/raw.js";
import { findIds } from "../../../wire/search.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { completion, isFor, isReportSince, LATE_MS, pullTrigger, WAIT_MS } from "./completion.js";
import { breachInDelivery } from "./deliveries.js";
import { plainList } from "./reports.js";
import { heard, listened } from "./waiting.js";

/** A second report, which the list shows, and what came to the first webhook since it was completed. */
interface SecondReport {
  readonly url: string;
  /** Ids that the list shows and did not show before. */
  readonly added: readonly string[];
  readonly page: Answered;
  readonly came: readonly Delivery[];
}

/**
 * Has a second report completed after the event of the first one, once the list shows that one's report. Null where the
 * list does not show a second. Once a run.
 */
const secondReport = given(async (t): Promise<SecondReport | null> => {
  if (!t.affords("events.second-report") || !(await t.given(listened))) return null;
  const { receiver, certain, inV1, earlier: first } = await t.given(completion);
  const [webhook] = inV1;
  if (!certain || webhook === undefined) return null;
  await t.given(heard);
  const before = reportsOn(await plainList(t));
  const isToIt = (from: number) => isReportSince(from, isFor(webhook));
  const known = receiver.deliveries.filter(isToIt(first)).flatMap(({ text }) => reportsNamedIn(text));
  if (!known.some((id) => before.includes(id))) return null;
  const earlier = receiver.deliveries.length;
  await pullTrigger(t);
  const isNew = (ids: (id: string) => boolean) => (each: Delivery) =>
    isToIt(earlier)(each) && reportsNamedIn(each.text).some(ids);
  await receiver.waitFor(
    isNew((id) => !before.includes(id)),
    WAIT_MS,
  );
  const page = await plainList(t);
  const added = reportsOn(page).filter((id) => !before.includes(id));
  if (added.length === 0) return null;
  await receiver.waitFor(
    isNew((id) => added.includes(id)),
    LATE_MS,
  );
  return { url: String(webhook.sent.url), added, page, came: receiver.deliveries.filter(isToIt(earlier)) };
});

function reportsOn({ answer }: Answered): readonly string[] {
  return findIds(jsonOf(answer), "report_id");
}

/** Judges that an event comes for a second report as well. */
export async function judgeSecondEmitted(t: Check): Promise<void> {
  const second = await t.given(secondReport);
  if (second === null) return;
  t.saw("second reports completed");
  if (second.came.length > 0) return;
  t.breachIn(
    "POST /v1/environment/webhooks",
    `the webhook registered for report_complete receives an event for report ${renderIds(second.added)} too`,
    `no further delivery to ${second.url} within ${(WAIT_MS + LATE_MS) / 1000} s, after that of an earlier report`,
    [second.page],
    "v1CreateWebhook",
  );
}

/** Judges that the event which came for a second report names that one. */
export async function judgeSecondNamed(t: Check): Promise<void> {
  const second = await t.given(secondReport);
  const [delivery] = second?.came ?? [];
  if (second === null || delivery === undefined) return;
  t.saw("second reports completed");
  const named = second.came.flatMap(({ text }) => reportsNamedIn(text));
  if (named.length === 0 || named.some((id) => second.added.includes(id))) return;
  const documented = `an event that names the second report, ${renderIds(second.added)}`;
  breachInDelivery(t, delivery, documented, renderIds([...new Set(named)]), [second.page]);
}
