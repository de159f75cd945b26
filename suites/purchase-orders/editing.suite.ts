import { describe } from "vitest";
import { isShippingField, statusesWithout } from "../../helpers/contract/purchase-orders.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { CUT_SHORT, FORM, hasNoEffect } from "../../helpers/engine/resources/odd-bodies.js";
import { sendsBack } from "../../helpers/engine/resources/purchase-orders/bodies.js";
import { PUT } from "../../helpers/engine/resources/purchase-orders/changes.js";
import { draftTrial } from "../../helpers/engine/resources/purchase-orders/draft.js";
import { judgeEachField, judgeFields } from "../../helpers/engine/resources/purchase-orders/draft-laws.js";
import { orderHistory } from "../../helpers/engine/resources/purchase-orders/history.js";
import { isAccepted } from "../../helpers/engine/resources/purchase-orders/sending.js";
import { judgeTold } from "../../helpers/engine/resources/purchase-orders/told-laws.js";
import {
  judgeChangeRefused,
  judgeLost,
  judgeUnchanged,
} from "../../helpers/engine/resources/purchase-orders/trial-laws.js";
import { expectRepeated } from "../../helpers/engine/resources/repeated.js";
import { needsBody } from "../../helpers/engine/resources/sample-bodies.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { orderWithId } from "../../helpers/oracles/purchase-orders/orders.js";
import { deniesState, refusedForState } from "../../helpers/oracles/purchase-orders/outcome.js";
import { sentValue } from "../../helpers/oracles/purchase-orders/sent.js";
import { requestLine } from "../../helpers/wire/message.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";

const CLOSED = statusesWithout("put");

async function judgeAccepted(t: Check): Promise<void> {
  const trial = await t.given(draftTrial);
  const { shape, steps, back, repeated } = trial;
  if (shape !== null) {
    t.saw("accepted updates");
    await judgeFields(t, trial);
    // The original values were shown by the draft itself, so a refusal about the state can only mean that an edited
    // draft is locked.
    if (back?.outcome === "refused" && deniesState(back.exchange.answer))
      t.expect(back.exchange, "a draft can be edited again, and put back as it was").succeeds();
    else if (repeated !== null) {
      const accepted = steps.filter(isAccepted).map((step) => step.exchange);
      expectRepeated(t, repeated.exchange, accepted, "draft")?.succeeds();
    }
    return;
  }
  const refused = refusedForState(steps, ({ shape }) => sendsBack(shape));
  if (refused !== undefined) {
    t.saw("refused updates");
    return void t.expect(refused.exchange, "the update of a draft is accepted").succeeds();
  }
  const [first] = steps;
  const line =
    first === undefined ? "PUT" : `${requestLine(first.exchange)} (${first.exchange.answer.status})`;
  needsBody(
    t,
    PUT.operation,
    `${line} accepts none of the bodies that can be built from what GET returns, and the contract shows none`,
  );
}

async function judgeApplied(t: Check): Promise<void> {
  await judgeLost(t, await t.given(draftTrial), isShippingField);
}

async function judgeAnsweredStatus(t: Check): Promise<void> {
  // The right status is not evidence that the values were stored.
  const moved = (await t.tryGiven(draftTrial))?.moved ?? null;
  if (moved !== null && sentValue(moved.step, "status") === "draft") {
    const shown = [moved.step.exchange, moved.after.exchange];
    return t.breach(shown, "status draft, as sent; so with another draft", moved.after.status, "/status");
  }
  for (const sent of (await t.given(orderHistory)).sent) {
    const { id, exchange } = sent;
    if (exchange.operation !== PUT.operation || !succeeded(exchange)) continue;
    const status = orderWithId(jsonOf(exchange.answer), id)?.status ?? null;
    if (status === null || status === "draft" || sentValue(sent, "status") !== "draft") continue;
    return t.breach(exchange, "status draft, as sent", status, "/status");
  }
  await judgeTold(t, PUT);
}

async function judgeFurtherApplied(t: Check): Promise<void> {
  const trial = await t.given(draftTrial);
  const isFurther = (field: string) => !isShippingField(field);
  if (trial.shape !== null && !trial.judged.some(isFurther))
    t.inconclusive(
      "no PUT with a raised quantity, or with warehouse or supplier of another order, was accepted and shown",
    );
  await judgeLost(t, trial, isFurther);
}

// biome-ignore format: one rule a line
describe("Purchase order rules: editing", { meta: { reads: ["purchase-orders"] } }, () => {
  rule.fromStandard("purchase-orders.draft.put-accepted", "puts back a draft with other texts", judgeAccepted);
  rule.fromStandard("purchase-orders.draft.each-field", "updates a draft by other values for each shipping field", judgeEachField);
  rule.fromStandard("content.non-json-refused", "updates a draft by a form-encoded body", hasNoEffect(FORM, "purchase order", draftTrial));
  rule.fromStandard("content.unreadable-json", "updates a draft by truncated JSON", hasNoEffect(CUT_SHORT, "purchase order", draftTrial));
  rule.fromStandard("purchase-orders.draft.put-applied", "puts back a draft with other values and reads it", judgeApplied);
  rule.fromStandard("purchase-orders.draft.put-applied", "looks at the status in the answers to such updates", judgeAnsweredStatus);
  rule.fromStandard("purchase-orders.draft.put-further-applied", "puts back a draft with a line's quantity raised by one, another warehouse and another supplier, and reads it", judgeFurtherApplied);
  rule.fromStandard("purchase-orders.put-refused", "puts orders that are not drafts with a body that a draft takes", (t) => judgeChangeRefused(t, PUT, CLOSED));
  rule.fromStandard("purchase-orders.put-refused.unchanged", "reads orders before and after a refused update", (t) => judgeUnchanged(t, PUT, CLOSED));
});
