import type { CallRequest } from "../../target/client.js";
import type { Answer, Exchange } from "../../wire/exchange.js";

/** A request of a check; the check's name is filled in. */
export type Ask = Omit<CallRequest, "check">;

/** An exchange that did get an answer. */
export type Answered = Exchange & { readonly answer: Answer };
