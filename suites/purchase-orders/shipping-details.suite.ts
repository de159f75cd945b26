import { describe } from "vitest";
import { LATE_STATUSES } from "../../helpers/contract/purchase-orders.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  otherValues,
  ownValues,
  postShipping,
} from "../../helpers/engine/resources/purchase-orders/bodies.js";
import { openTrial } from "../../helpers/engine/resources/purchase-orders/open.js";
import {
  alone,
  changeableOrder,
  readOrderAs,
} from "../../helpers/engine/resources/purchase-orders/reading.js";
import {
  judgeHarmed,
  judgeLost,
  judgeRefused,
  judgeSlips,
  judgeSmuggled,
} from "../../helpers/engine/resources/purchase-orders/verdicts.js";
import { isAboutState } from "../../helpers/oracles/purchase-orders/outcome.js";
import { isSuccess } from "../../helpers/wire/status.js";

describe("Purchase order rules: shipping details", { meta: { reads: ["purchase-orders"] } }, () => {
  rule.fromStandard(
    "purchase-orders.shipping-details.open.accepted",
    "changes each field alone and all together",
    async (t: Check) => {
      const { steps } = await t.given(openTrial);
      for (const { exchange, outcome, words } of steps) {
        if (outcome === "accepted") t.saw("accepted changes");
        else if (outcome === "refused" && isAboutState(exchange.answer)) {
          t.saw("refused changes");
          t.expect(exchange, `${words} is accepted on an open order`).succeeds();
        } else
          t.observe(`${words} was answered ${exchange.answer.status}; the service may not accept the value.`);
      }
      const judged = steps.some(
        ({ exchange, outcome }) => outcome === "accepted" || isAboutState(exchange.answer),
      );
      if (!judged)
        t.inconclusive(
          "the target accepts none of the made-up values for the nine fields; the contract shows no types",
        );
    },
  );

  rule.fromStandard(
    "purchase-orders.shipping-details.open.applied",
    "reads an open order after accepted changes",
    async (t) => {
      judgeLost(t, await t.given(openTrial));
    },
  );

  rule.fromStandard(
    "purchase-orders.shipping-details.open.only-shipping",
    "sends further members along",
    async (t) => {
      const { extras, smuggled, harmed } = await t.given(openTrial);
      judgeHarmed(t, harmed);
      if (extras === 0)
        t.inconclusive("needs an open order that accepts a shipping field and shows another member");
      t.saw("further members", extras);
      judgeSmuggled(t, smuggled);
    },
  );

  rule.fromStandard(
    "purchase-orders.shipping-details.refused-late",
    "sends shipping details of late orders",
    (t) => judgeRefused(t, "shipping", LATE_STATUSES),
  );

  rule.fromStandard(
    "purchase-orders.shipping-details.refused-late.unchanged",
    "reads late orders before and after",
    (t) => judgeSlips(t, "shipping", LATE_STATUSES),
  );

  rule.fromThorough(
    "purchase-orders.shipping-details.draft",
    "sends shipping details of a draft",
    async (t) => {
      const id = await changeableOrder(t, "draft", 1);
      await alone(t, [id], async () => {
        const order = await readOrderAs(t, id, "draft");
        const values = await otherValues(t, order, ["note_to_supplier"], 9);
        const { answer } = await postShipping(t, order, "alone", values);
        t.saw("requests");
        t.observe(`Shipping details of a draft purchase order are answered ${answer.status}.`);
        if (isSuccess(answer.status))
          await postShipping(t, order, "alone", ownValues(order, ["note_to_supplier"]));
      });
    },
  );
});
