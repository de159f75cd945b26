import fc from "fast-check";
import { INTENTS } from "../contract/conduct.js";
import type { Exchange } from "../wire/exchange.js";
import { fromBytes, fromText } from "./messages/body.js";

const headerName = fc.stringMatching(/^[a-z][a-z-]{0,10}$/).filter((name) => name !== "content-type");
const headers = fc.dictionary(headerName, fc.string(), { maxKeys: 4, noNullPrototype: true });
const body = fc.oneof(
  fc.constant({ kind: "empty" as const }),
  fc.json().map((text) => fromText(text, "application/json")),
  fc.string({ minLength: 1, unit: "binary" }).map((text) => ({ kind: "text" as const, text })),
  fc.uint8Array({ minLength: 1 }).map((bytes) => fromBytes(Buffer.from(bytes), "application/pdf")),
  fc.record(
    {
      kind: fc.constant("unreadable" as const),
      why: fc.string(),
      text: fc.string(),
      byOurLimit: fc.constant(true as const),
    },
    { requiredKeys: ["kind", "why", "text"] },
  ),
);
const answer = fc.record({ status: fc.integer({ min: 200, max: 599 }), headers, body });

/** Any exchange that the client could have made; `exchanges` fills in its index. */
const unnumbered = fc.record({
  check: fc.constantFrom("census", "labels.slice.desc", "shipments.offset"),
  ordinal: fc.nat(),
  operation: fc.constantFrom("v1ListLabels", "v2ListWebhooks", null),
  request: fc.record({
    method: fc.constantFrom("GET", "POST", "PATCH"),
    url: fc.webUrl({ withQueryParameters: true }),
    headers,
    body: fc.option(fc.string()),
    key: fc.constantFrom(
      "right" as const,
      "wrong" as const,
      "none" as const,
      "empty" as const,
      "query" as const,
    ),
  }),
  outcome: fc.oneof(
    fc.record({ answer, trouble: fc.constantFrom(null, "STATUS_503") }),
    fc.record({ answer: fc.constant(null), trouble: fc.constantFrom("ECONNRESET", "TIMEOUT") }),
    fc.record({ answer, trouble: fc.constant(null), intent: fc.constantFrom(...INTENTS) }),
    fc.record({ answer, trouble: fc.constant(null), retried: fc.constant(["STATUS_429", "ECONNRESET"]) }),
  ),
  startedAt: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") })
    .map((date) => date.toISOString()),
  ms: fc.nat(),
});

/** Journals: exchanges numbered from 0. */
export const exchanges: fc.Arbitrary<Exchange[]> = fc
  .array(unnumbered, { maxLength: 8 })
  .map((all) => all.map(({ outcome, ...exchange }, index) => ({ index, ...exchange, ...outcome })));

/** An exchange with a cookie in its answer, as older versions kept it. */
export function withCookie(exchange: Exchange): Exchange {
  const { answer } = exchange;
  if (answer === null) return exchange;
  return { ...exchange, answer: { ...answer, headers: { ...answer.headers, "set-cookie": "sid=4711" } } };
}
