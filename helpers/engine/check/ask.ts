import type { CallRequest } from "../../target/client.js";
import type { Answer, Exchange } from "../../wire/exchange.js";

/** A request of a check, without the check's name, which is filled in. */
export type Ask = Omit<CallRequest, "check">;

/** An exchange that got an answer. */
export type Answered = Exchange & { readonly answer: Answer };
