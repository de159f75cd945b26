import { describe } from "vitest";
import { ORDER_STATUSES, type OrderStatus } from "../../helpers/contract/purchase-orders.js";
import { type Check, given, givenEach } from "../../helpers/engine/check/check.js";
import { redirectOf } from "../../helpers/engine/check/redirects.js";
import { rule } from "../../helpers/engine/check/rule.js";
import {
  hasLeft,
  listedOrders,
  readableOrders,
} from "../../helpers/engine/resources/purchase-orders/reading.js";
import { needsEach } from "../../helpers/engine/resources/purchase-orders/verdicts.js";
import { hasErrorBody } from "../../helpers/oracles/likeness.js";
import { type Delivered, deliveredBy } from "../../helpers/oracles/purchase-orders/documents.js";
import { type Order, ordersIn } from "../../helpers/oracles/purchase-orders/orders.js";
import type { Answered } from "../../helpers/wire/exchange.js";
import { jsonOf } from "../../helpers/wire/raw.js";
import { succeeded } from "../../helpers/wire/status.js";

type Document = "v2GetPurchaseOrderOrderSummary" | "v2GetPurchaseOrderReceivedSummary";

/** Statuses in which each document is available. */
const AVAILABLE: Readonly<Record<Document, readonly OrderStatus[]>> = {
  v2GetPurchaseOrderOrderSummary: ["open", "receiving", "received", "closed"],
  v2GetPurchaseOrderReceivedSummary: ["receiving", "received", "closed"],
};

/** A document, asked for on an order whose status was read before and after. */
interface Asked {
  readonly status: OrderStatus;
  readonly exchange: Answered;
  /** "elsewhere": a redirect to another host, which counts as delivered. */
  readonly delivered: Delivered | "elsewhere";
}

const asked = givenEach(askEach);

async function askEach(t: Check, document: Document): Promise<readonly Asked[]> {
  const statuses = t.affords("purchase-orders.documents.every-status")
    ? [
        ...AVAILABLE[document],
        ...unavailable(document).slice(0, t.budget("purchase-orders.documents.others")),
      ]
    : [sampleOf(t, AVAILABLE[document])];
  const each = await Promise.all(statuses.map((status) => askIn(t, document, status)));
  return each.filter((one) => one !== null);
}

/** Statuses that do not offer the document, those closest to offering it first. */
function unavailable(document: Document): readonly OrderStatus[] {
  const others = ORDER_STATUSES.filter((status) => !AVAILABLE[document].includes(status));
  return others.toSorted((one, other) => Number(other === "open") - Number(one === "open"));
}

/** One of the statuses; the seed decides which. */
function sampleOf(t: Check, statuses: readonly OrderStatus[]): OrderStatus {
  return statuses[t.settings.seed % statuses.length] ?? "closed";
}

async function askIn(t: Check, document: Document, status: OrderStatus): Promise<Asked | null> {
  const [id] = await readableOrders(t, status);
  if (id === undefined) return null;
  const ask = async (): Promise<Asked> => {
    const path = { purchase_order_id: id };
    const exchange = await t.ask({ operation: document, path });
    return { status, exchange, delivered: deliveryIn(exchange) };
  };
  const first = await ask();
  const due = AVAILABLE[document].includes(status);
  if (due === isDelivery(first.delivered)) return first;
  // Another client may have moved the order on since it was listed, or a replica may show the status late.
  return (await hasLeft(t, id, status)) ? null : ask();
}

function deliveryIn(exchange: Answered): Asked["delivered"] {
  return redirectOf(exchange) === null ? deliveredBy(exchange.answer) : "elsewhere";
}

function isDelivery(delivered: Asked["delivered"]): boolean {
  return delivered !== "nothing" && delivered !== "other";
}

/** Answers that say nothing about the document: they concern the key or the method, or are failures. */
function isBeside({ answer: { status } }: Answered): boolean {
  return status === 401 || status === 403 || status === 405 || status >= 500;
}

async function judgeAvailable(t: Check, document: Document): Promise<void> {
  const all = await t.given(asked(document));
  const due = all.filter(({ status }) => AVAILABLE[document].includes(status));
  const none = !all.some(({ delivered }) => isDelivery(delivered));
  for (const { status, exchange, delivered } of due) {
    // A 404 without an error body may mean that the path does not exist, which another rule judges.
    const unrouted = none && exchange.answer.status === 404 && !hasErrorBody(exchange);
    if (isBeside(exchange) || unrouted) continue;
    t.saw(`documents of orders that are ${status}`);
    if (isDelivery(delivered)) continue;
    t.breach(exchange, `the PDF of an order that is ${status}`, received(exchange));
  }
  await seenAny(t, document, due.length);
  // At effort quick one status stands for all.
  if (t.affords("purchase-orders.documents.every-status")) needsEach(t, AVAILABLE[document], due);
}

async function judgeForm(t: Check, document: Document): Promise<void> {
  const due = (await t.given(asked(document))).filter(({ status }) => AVAILABLE[document].includes(status));
  const delivered = due.filter((each) => each.delivered !== "nothing" && each.delivered !== "elsewhere");
  for (const { exchange, delivered: form } of delivered) {
    t.saw("documents delivered");
    if (form !== "pdf")
      t.breach(exchange, "the PDF itself, its bytes beginning with %PDF", received(exchange));
  }
  await seenAny(t, document, delivered.length);
}

