import { describe } from "vitest";
import { SHIPPING_FIELDS } from "../../helpers/contract/purchase-orders.js";
import type { Check } from "../../helpers/engine/check/check.js";
import { given } from "../../helpers/engine/check/given.js";
import { aWhileAfter, settled } from "../../helpers/engine/resources/later.js";
import { CHANGES, changeIn, PUT, SHIPPING } from "../../helpers/engine/resources/purchase-orders/changes.js";
import { draftTrial } from "../../helpers/engine/resources/purchase-orders/draft.js";
import { TEXTS } from "../../helpers/engine/resources/purchase-orders/fields.js";
import {
  orderHistory,
  type Sent,
  sentValue,
} from "../../helpers/engine/resources/purchase-orders/history.js";
import { listedOrders } from "../../helpers/engine/resources/purchase-orders/listed.js";
import { statusTrials } from "../../helpers/engine/resources/purchase-orders/moves.js";
import { isOwnText } from "../../helpers/engine/resources/purchase-orders/other-values.js";
import { readUntil } from "../../helpers/engine/resources/purchase-orders/reading.js";
import { rule } from "../../helpers/engine/vitest/rule.js";
import { finding } from "../../helpers/oracles/finding.js";
import { type Order, ordersIn } from "../../helpers/oracles/purchase-orders/orders.js";
import type { Answered, Finding } from "../../helpers/wire/exchange.js";
import { renderValue } from "../../helpers/wire/message.js";
import { ifReadable } from "../../helpers/wire/outcome.js";
import { jsonOf } from "../../helpers/wire/raw.js";

/** A text of the run that an order shows now but did not show at first; null where there is none. */
function textLeft(before: Order, { id, status, record }: Order, list: Answered): Finding | null {
  const field = SHIPPING_FIELDS.find((name) => isOwnText(record[name]));
  // An order that moved on could not be put back, and an earlier run may have left the text.
  if (before.status !== status || field === undefined || before.record[field] === record[field]) return null;
  const rule = changeIn(status)?.applied ?? PUT.unchanged;
  const documented = `${id} shows ${field} ${renderValue(before.record[field])}, as before all changes`;
  const received = `${renderValue(record[field])}, which was refused or put back earlier in the run`;
  return finding({ rule, exchanges: [list] }, { documented, received, pointer: `/${field}` });
}

/** A text that an order shows now although the run sent it only to other orders; null where there is none. */
function strayIn(
  before: Order,
  { id, record }: Order,
  list: Answered,
  sent: readonly Sent[],
): Finding | null {
  for (const field of TEXTS) {
    const [was, now] = [before.record[field], record[field]];
    if (typeof now !== "string" || now === "" || now === was) continue;
    const told = sent.filter((each) => sentValue(each, field) === now);
    const [first] = told;
    if (first === undefined || told.some((each) => each.id === id)) continue;
    const { applied: rule } = first.exchange.operation === PUT.operation ? PUT : SHIPPING;
    const documented = `the change of ${first.id} leaves ${id} as it was, ${field} ${renderValue(was)}`;
    const claim = { documented, received: renderValue(now), pointer: `/${field}` };
    return finding({ rule, exchanges: [list, first.exchange] }, claim);
  }
  return null;
}

/** The orders in the list some time after the last change; null where the run changed none. */
const ordersLater = given(async (t) => {
  if (t.settings.writes !== "fixtures" || (await ifReadable(t.given(draftTrial))) === null) return null;
  await aWhileAfter(t, ...CHANGES);
  return listNow(t);
});

async function listNow(t: Check) {
  const exchange = await t.askOk({ operation: "v2ListPurchaseOrders" });
  return { exchange, orders: ordersIn(jsonOf(exchange.answer)) };
}

// Near the end of the run every accepted change has been put back, and no refused change may show.
describe("Purchase order rules, later in the run", { meta: { changes: ["purchase-orders"] } }, () => {
  rule.fromStandard(
    "purchase-orders.put-refused.unchanged",
    "lists the orders again and looks for texts that the run sent",
    async (t) => {
      const later = await t.given(ordersLater);
      // Do not report again what another check reported.
      if (later === null || t.session.findings.some(({ rule }) => rule.startsWith("purchase-orders.")))
        return;
      const known = new Map((await t.given(listedOrders)).map((order) => [order.id, order]));
      const { sent } = await t.given(orderHistory);
      const judge = ({ exchange, orders }: typeof later) =>
        orders.flatMap((order) => {
          const before = known.get(order.id);
          if (before === undefined) return [];
          return textLeft(before, order, exchange) ?? strayIn(before, order, exchange, sent) ?? [];
        });
      const last = await settled(
        t,
        later,
        (list) => judge(list).length === 0,
        () => listNow(t),
      );
      t.saw("orders listed later on", last.orders.length);
      t.find(judge(last).slice(0, 1));
    },
  );

  rule.fromStandard("purchase-orders.status.applied", "looks again at the cancelled draft", async (t) => {
    const later = await t.given(ordersLater);
    const [trial] = later === null ? [] : ((await ifReadable(statusTrials(t, ["draft"]))) ?? []);
    const cancelled = trial?.next?.after;
    if (later === null || cancelled?.status !== "cancelled") return;
    const { id } = cancelled;
    const listed = later.orders.find((order) => order.id === id)?.status ?? null;
    // A replica may lag behind.
    const now =
      listed === null || listed === "cancelled"
        ? listed
        : (await readUntil(t, id, ({ status }) => status === "cancelled")).status;
    if (now === null) return;
    t.saw("orders cancelled before");
    if (now !== "cancelled")
      t.breach(later.exchange, `order ${id}, cancelled earlier in the run, stays so`, now);
  });
});
