import { describe } from "vitest";
import { PLAIN_TEXT } from "../../helpers/contract/conduct.js";
import { operation } from "../../helpers/contract/operations.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { askOnce } from "../../helpers/engine/operations/probe.js";
import {
  AS_FORM,
  answersTo,
  BROKEN_OFF,
  type Format,
  TEXT,
  UNTYPED,
  XML,
} from "../../helpers/engine/resources/webhooks/formats.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { isBodyRefused, whatIsMade } from "../../helpers/oracles/answers/creations.js";
import { is4xx, succeeded } from "../../helpers/wire/status.js";

describe("Authentication", { meta: { changes: ["webhooks"] } }, () => {
  rule.fromStandard(
    "content.non-json-refused",
    "creates webhooks from form-encoded and XML bodies",
    async (t) => {
      for (const { format, exchange, ids } of await answersTo(t, [AS_FORM, XML])) {
        const { status } = exchange.answer;
        t.saw("bodies");
        if (ids.length > 0) {
          const received = `status ${status}, and a webhook was created`;
          t.breach(exchange, `a body of ${format.contentType} has no effect`, received);
        } else if (succeeded(exchange)) {
          t.observe(`A webhook sent as ${format.contentType} was answered with ${status} and had no effect.`);
        }
      }
    },
  );

  rule.fromStandard(
    "content.non-json-refused",
    "creates totes and a purchase order from plain text",
    judgePlainText,
  );

  rule.fromStandard("content.unreadable-json", "creates webhooks from JSON that breaks off", judgeBrokenOff);

  rule.fromStandard("content.json-without-type", "creates a webhook from JSON without a Content-Type", (t) =>
    judgeUntyped(t, UNTYPED),
  );

  rule.fromStandard("content.text-plain", "creates a webhook from JSON labelled text/plain", (t) =>
    judgeUntyped(t, TEXT),
  );
});

/** A webhook of JSON that breaks off is not created. */
async function judgeBrokenOff(t: Check): Promise<void> {
  for (const { exchange, ids } of await answersTo(t, [BROKEN_OFF])) {
    const { status } = exchange.answer;
    t.saw("bodies");
    if (ids.length > 0)
      t.breach(exchange, "JSON that breaks off has no effect", `status ${status}, and a webhook was created`);
    else if (succeeded(exchange))
      t.observe(`A webhook of JSON that breaks off was answered with ${status} and had no effect.`);
  }
}

/** Creations that may need no member, so that a service which does not read the body shows it. */
const NEEDING_NOTHING = ["v2CreateTotes", "v2CreatePurchaseOrder"] as const;

/** A text that is no JSON creates nothing. */
async function judgePlainText(t: Check): Promise<void> {
  // Where nothing may be created, other checks of the rule say so.
  const ids = t.mayWrite("own") ? NEEDING_NOTHING.filter((id) => t.inScope(id)) : [];
  for (const id of ids) {
    const exchange = await askOnce(t, { operation: id, raw: PLAIN_TEXT });
    if (exchange === null) continue;
    const made = whatIsMade(operation(id), exchange.answer);
    if (made !== null) t.breach(exchange, "nothing comes of a body that is plain text", made);
    else if (isBodyRefused(exchange.answer)) t.saw("bodies");
  }
}

/** JSON text with no or another Content-Type must be refused with a 4xx. */
async function judgeUntyped(t: Check, format: Format): Promise<void> {
  for (const { exchange, ids } of await answersTo(t, [format])) {
    const { status } = exchange.answer;
    const isRefused = is4xx(status);
    t.saw("bodies");
    if (isRefused && ids.length === 0) continue;
    const documented = `a refusal with 4xx of JSON ${format.contentType === null ? "without a" : "under another"} Content-Type`;
    t.breach(exchange, documented, `status ${status}${isRefused ? ", and a webhook was created" : ""}`);
  }
}
