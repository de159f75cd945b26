import { describe } from "vitest";
import { isObject } from "../../helpers/oracles/decode.js";
import { judgeReportComplete } from "../../helpers/oracles/event.js";
import { renderValue } from "../../helpers/oracles/message.js";
import type { Check } from "../../helpers/runner/check.js";
import { rule } from "../../helpers/runner/rule.js";
import { breach, CUSTOM_HEADERS, deliveries, event, heard, PATH, WAIT_MS, whyNoEvent } from "./completion.js";

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
      if (!certain) t.inconclusive(whyNoEvent(t));
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
      const followed = new Set<string>();
      for (const delivery of await deliveries(t)) {
        for (const href of addresses(delivery.text)) {
          if (followed.has(href)) continue;
          followed.add(href);
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
});

describe("Other events", () => {
  rule(
    "events.custom-headers",
    "looks for the webhook's own headers on its delivery",
    async (t: Check) => {
      await deliveries(t);
      const { receiver, noHeaders } = await event(t);
      if (noHeaders !== null) t.inconclusive(noHeaders);
      await heard(t);
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
