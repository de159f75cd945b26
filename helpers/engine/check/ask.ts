import { TOO_LONG_TO_HOLD } from "../../target/messages/held.js";
import type { CallRequest } from "../../target/messages/request.js";
import type { Answered, Exchange } from "../../wire/exchange.js";
import { isUnwell } from "../../wire/health.js";
import { plural, requestLine } from "../../wire/message.js";
import { Inconclusive } from "../../wire/outcome.js";
import { succeeded } from "../../wire/status.js";
import { isTimeout, troubleInWords } from "../../wire/trouble.js";
import { refusedForSeller } from "./seller.js";

/** A request of a check, without the check's name, which is filled in. */
export type Ask = Omit<CallRequest, "check">;

/** @throws Inconclusive when no answer came, or only one about the target's health (429, 502, 503, 504) */
export function answered(exchange: Exchange): Answered {
  const { answer } = exchange;
  const line = requestLine(exchange);
  if (answer === null) {
    if (exchange.trouble === TOO_LONG_TO_HOLD)
      throw new Inconclusive(
        `the answer to ${line} is longer than a run keeps; point at an account with shorter records`,
      );
    const why = troubleInWords(exchange.trouble ?? "none was recorded");
    if (isTimeout(exchange.trouble))
      throw new Inconclusive(`${line} got no answer: ${why}; --timeout allows more time`, "--timeout MS");
    throw new Inconclusive(`${line} got no answer: ${why}; run again when the target is stable`);
  }
  if (isUnwell(answer)) {
    const times = plural((exchange.retried?.length ?? 0) + 1, "time");
    throw new Inconclusive(
      `${line} answered with ${answer.status} (asked ${times}); run again when the target is stable`,
    );
  }
  return { ...exchange, answer };
}

/** @throws Inconclusive for anything but a 2xx */
export function successful(exchange: Answered): Answered {
  if (succeeded(exchange)) return exchange;
  const refused = refusedForSeller(exchange);
  if (refused !== null) throw refused;
  const { status } = exchange.answer;
  throw new Inconclusive(`${requestLine(exchange)} answered with ${status}, so there is nothing to judge`);
}
