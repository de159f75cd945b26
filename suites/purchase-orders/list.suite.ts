import { describe } from "vitest";
import {
  filteredLists,
  isClear,
  judgeFiltered,
} from "../../helpers/engine/resources/purchase-orders/filtered.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { findArray } from "../../helpers/wire/find-array.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";

describe("v2 endpoints: purchase orders", { meta: { reads: ["purchase-orders"] } }, () => {
  rule.fromStandard("purchase-orders.list.status", "asks the list for one status", async (t) => {
    const { lists, further } = await t.given(filteredLists);
    const asked = lists.filter(({ exchange }) => succeeded(exchange));
    if (!isClear(asked))
      t.notApplicable(
        "the list does not clearly depend on a status parameter, whose name the contract leaves open",
      );
    await judgeFiltered(t, [...asked, ...further]);
  });

  rule("purchase-orders.status.values", "looks whether a purchase order came at all", async (t) => {
    const { answer } = await t.listedOk("v2ListPurchaseOrders");
    const records =
      findArray(jsonOf(answer), { id: "purchase_order_id", name: "purchase_orders" })?.items ?? [];
    if (records.length === 0) t.inconclusive("needs a purchase order; the list shows none");
  });

  rule.fromStandard("purchase-orders.list.filters", "asks the list for one status", async (t) => {
    for (const { status, exchange, isHonoured } of (await t.given(filteredLists)).lists) {
      t.saw("filtered lists");
      t.observe(
        `A status parameter on the list of purchase orders (${status}) is ${isHonoured ? "honoured" : `ignored or refused: ${exchange.answer.status}`}.`,
      );
    }
  });
});
