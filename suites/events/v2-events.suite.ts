import { describe } from "vitest";
import { operationInScope } from "../../helpers/contract/scope.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { allBatches, openBatches, readBatch } from "../../helpers/engine/resources/batches/lists.js";
import { taken } from "../../helpers/engine/resources/batches/victims.js";
import { processed } from "../../helpers/engine/resources/events/batch-events.js";
import { isSince, QUICK_MS, WAIT_MS } from "../../helpers/engine/resources/events/completion.js";
import { awaitEffect } from "../../helpers/engine/resources/eventually.js";
import { neededFixtures } from "../../helpers/engine/resources/fixtures.js";
import { excuseOf, ownUrl, PATH } from "../../helpers/engine/resources/webhooks/addresses.js";
import { registerWebhook } from "../../helpers/engine/resources/webhooks/creating.js";
import { V2 } from "../../helpers/engine/resources/webhooks/generations.js";
import { batchReceiver } from "../../helpers/engine/resources/webhooks/lasting.js";
import { creations } from "../../helpers/engine/resources/webhooks/life.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { deniesValue } from "../../helpers/oracles/answers/refusal.js";
import { statusOf } from "../../helpers/oracles/records/batches.js";
import type { Delivery } from "../../helpers/target/receiver.js";
import { idsOf } from "../../helpers/wire/decode.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { sentIn } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";

/** An event name that no service has. */
const NONSENSE = "plimsoll_barnacles";
/** How many batches are tried before none counts as ready to be processed. */
const MOST_TRIED = 3;

/** Ids of open batches that the run may process; processing buys labels. */
async function processable(t: Check): Promise<readonly string[]> {
  const ids = await neededFixtures(
    t,
    "batch:processable",
    "processes a batch, which buys labels",
    async () => {
      const inV1 = operationInScope("v1ListBatches", t.settings);
      const archived = await t.given(taken);
      return idsOf((await t.given(inV1 ? openBatches : allBatches)).items).filter((id) => !archived.has(id));
    },
  );
  return ids.slice(0, MOST_TRIED);
}

function isComplete(status: string | null): boolean {
  return /complete/i.test(status ?? "");
}

function hasEnded(status: string | null): boolean {
  return /complete|error|invalid|archived/i.test(status ?? "");
}

/** Whether a delivery may be an event about a batch. */
function isForBatch({ path, text }: Delivery): boolean {
  return path === PATH.batch && !text.includes("API_REPORT_COMPLETE");
}

/** The event that a creation request asked for. */
function eventOf(exchange: Answered | undefined): unknown {
  return exchange === undefined ? undefined : sentIn(exchange)?.event;
}

describe("Other events", { meta: { changes: ["webhooks", "batches"] } }, () => {
  rule.fromStandard(
    "events.values.nonsense",
    "registers for batch, then for an event that does not exist",
    async (t) => {
      const [control] = (await t.given(creations.v2)).born;
      if (control === undefined) return t.inconclusive("no webhook for an existing event could be created");
      const body = {
        ...control.sent,
        name: `plimsoll ${NONSENSE}`,
        event: NONSENSE,
        url: ownUrl(t, "v2-events"),
      };
      const { created, own } = await registerWebhook(t, V2, body);
      t.saw("webhooks tried");
      if (own === null && created.answer.status >= 400) return;
      const documented = `a webhook for ${NONSENSE} is refused, as one for ${control.sent.event} is not`;
      const received = `status ${created.answer.status}, webhook ${own?.id ?? "without an id"}; the other one is ${control.id}`;
      t.breach(created, documented, received);
    },
  );

  rule.fromStandard("events.values.batch", "registers for batch beside another event", async (t) => {
    const { made } = await t.given(creations.v2);
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
    if (!succeeded(other) && (taken === undefined || !deniesValue(other.answer, "event")))
      throw excuseOf(t, other);
    t.saw("webhooks for batch");
    t.expect(other, `a webhook for batch is accepted, as one for ${eventOf(taken)} is`).succeeds();
  });

  rule.fromStandard(
    "events.batch.delivered",
    "registers a receiver for batch and has a batch processed",
    async (t) => {
      const receiver = await batchReceiver(t);
      const isNew = isSince(receiver.deliveries.length, isForBatch);
      const body = t.settings.bodies.v2ProcessBatchLabels ?? {};
      const tried: string[] = [];
      for (const batch_id of await processable(t)) {
        const path = { batch_id };
        const answer = await t.ask({ operation: "v2ProcessBatchLabels", path, body });
        tried.push(`${batch_id} ${answer.answer.status}`);
        if (!succeeded(answer)) continue;
        (await t.given(processed)).add(batch_id);
        if (await receiver.waitFor(isNew, QUICK_MS)) return t.saw("batches completed");
        const read = async () => statusOf((await readBatch(t, batch_id, "v2GetBatch")).raw);
        const status = await awaitEffect(t, read, hasEnded);
        if (await receiver.waitFor(isNew, WAIT_MS)) return t.saw("batches completed");
        if (!isComplete(status))
          t.inconclusive(
            `no event within ${WAIT_MS / 1000} s, and batch ${batch_id} shows ${status}, so it may not be complete yet`,
          );
        t.saw("batches completed");
        return t.breach(
          answer,
          "the webhook registered for batch receives an event once the batch is complete",
          `no delivery within ${WAIT_MS / 1000} s; the batch shows ${status}`,
        );
      }
      t.inconclusive(
        `processing was refused (${tried.join(", ")}); name a batch as fixture batch:processable`,
        "--fixture batch:processable=ID",
      );
    },
  );
});
