import type { Exchange } from "../contract/exchange.js";
import type { Transport } from "./transport.js";

/** Trouble of a request that the recording does not hold, or holds for another method or URL. */
export const NOT_RECORDED = "NOT_RECORDED";

/**
 * A transport that answers from a recording: the n-th request of a check gets what the n-th request of that
 * check got, provided that method and URL are the same. So a run can be judged again without its target.
 */
export function replayTransport(recording: Iterable<Exchange>): Transport {
  const recorded = new Map<string, Exchange>();
  for (const exchange of recording) recorded.set(nameOf(exchange), exchange);
  return {
    live: false,
    async send(request, sent) {
      const exchange = recorded.get(nameOf(request));
      if (exchange?.request.method !== sent.method || exchange.request.url !== sent.url)
        return { answer: null, trouble: NOT_RECORDED };
      const { answer, trouble, startedAt, ms } = exchange;
      return { answer, trouble, recorded: { startedAt, ms } };
    },
    async close() {},
  };
}

function nameOf({ check, ordinal }: { readonly check: string; readonly ordinal: number }): string {
  return `${ordinal} ${check}`;
}
