import type { SentRequest } from "../../wire/exchange.js";
import { type CallRequest, type Outgoing, UNADDRESSABLE } from "../messages/request.js";
import type { Unnumbered } from "../recordings/journal.js";

/** The exchange kept for a request that could not be addressed; the base address stands in for its own. */
export function unaddressed(url: string, request: CallRequest, ordinal: number): Unnumbered {
  const sent = {
    method: request.method ?? "GET",
    url: `${url}/`,
    headers: {},
    body: null,
    key: "none",
  } as const;
  return unsent(sent, { check: request.check, ordinal, operation: null }, UNADDRESSABLE);
}

/** The exchange kept for a request that was not sent. @param trouble why, as a code */
export function unsent(
  request: SentRequest,
  { check, ordinal, operation }: Pick<Outgoing, "check" | "ordinal" | "operation">,
  trouble: string,
): Unnumbered {
  return {
    check,
    ordinal,
    operation,
    request,
    answer: null,
    trouble,
    startedAt: new Date().toISOString(),
    ms: 0,
  };
}
