import { describe } from "vitest";
import { isObject } from "../../helpers/oracles/decode.js";
import { judgeReportComplete } from "../../helpers/oracles/event.js";
import { renderValue } from "../../helpers/oracles/message.js";
import type { Check } from "../../helpers/runner/check.js";
import { type LearntReceiver, receiverOf } from "../../helpers/runner/receiving.js";
import { rule } from "../../helpers/runner/rule.js";
import { shared } from "../../helpers/runner/shared.js";
import type { Delivery } from "../../helpers/target/receiver.js";
import { BATCH_PATH, batchReceiver, registerV1, registerV2 } from "./registering.js";

/** Time that a delivery may take after a report was completed on demand, in milliseconds. */
const WAIT_MS = 5_000;
/** For the event of a target that is quick, before its list is looked at. */
const QUICK_MS = 300;
const CUSTOM_HEADERS = [
  { key: "x-plimsoll-mark", value: "delivered with the event" },
  { key: "x-plimsoll-desk", value: "2" },
] as const;
const WAITING =
  "no report was completed during the run; name a path that completes one by reportTrigger in the configuration";

interface Event {
  readonly receiver: LearntReceiver;
  /** True when the target was told to complete a report, and its event came or its list grew. */
  readonly certain: boolean;
}

/** Where the webhooks point to that are registered for the event, one per generation. */
const PATH = { v1: "/v1-report-complete", v2: "/v2-report-complete" };

const event = shared(async (t): Promise<Event> => {
  const receiver = await receiverOf(t);
  if (t.settings.generations.includes("v1")) await registerV1(t, receiver.url + PATH.v1);
  if (t.settings.generations.includes("v2")) {
    await registerV2(t, "report_complete", receiver.url + PATH.v2, CUSTOM_HEADERS);
    await batchReceiver(t);
  }
  const certain = await completeReport(t, receiver);
  await receiver.waitFor(({ path }) => path === PATH.v1, certain ? WAIT_MS : 0);
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

/** The deliveries to webhooks that are registered for the event. */
async function deliveries(t: Check): Promise<readonly Delivery[]> {
  const { receiver } = await event(t);
  const due = receiver.deliveries.filter(({ path }) => path === PATH.v1 || path === PATH.v2);
  if (due.length === 0) t.inconclusive(WAITING);
  t.saw("deliveries", due.length);
  return due;
}

function breach(t: Check, { method, path }: Delivery, documented: string, received: string): void {
  t.find({
    rule: t.rule,
    request: `delivery ${method} ${path}`,
    operation: null,
    documented,
    received,
    exchanges: [],
  });
}

async function judgePayload(t: Check): Promise<void> {
  for (const { text } of await deliveries(t)) {
    const { findings, judged } = judgeReportComplete(text);
    if (!judged.includes(t.rule)) continue;
    t.saw("members judged");
    t.find(findings.filter((finding) => finding.rule === t.rule));
  }
}

/** Both addresses in a payload, as far as they are there. */
function addresses(text: string): readonly string[] {
  try {
    const payload: unknown = JSON.parse(text);
    if (!isObject(payload)) return [];
    const data = isObject(payload.data) ? payload.data : {};
    const link = isObject(data.report_url) ? data.report_url.href : undefined;
    return [payload.resource_url, link].filter((address) => typeof address === "string");
  } catch {
    return [];
  }
}

describe("Event: report_complete", () => {
  rule(
    "events.report-complete.emitted",
    "registers a receiver and has a report completed",
    async (t) => {
      const { receiver, certain } = await event(t);
      if (!certain) t.inconclusive(WAITING);
      t.saw("reports completed");
      if (receiver.deliveries.some(({ path }) => path === PATH.v1)) return;
      t.find({
        rule: t.rule,
        request: "POST /v1/environment/webhooks",
        operation: "v1CreateWebhook",
        documented: "the webhook registered for report_complete receives the event when a report appears",
        received: `no delivery within ${WAIT_MS / 1000} s, though the report list grew`,
        exchanges: [],
      });
    },
    { from: "standard" },
  );

  rule("events.report-complete.json", "reads the delivered payload", judgePayload, { from: "standard" });
  rule("events.report-complete.resource_url", "reads the delivered payload", judgePayload, {
    from: "standard",
  });
  rule("events.report-complete.resource_type", "reads the delivered payload", judgePayload, {
    from: "standard",
  });
  rule("events.report-complete.data.report_type", "reads the delivered payload", judgePayload, {
    from: "standard",
  });
  rule("events.report-complete.data.created_at", "reads the delivered payload", judgePayload, {
    from: "standard",
  });
  rule("events.report-complete.data.report_url.href", "reads the delivered payload", judgePayload, {
    from: "standard",
  });

  rule(
    "events.report-complete.leads-to-report",
    "follows both addresses of the payload",
    async (t) => {
      for (const delivery of await deliveries(t)) {
        for (const href of new Set(addresses(delivery.text))) {
          const { answer } = await t.ask({ href, samePath: true });
          t.saw("addresses followed");
          if (answer.status === 200 && answer.body.kind !== "empty") continue;
          breach(t, delivery, "the address leads to the report", `${href} answers ${answer.status}`);
        }
      }
    },
    { from: "standard" },
  );

  rule(
    "events.report-complete.same-address",
    "compares both addresses of the payload",
    async (t) => {
      const [first] = await deliveries(t);
      const distinct = new Set(addresses(first?.text ?? ""));
      t.observe(`resource_url and data.report_url.href are ${distinct.size === 1 ? "equal" : "different"}.`);
    },
    { from: "standard" },
  );

  rule(
    "events.report-complete.only-registered",
    "looks at a webhook that is registered for batch",
    async (t) => {
      await deliveries(t);
      const { receiver } = await event(t);
      for (const delivery of receiver.deliveries.filter(({ path }) => path === BATCH_PATH)) {
        if (!delivery.text.includes("API_REPORT_COMPLETE")) continue;
        breach(
          t,
          delivery,
          "a webhook registered for batch gets no report_complete",
          renderValue(delivery.text),
        );
      }
    },
    { from: "standard" },
  );
});

describe("Other events", () => {
  rule(
    "events.custom-headers",
    "looks for the webhook's own headers on its delivery",
    async (t: Check) => {
      await deliveries(t);
      const { receiver } = await event(t);
      await receiver.waitFor(({ path }) => path === PATH.v2, WAIT_MS);
      const delivery = receiver.deliveries.find(({ path }) => path === PATH.v2);
      if (delivery === undefined) {
        t.inconclusive(
          "the v2 webhook with custom headers got no delivery; report_complete may not be an event of v2",
        );
      }
      t.saw("deliveries to a webhook with headers");
      for (const { key, value } of CUSTOM_HEADERS) {
        const received = delivery.headers[key];
        if (received !== value) return breach(t, delivery, `header ${key}: ${value}`, renderValue(received));
      }
    },
    { from: "standard" },
  );
});
