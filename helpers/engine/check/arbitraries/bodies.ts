import fc from "fast-check";
import type { WebhookSent } from "../../../oracles/webhooks/webhooks.js";

const word = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"),
  minLength: 1,
  maxLength: 12,
});

/** Addresses that no delivery can reach: `.invalid` is never resolved (RFC 2606). */
const urls = fc.tuple(word, word).map(([host, path]) => `https://${host}.invalid/${path}`);

/**
 * Bodies that create a v2 webhook, with every member.
 * @param storeId store of the account, or null to leave `store_id` out
 */
export function webhooksV2(storeId: number | null): fc.Arbitrary<WebhookSent> {
  const header = fc.record({ key: word.map((text) => `X-${text}`), value: word });
  const store = storeId === null ? {} : { store_id: storeId };
  return fc
    .record({
      name: word.map((text) => `plimsoll ${text}`),
      event: fc.constant("batch"),
      url: urls,
      headers: fc.uniqueArray(header, { minLength: 1, maxLength: 3, selector: ({ key }) => key }),
    })
    .map((body) => ({ ...body, ...store }));
}

/** Texts that are not JSON, to be sent as if they were. */
export const brokenJson: fc.Arbitrary<string> = fc.constantFrom(
  "{",
  "{]",
  '{"url":',
  "[1,",
  "nul",
  "{'url': 1}",
  "<a/>",
);
