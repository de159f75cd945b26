import { listsNothing } from "../../../oracles/records/batches.js";
import { decodeOpenPage, type Page } from "../../../wire/decode.js";
import type { Answered } from "../../../wire/exchange.js";
import { plural } from "../../../wire/message.js";
import { addressFrom } from "../../../wire/own-address.js";
import { hrefIn } from "../../../wire/raw.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { onceKnown, polling } from "../eventually.js";
import { allBatches, readBatch, type SeenBatch } from "./lists.js";
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
export const linkWithoutErrors = given(async (t): Promise<FollowedErrors | null> => {
  const fullest = (await t.given(errorsLink)).batch;
  const clean = (await t.given(readable)).filter((batch) => batch !== fullest && batch.raw?.errors === 0);
  // A service may list warnings among the errors.
  const batch = clean.find(({ raw }) => raw?.warnings === 0) ?? clean[0];
  return batch === undefined ? null : follow(t, batch);
});

/**
 * Judges that no errors are listed for a batch that counts none, where those of another batch show how they are listed;
 * where none are, that not every batch lists none.
 */
export async function judgeListed(t: Check): Promise<void> {
  const [full, clean] = [await t.given(errorsLink), await t.given(linkWithoutErrors)];
  if (errorsOf(full.batch) > 0 && listsNothing(full.exchange)) return judgeSomeListed(t, full);
  const shown = errorsIn(full.exchange);
  if (errorsOf(full.batch) === 0 || shown === null || shown.items.length === 0)
    return t.inconclusive("needs a batch that counts errors, and whose list shows them");
  if (clean?.batch.raw?.warnings !== 0)
    return t.inconclusive("needs a batch that counts neither errors nor warnings");
  const { batch, href } = clean;
  const listed = (exchange: Answered) => {
    const page = errorsIn(exchange);
    return page?.array === shown.array ? page.items.length : 0;
  };
  if (errorsIn(clean.exchange)?.array !== shown.array)
    return t.inconclusive("the errors of a batch that counts none are not listed as others are");
  t.saw("lists");
  const last = await polling(t, () => followErrors(t, batch, href), clean.exchange).until(
    (exchange) => listed(exchange) === 0,
  );
  if (listed(last) === 0) return;
  const now = await readBatch(t, batch.id);
  // A batch at work may have got errors by now.
  if (now.raw?.errors !== 0) return t.inconclusive(`batch ${batch.id} no longer counts 0 errors`);
  t.breach(
    [last, now.exchange],
    `no errors of batch ${batch.id}, which counts 0`,
    plural(listed(last), "error"),
  );
}

/** Judges that two batches that count errors do not both list none: one may have lost those of long ago. */
async function judgeSomeListed(t: Check, full: FollowedErrors): Promise<void> {
  const batches = [...(await t.given(readable)), ...(await t.given(allBatches)).items];
  const other = batches.find((batch) => batch.id !== full.batch.id && errorsOf(batch) > 0);
  const second = other === undefined ? null : await follow(t, await readBatch(t, other.id));
  if (second === null) return t.inconclusive("needs two batches that count errors, or one that lists them");
  const seen: Answered[] = [];
  for (const { batch, href, exchange } of [full, second]) {
    const last = await polling(t, () => followErrors(t, batch, href), exchange).until(
      (each) => !listsNothing(each),
    );
    const now = await readBatch(t, batch.id);
    if (!listsNothing(last) || errorsOf(now) === 0)
      return t.inconclusive(`batch ${batch.id} did not stay without listed errors, or counts none now`);
    seen.push(last, now.exchange);
  }
  t.saw("lists", 2);
  const counted = plural(errorsOf(full.batch), "error");
  t.breach(
    seen,
    `errors behind the link of batch ${full.batch.id}, which counts ${counted}`,
    "an empty list",
  );
}

function errorsIn(exchange: Answered): Page | null {
  const page = decodeOpenPage(exchange, "error_id");
  return page.kind === "page" ? page : null;
}

/** How many errors a batch counts. */
export function errorsOf({ raw }: Pick<SeenBatch, "raw">): number {
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
