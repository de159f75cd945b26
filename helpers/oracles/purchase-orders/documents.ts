import type { OrderStatus } from "../../contract/purchase-orders.js";
import type { Answer, Answered } from "../../wire/exchange.js";
import { jsonOf } from "../../wire/raw.js";
import { isBesideTheQuestion } from "../../wire/status.js";
import { fileKind } from "../answers/file-kind.js";
import { hasErrorBody } from "../answers/likeness.js";
import { isAboutTheCaller, mayBeDueTo, speaksOfTheCaller } from "../answers/refusal.js";
import { deniesState } from "./outcome.js";

/** What a document operation delivered; "other" is a success that is neither a PDF nor an address. */
export type Delivered = "pdf" | "address" | "other" | "nothing";

/** What an answer delivers. */
export function deliveredBy(answer: Answer): Delivered {
  if (answer.status !== 200) return "nothing";
  if (fileKind(answer.body) === "a PDF") return "pdf";
  const address = /"(https?:\/\/|\/)[^"]+"/.test(JSON.stringify(jsonOf(answer)) ?? "");
  return address ? "address" : "other";
}

/** The documents, by what is possible in a status. */
export type Document = "orderSummary" | "receivedSummary";

/** A document, asked for on an order whose status was read before and after. */
export interface Asked {
  readonly status: OrderStatus;
  readonly exchange: Answered;
  /** "elsewhere": a redirect to another host, which counts as delivered. */
  readonly delivered: Delivered | "elsewhere";
}

/** Whether a document, or its address, was delivered. */
export function isDelivery({ delivered }: Asked): boolean {
  return delivered !== "nothing" && delivered !== "other";
}

/** What holds for a document of orders in the statuses that have it, or in the others. */
export interface DocumentLaw {
  readonly isDue: boolean;
  /** Whether an answer can be judged, beside all that were given. */
  readonly counts: (one: Asked, all: readonly Asked[]) => boolean;
  readonly holds: (one: Asked) => boolean;
  /** What an answer is evidence of. */
  readonly sees: (status: OrderStatus) => string;
  readonly documented: (status: OrderStatus) => string;
}

export const DOCUMENT_LAWS = {
  available: {
    isDue: true,
    // The same key got another one, so a status about the key or the method says nothing of either.
    counts: (one, all) => (all.some(isDelivery) ? !isExcused(one) : !isBeside(one) && !mayBeClosed(one)),
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
} satisfies Readonly<Record<string, DocumentLaw>>;

/** Whether an answer says nothing about the document. */
function isBeside({ exchange }: Asked): boolean {
  return isBesideTheQuestion(exchange.answer.status) || isAboutTheCaller(exchange.answer);
}

/** Whether a document failed, or is refused in words about the key or the account. */
function isExcused({ exchange: { answer } }: Asked): boolean {
  return answer.status === 401 || answer.status >= 500 || speaksOfTheCaller(answer);
}

/**
 * Whether an answer may refuse the document of every order: a 404 without an error body, since the path may not exist,
 * which another rule judges; or a rule of the business other than the state of the order.
 */
function mayBeClosed({ exchange }: Asked): boolean {
  if (exchange.answer.status === 404 && !hasErrorBody(exchange)) return true;
  return mayBeDueTo(exchange, []) && !deniesState(exchange.answer);
}
