import {
  isPossible,
  type OrderStatus,
  statusesWith,
  statusesWithout,
} from "../../../contract/purchase-orders.js";
import { fileKind } from "../../../oracles/answers/file-kind.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import {
  type Asked,
  type Document,
  type DocumentLaw,
  deliveredBy,
  isDelivery,
  DOCUMENT_LAWS as LAWS,
} from "../../../oracles/purchase-orders/documents.js";
import type { Answered } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import { redirectOf } from "../../check/redirects.js";
import { rotated } from "../../check/seed.js";
import { polling } from "../eventually.js";
import { listedOrders, needsEach, readableOrders, whatHidesOrders } from "./listed.js";
import { hasLeft } from "./reading.js";

const OPERATIONS = {
  orderSummary: "v2GetPurchaseOrderOrderSummary",
  receivedSummary: "v2GetPurchaseOrderReceivedSummary",
} as const;

/** What orders delivered as a document, by their statuses. */
export const asked = givenEach(async (t, document: Document): Promise<readonly Asked[]> => {
  const each = await Promise.all(statusesToAsk(t, document).map((status) => askAllIn(t, document, status)));
  return each.flat();
});

/** All statuses; at quick one of those with the document stands for all. */
function statusesToAsk(t: Check, document: Document): readonly OrderStatus[] {
  const due = statusesWith(document);
  return t.affords("purchase-orders.documents.every-status")
    ? [...due, ...statusesWithout(document)]
    : rotated(due, t.settings.seed).slice(0, 1);
}

/** Asks in one status: for one order, another with each seed, or for as many as the effort includes. */
async function askAllIn(t: Check, document: Document, status: OrderStatus): Promise<readonly Asked[]> {
  const ids = rotated(await readableOrders(t, status), t.settings.seed);
  const chosen = ids.slice(0, t.budget("purchase-orders.documents.orders"));
  const each = await Promise.all(chosen.map((id) => askFor(t, document, status, id)));
  return each.filter((one) => one !== null);
}

async function askFor(t: Check, document: Document, status: OrderStatus, id: string): Promise<Asked | null> {
  const first = await askOnce(t, document, status, id);
  if (isPossible(document, status) === isDelivery(first)) return first;
  // Another client may have moved the order on since it was listed, or a replica may show the status late.
  return (await hasLeft(t, id, status)) ? null : askOnce(t, document, status, id);
}

async function askOnce(t: Check, document: Document, status: OrderStatus, id: string): Promise<Asked> {
  const exchange = await t.ask({ operation: OPERATIONS[document], path: { purchase_order_id: id } });
  const delivered = redirectOf(exchange) === null ? deliveredBy(exchange.answer) : "elsewhere";
  return { status, exchange, delivered };
}

/** The order summary of an order that was opened just now, once it is delivered; null if the order has left that status. */
export async function summaryOfOpened(t: Check, id: string): Promise<Asked | null> {
  const asked = await polling(t, () => askOnce(t, "orderSummary", "open", id)).until(isDelivery);
  return isDelivery(asked) || !(await hasLeft(t, id, "open")) ? asked : null;
}

/** Judges by a law what orders delivered as a document. */
export function judgeDocument(document: Document, name: keyof typeof LAWS): (t: Check) => Promise<void> {
  const law: DocumentLaw = LAWS[name];
  const statuses = law.isDue ? statusesWith(document) : statusesWithout(document);
  return async (t) => {
    const all = await t.given(asked(document));
    const concerned = all.filter(({ status }) => statuses.includes(status));
    const counted = concerned.filter((each) => law.counts(each, all));
    for (const one of counted) {
      t.saw(law.sees(one.status));
      if (!law.holds(one)) t.breach(one.exchange, law.documented(one.status), received(one.exchange));
    }
    if (concerned.length === 0) await noneConcerned(t, statuses);
    if (name === "available" && t.affords("purchase-orders.documents.every-status"))
      await needsEach(t, statuses, concerned);
    const uncounted = concerned.find(({ status }) => counted.every((each) => each.status !== status));
    if (name === "available" && uncounted !== undefined)
      t.inconclusive(
        `the document of an order that is ${uncounted.status} was answered with ${toldBy(uncounted.exchange.answer)}`,
      );
  };
}

/** Ends a check for which no order is in a fitting status. */
async function noneConcerned(t: Check, statuses: readonly OrderStatus[]): Promise<never> {
  if (!t.affords("purchase-orders.documents.every-status"))
    t.inconclusive("needs --effort standard or higher", "--effort standard");
  const orders = (await t.given(listedOrders)).length;
  const shown =
    (await whatHidesOrders(t)) ??
    `the list shows ${plural(orders, "purchase order")}, none of them ${statuses.join(" or ")}`;
  return t.inconclusive(
    `${shown}; name some as fixtures purchase_order:<status>`,
    "--fixture purchase_order:STATUS=ID",
  );
}

/** What an answer delivered, in words. */
export function received({ answer: { status, body } }: Answered): string {
  const kind = fileKind(body);
  if (kind !== "other" && kind !== "JSON") return `status ${status} with ${kind}`;
  if (body.kind === "empty") return `status ${status} with no body`;
  return `status ${status} with a ${body.kind} body${status === 200 ? ", which is no PDF" : ""}`;
}
