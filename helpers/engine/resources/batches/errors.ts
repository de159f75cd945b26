import type { Answered } from "../../../wire/exchange.js";
import { addressFrom } from "../../../wire/own-address.js";
import { hrefIn } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { onceKnown } from "../eventually.js";
import type { SeenBatch } from "./lists.js";
import { readable } from "./readable.js";

/** A batch, the one that counts most errors, and what the link to its errors leads to. */
export const errorsLink = given(async (t) => {
  const count = ({ raw }: SeenBatch) => Number(raw?.errors ?? 0) || 0;
  const [batch] = (await t.given(readable)).toSorted((one, other) => count(other) - count(one));
  const href = hrefIn(batch?.raw?.batch_errors_url);
  if (batch === undefined || href === null) return t.inconclusive("needs a batch with a batch_errors_url");
  return { batch, href, exchange: await onceKnown(t, () => followErrors(t, batch, href)) };
});

/** What the link of a batch to its errors leads to. */
export function followErrors(t: Check, batch: SeenBatch, href: string): Promise<Answered> {
  return t.ask({ href: addressFrom(batch.exchange.request.url, href, t.settings.url), samePath: true });
}