async function judgeUnavailable(t: Check, document: Document): Promise<void> {
  const others = (await t.given(asked(document))).filter(
    ({ status }) => !AVAILABLE[document].includes(status),
  );
  for (const { status, exchange, delivered } of others) {
    if (isBeside(exchange)) continue;
    t.saw(`documents of orders that are ${status}`);
    if (delivered !== "pdf") continue;
    t.breach(exchange, `no document of an order that is ${status}`, received(exchange));
  }
  await seenAny(t, document, others.length);
}

/** @throws Inconclusive where there was nothing to judge */
async function seenAny(t: Check, document: Document, judged: number): Promise<void> {
  if (judged > 0) return;
  if (!t.affords("purchase-orders.documents.every-status"))
    t.inconclusive("needs --effort standard or higher");
  const orders = (await t.given(listedOrders)).length;
  t.inconclusive(
    `the list shows ${orders} purchase orders, none in a status that this check needs (${AVAILABLE[document].join(", ")} have the document); ` +
      "name some as fixtures purchase_order:<status>",
  );
}

function received({ answer: { status, body } }: Answered): string {
  return `status ${status} with ${body.kind === "empty" ? "no body" : `a ${body.kind} body`}`;
}

describe("Purchase order rules: documents", { meta: { reads: ["purchase-orders"] } }, () => {
  rule("purchase-orders.order-summary.available", "asks for it in each status", (t) =>
    judgeAvailable(t, "v2GetPurchaseOrderOrderSummary"),
  );
  rule("purchase-orders.order-summary.pdf", "looks at what is delivered", (t) =>
    judgeForm(t, "v2GetPurchaseOrderOrderSummary"),
  );
  rule("purchase-orders.order-summary.unavailable", "asks for it in each status", (t) =>
    judgeUnavailable(t, "v2GetPurchaseOrderOrderSummary"),
  );
  rule("purchase-orders.received-summary.available", "asks for it in each status", (t) =>
    judgeAvailable(t, "v2GetPurchaseOrderReceivedSummary"),
  );
  rule("purchase-orders.received-summary.pdf", "looks at what is delivered", (t) =>
    judgeForm(t, "v2GetPurchaseOrderReceivedSummary"),
  );
  rule("purchase-orders.received-summary.unavailable", "asks for it in each status", (t) =>
    judgeUnavailable(t, "v2GetPurchaseOrderReceivedSummary"),
  );
});

/** A list filtered by status. The target honours the filter if most of the orders shown have that status. */
interface Filtered {
  readonly status: OrderStatus;
  readonly exchange: Answered;
  readonly others: readonly Order[];
  readonly isHonoured: boolean;
}

/** Lists filtered by statuses that occur; the seed decides which. */
const filtered = given(async (t): Promise<readonly Filtered[]> => {
  const known = await t.given(listedOrders);
  const present = ORDER_STATUSES.filter((status) => known.some((order) => order.status === status));
  if (present.length < 2) return t.inconclusive("needs purchase orders in two statuses");
  const from = t.settings.seed % present.length;
  const some = [...present.slice(from), ...present.slice(0, from)];
  const asked = some.slice(0, t.budget("purchase-orders.filters")).map(async (status) => {
    const exchange = await t.ask({ operation: "v2ListPurchaseOrders", query: { status } });
    const shown = succeeded(exchange) ? ordersIn(jsonOf(exchange.answer)) : [];
    const others = shown.filter((order) => order.status !== null && order.status !== status);
    // A list that ignores the parameter shows the same orders as without it.
    const isHonoured = shown.length > 0 && others.length * 2 < shown.length;
    return { status, exchange, others, isHonoured };
  });
  return Promise.all(asked);
});

/** Whether an order changed its status meanwhile, so that the status filter may lag behind. */
async function isMoving(t: Check, { id, status }: Order): Promise<boolean> {
  if (
    status === null ||
    (await t.given(listedOrders)).some((order) => order.id === id && order.status === status)
  )
    return false;
  return hasLeft(t, id, status);
}

describe("v2 endpoints: purchase orders", { meta: { reads: ["purchase-orders"] } }, () => {
  rule.fromStandard("purchase-orders.list.status", "asks the list for one status", async (t) => {
    const honoured = (await t.given(filtered)).filter(({ isHonoured }) => isHonoured);
    if (honoured.length === 0)
      t.inconclusive("the list does not honour a status parameter, whose name is not documented");
    t.saw("filtered lists", honoured.length);
    for (const { status, exchange, others } of honoured) {
      const [other] = others;
      if (other === undefined || (await isMoving(t, other))) continue;
      return t.breach(
        exchange,
        `a list narrowed to ${status} holds no order in another status`,
        `${other.id}, which is ${other.status}`,
      );
    }
  });

  rule.fromStandard("purchase-orders.list.filters", "asks the list for one status", async (t) => {
    for (const { status, exchange, isHonoured } of await t.given(filtered)) {
      t.saw("filtered lists");
      t.observe(
        `A status parameter on the list of purchase orders (${status}) is ${isHonoured ? "honoured" : `ignored or refused: ${exchange.answer.status}`}.`,
      );
    }
  });
});
