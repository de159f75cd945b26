import {
  isPossible,
  ORDER_STATUSES,
  type OrderStatus,
  statusesWith,
} from "../../../contract/purchase-orders.js";
import { fileKind } from "../../../oracles/answers/file-kind.js";
import { hasErrorBody } from "../../../oracles/answers/likeness.js";
import { type Delivered, deliveredBy } from "../../../oracles/purchase-orders/documents.js";
import type { Answered } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import { isBesideTheQuestion } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { givenEach } from "../../check/given.js";
import { redirectOf } from "../../check/redirects.js";
import { rotated } from "../../check/seed.js";
import { listedOrders, needsEach, readableOrders, whatHidesOrders } from "./listed.js";
import { hasLeft } from "./reading.js";

const DOCUMENTS = {
  "order-summary": { operation: "v2GetPurchaseOrderOrderSummary", what: "orderSummary" },
  "received-summary": { operation: "v2GetPurchaseOrderReceivedSummary", what: "receivedSummary" },
} as const;

type Document = keyof typeof DOCUMENTS;

/** A document, asked for on an order whose status was read before and after. */
interface Asked {
  readonly status: OrderStatus;
  /** Whether an order in this status has the document. */
  readonly isDue: boolean;
  readonly exchange: Answered;
  /** "elsewhere": a redirect to another host, which counts as delivered. */
  readonly delivered: Delivered | "elsewhere";
}

const asked = givenEach(async (t, document: Document): Promise<readonly Asked[]> => {
  const each = await Promise.all(statusesToAsk(t, document).map((status) => askAllIn(t, document, status)));
  return each.flat();
});

/** Of the statuses without the document, those closest to having it come first; at quick one status stands for all. */
function statusesToAsk(t: Check, document: Document): readonly OrderStatus[] {
  const due = statusesWith(DOCUMENTS[document].what);
  if (!t.affords("purchase-orders.documents.every-status")) return rotated(due, t.settings.seed).slice(0, 1);
  const others = ORDER_STATUSES.filter((status) => !due.includes(status)).toSorted(
    (one, other) => Number(other === "open") - Number(one === "open"),
  );
  return [...due, ...others.slice(0, t.budget("purchase-orders.documents.others"))];
}

/** Asks in one status: for one order, another with each seed, or for as many as the effort includes. */
async function askAllIn(t: Check, document: Document, status: OrderStatus): Promise<readonly Asked[]> {
  const ids = rotated(await readableOrders(t, status), t.settings.seed);
  const chosen = ids.slice(0, t.budget("purchase-orders.documents.orders"));
  const each = await Promise.all(chosen.map((id) => askFor(t, document, status, id)));
  return each.filter((one) => one !== null);
}

async function askFor(t: Check, document: Document, status: OrderStatus, id: string): Promise<Asked | null> {
  const { operation, what } = DOCUMENTS[document];
  const isDue = isPossible(what, status) === true;
  const ask = async (): Promise<Asked> => {
    const exchange = await t.ask({ operation, path: { purchase_order_id: id } });
    const delivered = redirectOf(exchange) === null ? deliveredBy(exchange.answer) : "elsewhere";
    return { status, isDue, exchange, delivered };
  };
  const first = await ask();
  if (isDue === isDelivery(first)) return first;
  // Another client may have moved the order on since it was listed, or a replica may show the status late.
  return (await hasLeft(t, id, status)) ? null : ask();
}

function isDelivery({ delivered }: Asked): boolean {
  return delivered !== "nothing" && delivered !== "other";
}

/** Whether an answer says nothing about the document. */
function isBeside({ exchange }: Asked): boolean {
  return isBesideTheQuestion(exchange.answer.status);
}

/** What holds for a document of orders in the statuses that have it, or in the others. */
interface Law {
  readonly isDue: boolean;
  /** Whether an answer can be judged, beside all that were given. */
  readonly counts: (one: Asked, all: readonly Asked[]) => boolean;
  readonly holds: (one: Asked) => boolean;
  /** What an answer is evidence of. */
  readonly sees: (status: OrderStatus) => string;
  readonly documented: (status: OrderStatus) => string;
}

const LAWS = {
  available: {
    isDue: true,
    counts: (one, all) => !isBeside(one) && !(isUnrouted(one) && !all.some(isDelivery)),
    holds: isDelivery,
    sees: (status) => `documents of orders that are ${status}`,
    documented: (status) => `the PDF of an order that is ${status}`,
  },
  pdf: {
    isDue: true,
    counts: ({ delivered }) => delivered !== "nothing" && delivered !== "elsewhere",
    holds: ({ delivered }) => delivered === "pdf",
    sees: () => "documents delivered",
    documented: () => "the PDF itself, its bytes beginning with %PDF",
  },
  unavailable: {
    isDue: false,
    // A 403 may refuse the document of one order to a key that gets that of another.
    counts: (one, all) => !isBeside(one) || (one.exchange.answer.status === 403 && all.some(isDelivery)),
    holds: ({ delivered }) => delivered !== "pdf",
    sees: (status) => `documents of orders that are ${status}`,
    documented: (status) => `no document of an order that is ${status}`,
  },
} satisfies Readonly<Record<string, Law>>;

/** A 404 without an error body may mean that the path does not exist, which another rule judges. */
function isUnrouted({ exchange }: Asked): boolean {
  return exchange.answer.status === 404 && !hasErrorBody(exchange);
}

/** Judges by a law what orders delivered as a document. */
export function judgeDocument(document: Document, name: keyof typeof LAWS): (t: Check) => Promise<void> {
  return (t) => judgeBy(t, document, LAWS[name]);
}

async function judgeBy(t: Check, document: Document, law: Law): Promise<void> {
  const all = await t.given(asked(document));
  const concerned = all.filter(({ isDue }) => isDue === law.isDue);
  for (const one of concerned.filter((each) => law.counts(each, all))) {
    t.saw(law.sees(one.status));
    if (!law.holds(one)) t.breach(one.exchange, law.documented(one.status), received(one.exchange));
  }
  if (concerned.length === 0) await noneConcerned(t, document, law);
  if (law === LAWS.available && t.affords("purchase-orders.documents.every-status"))
    await needsEach(t, statusesWith(DOCUMENTS[document].what), concerned);
}

/** Ends a check for which no order is in a fitting status. */
async function noneConcerned(t: Check, document: Document, { isDue }: Law): Promise<never> {
  if (!t.affords("purchase-orders.documents.every-status"))
    t.inconclusive("needs --effort standard or higher", "--effort standard");
  const orders = (await t.given(listedOrders)).length;
  const due = statusesWith(DOCUMENTS[document].what);
  const needed = isDue ? due : ORDER_STATUSES.filter((status) => !due.includes(status));
  const shown =
    (await whatHidesOrders(t)) ??
    `the list shows ${plural(orders, "purchase order")}, none of them ${needed.join(" or ")}`;
  return t.inconclusive(
    `${shown}; name some as fixtures purchase_order:<status>`,
    "--fixture purchase_order:STATUS=ID",
  );
}

function received({ answer: { status, body } }: Answered): string {
  const kind = fileKind(body);
  const form = body.kind === "empty" ? "no body" : `a ${body.kind} body`;
  return `status ${status} with ${kind === "other" || kind === "JSON" ? form : kind}`;
}
