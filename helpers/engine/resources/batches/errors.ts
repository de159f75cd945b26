import type { Answered } from "../../../wire/exchange.js";
import { addressFrom } from "../../../wire/own-address.js";
import { hrefIn } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { onceKnown } from "../eventually.js";
import type { SeenBatch } from "./lists.js";
import { readable } from "./readable.js";

/** A batch, and what the link to its errors leads to. */
export interface FollowedErrors {
  readonly batch: SeenBatch;
  readonly href: string;
  readonly exchange: Answered;
}

/** The batch that counts most errors. */
export const errorsLink = given(async (t): Promise<FollowedErrors> => {
  const [batch] = (await t.given(readable)).toSorted((one, other) => errorsOf(other) - errorsOf(one));
  const followed = batch === undefined ? null : await follow(t, batch);
  return followed ?? t.inconclusive("needs a batch with a batch_errors_url");
});

/** A batch that counts no errors, beside one that counts some: its list is there, and empty. Null if none is known. */
export async function followWithoutErrors(t: Check): Promise<FollowedErrors | null> {
  const fullest = (await t.given(errorsLink)).batch;
  const clean = (await t.given(readable)).find(({ raw }) => raw?.errors === 0);
  return clean === undefined || clean === fullest ? null : follow(t, clean);
}

function errorsOf({ raw }: SeenBatch): number {
  return Number(raw?.errors ?? 0) || 0;
}

async function follow(t: Check, batch: SeenBatch): Promise<FollowedErrors | null> {
  const href = hrefIn(batch.raw?.batch_errors_url);
  if (href === null) return null;
  return { batch, href, exchange: await onceKnown(t, () => followErrors(t, batch, href)) };
}

/** What the link of a batch to its errors leads to. */
export function followErrors(t: Check, batch: SeenBatch, href: string): Promise<Answered> {
  return t.ask({ href: addressFrom(batch.exchange.request.url, href, t.settings.url), samePath: true });
}
