import { labels } from "../../../contract/lists.js";
import { type Item, idsOf, type Page } from "../../../wire/decode.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { given } from "../../check/given.js";
import { accepted, askPage, type ListQuery } from "../../lists/asking/pages.js";
import { processedBatch } from "../batches/processed.js";
import { polling } from "../eventually.js";

/** Labels of a batch, and the page that showed them. */
interface OfBatch {
  readonly items: readonly Item[];
  readonly page: Page;
}

/**
 * Labels that the run had a batch make, and which name that batch in the unfiltered list. None if no batch was
 * processed. Once a run.
 */
export const processedLabels = given(async (t): Promise<OfBatch | null> => {
  const batch = processedBatch(t);
  return batch === null ? null : newOfBatch(t, batch.id, {});
});

async function newOfBatch(t: Check, batch_id: string, query: ListQuery): Promise<OfBatch> {
  const { oldest, pageSize: page_size } = await t.census.list("labels");
  const former = new Set(idsOf(oldest));
  const page = accepted(t, await askPage(t, labels, { ...query, page_size }));
  const items = page.items.filter(({ id, raw }) => raw.batch_id === batch_id && !former.has(id));
  return { items, page };
}

/** Judges that labels which the run had a batch make are found under it. */
export async function judgeProcessed(t: Check): Promise<void> {
  const batch_id = processedBatch(t)?.id;
  const made = await t.given(processedLabels);
  if (batch_id === undefined || made === null || made.items.length === 0) return;
  const missing = (found: readonly Item[]) => idsOf(made.items).filter((id) => !idsOf(found).includes(id));
  const under = await ifReadable(
    polling(t, () => newOfBatch(t, batch_id, { batch_id })).until(({ items }) => missing(items).length === 0),
  );
  // Further pages may hold the others.
  if (under === null || under.page.total !== under.page.items.length) return;
  t.saw("labels of a batch processed before", made.items.length);
  const left = missing(under.items);
  if (left.length === 0) return;
  const documented = `labels that show batch_id ${batch_id}, under batch_id=${batch_id}`;
  t.breach([under.page.exchange, made.page.exchange], documented, `not listed there: ${renderIds(left)}`);
}
