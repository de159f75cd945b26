import { describe } from "vitest";
import type { Check } from "../../helpers/engine/check/check.js";
import { judgeBatchEvent } from "../../helpers/engine/resources/events/batch-events.js";
import { ownUrl } from "../../helpers/engine/resources/webhooks/addresses.js";
import { registerWebhook, type WebhookAttempt } from "../../helpers/engine/resources/webhooks/creating.js";
import { excuseOf } from "../../helpers/engine/resources/webhooks/excuses.js";
import { creations, removeWebhook } from "../../helpers/engine/resources/webhooks/life.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { deniesValue } from "../../helpers/oracles/answers/refusal.js";
import { isFailed } from "../../helpers/oracles/webhooks/failed.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { sentIn } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";

/** An event name that no service has. */
const NONSENSE = "plimsoll_barnacles";

/** The event that a creation request asked for. */
function eventOf(exchange: Answered | undefined): unknown {
  return exchange === undefined ? undefined : sentIn(exchange)?.event;
}

/** Whether a webhook that was accepted for another event fails for batch, and does so again. */
async function failsForBatch(t: Check, made: readonly WebhookAttempt[]): Promise<boolean> {
  const control = made.find(
    ({ created, refused }) =>
      succeeded(created) && refused.some((each) => eventOf(each) === "batch" && isFailed(each)),
  );
  if (control === undefined) return false;
  const { created, own } = await registerWebhook(t, "v2", { ...control.sent, event: "batch" });
  if (own !== null) await removeWebhook(t, "v2", own);
  return isFailed(created);
}

describe("Other events", { meta: { changes: ["webhooks", "batches"] } }, () => {
  rule.fromStandard(
    "events.values.nonsense",
    "registers for batch, then for an event that does not exist",
    async (t) => {
      const [control] = (await t.given(creations("v2"))).born;
      if (control === undefined) return t.inconclusive("no webhook for an existing event could be created");
      const body = {
        ...control.sent,
        name: `plimsoll ${NONSENSE}`,
        event: NONSENSE,
        url: ownUrl(t, "v2-events"),
      };
      const { created, own } = await registerWebhook(t, "v2", body);
      const { status } = created.answer;
      if (own === null && status >= 500)
        t.inconclusive(`a webhook for ${NONSENSE} was answered with ${status}, which does not refuse it`);
      t.saw("webhooks tried");
      if (own === null && status >= 400) return;
      const documented = `a webhook for ${NONSENSE} is refused, as one for ${control.sent.event} is not`;
      const received = `status ${status}, webhook ${own?.id ?? "without an id"}; the other one is ${control.id}`;
      t.breach(created, documented, received);
    },
  );

  rule.fromStandard("events.values.batch", "registers for batch beside another event", async (t) => {
    const { made } = await t.given(creations("v2"));
    const tried = made.flatMap(({ refused, created }) => [...refused, created]);
    const [taken] = tried.filter((exchange) => succeeded(exchange) && eventOf(exchange) !== "batch");
    const forBatch = tried.filter((exchange) => eventOf(exchange) === "batch");
    // Another member of one that was refused may have been at fault.
    const other = forBatch.find(succeeded) ?? forBatch[0];
    if (other === undefined)
      return t.inconclusive(
        "this run tried to create no webhook for batch; --effort standard tries one",
        "--effort standard",
      );
    const isDenied = taken !== undefined && deniesValue(other.answer, "event");
    if (!succeeded(other) && !isDenied && !(await failsForBatch(t, made))) throw excuseOf(t, other);
    t.saw("webhooks for batch");
    t.expect(other, `a webhook for batch is accepted, as one for ${eventOf(taken)} is`).succeeds();
  });

  rule.fromStandard(
    "events.batch.delivered",
    "registers a receiver for batch and has a batch processed",
    judgeBatchEvent,
  );
});
