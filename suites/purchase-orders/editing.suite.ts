import { describe } from "vitest";
import { ORDER_STATUSES } from "../../helpers/contract/purchase-orders.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import { draftTrial, type FieldStep } from "../../helpers/engine/resources/purchase-orders/draft.js";
import { openTrial } from "../../helpers/engine/resources/purchase-orders/open.js";
import { sentChanges, sentValue } from "../../helpers/engine/resources/purchase-orders/reading.js";
import {
  judgeLost,
  judgeRefused,
  judgeSlips,
} from "../../helpers/engine/resources/purchase-orders/verdicts.js";
import { orderIn } from "../../helpers/oracles/purchase-orders/orders.js";
import { deniesField, deniesState, isAboutState } from "../../helpers/oracles/purchase-orders/outcome.js";
import { requestLine } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";

const OTHERS = ORDER_STATUSES.filter((status) => status !== "draft");

/**
 * Every field of a draft can be edited. A refusal counts if it is about the state, or about a field that an open order
 * accepted.
 */
async function judgeFields(t: Check, refused: readonly FieldStep[]): Promise<void> {
  if (refused.length === 0) return;
  const taken = (await ifReadable(t.given(openTrial)))?.fields;
  const isTaken = (field: string) => [...(taken?.keys() ?? [])].some((name) => name === field);
  for (const { field, step } of refused) {
    const { answer } = step.exchange;
    if (isAboutState(answer) || (isTaken(field) && deniesField(answer, field)))
      t.expect(step.exchange, `all fields of a draft can be edited, ${field} too`).succeeds();
    else t.observe(`${step.words} was answered ${answer.status}.`);
  }
}

describe("Purchase order rules: editing", { meta: { reads: ["purchase-orders"] } }, () => {
  rule.fromStandard(
    "purchase-orders.draft.put-accepted",
    "puts back a draft with other texts",
    async (t: Check) => {
      const { shape, steps, back, refused: fields } = await t.given(draftTrial);
      if (shape !== null) {
        t.saw("accepted updates");
        await judgeFields(t, fields);
        // The original values were shown by the draft itself, so a refusal about the state can only mean that an edited
        // draft is locked.
        if (back?.outcome === "refused" && deniesState(back.exchange.answer))
          t.expect(back.exchange, "a draft can be edited again, and put back as it was").succeeds();
        return;
      }
      const refused = steps.find(({ exchange }) => isAboutState(exchange.answer));
      if (refused !== undefined) {
        t.saw("refused updates");
        return void t.expect(refused.exchange, "the update of a draft is accepted").succeeds();
      }
      const [first] = steps;
      const line =
        first === undefined ? "PUT" : `${requestLine(first.exchange)} (${first.exchange.answer.status})`;
      t.inconclusive(
        `${line} accepts none of the bodies that can be built from what GET returns; the contract shows no body`,
      );
    },
  );

  rule.fromStandard(
    "purchase-orders.draft.put-applied",
    "puts back a draft with other values and reads it",
    async (t) => {
      judgeLost(t, await t.given(draftTrial));
    },
  );

  rule.fromStandard(
    "purchase-orders.draft.put-applied",
    "looks at the status in the answers to such updates",
    async (t) => {
      // An order that its update has moved on leaves the trial without a verdict. The right status is no evidence that
      // the values were stored.
      await ifReadable(t.given(draftTrial));
      for (const sent of await t.given(sentChanges)) {
        const { id, exchange } = sent;
        if (exchange.operation !== "v2UpdatePurchaseOrder" || !succeeded(exchange)) continue;
        const status = orderIn(jsonOf(exchange.answer), id)?.status ?? null;
        if (status === null || status === "draft" || sentValue(sent, "status") !== "draft") continue;
        return t.breach(exchange, "status draft, as sent", status, "/status");
      }
    },
  );

  rule.fromStandard(
    "purchase-orders.draft.put-further-applied",
    "puts back a draft with a line's quantity raised by one and another warehouse, and reads it",
    async (t) => {
      const { shape, further } = await t.given(draftTrial);
      if (shape !== null && further.judged.length === 0)
        t.inconclusive(
          "no PUT with a raised quantity, or with the warehouse of another order, was accepted and shown",
        );
      judgeLost(t, further);
    },
  );

  rule.fromStandard(
    "purchase-orders.put-refused",
    "puts orders that are no drafts with a body that a draft takes",
    (t) => judgeRefused(t, "put", OTHERS),
  );

  rule.fromStandard(
    "purchase-orders.put-refused.unchanged",
    "reads orders before and after a refused update",
    (t) => judgeSlips(t, "put", OTHERS),
  );
});
