import { labels } from "../../../contract/lists.js";
import { type Item, idsOf } from "../../../wire/decode.js";
import { renderIds } from "../../../wire/message.js";
import { ifReadable } from "../../../wire/outcome.js";
import type { Check } from "../../check/check.js";
import { accepted, askPage, type ListQuery } from "../../lists/asking/pages.js";
import { processedBatch } from "../batches/processed.js";
import { polling } from "../eventually.js";

/**
 * Judges that labels which the run had a batch make, and which name that batch in the unfiltered list, are found under
 * it.
 */
export async function judgeProcessed(t: Check): Promise<void> {
  const batch_id = processedBatch(t)?.id;
  if (batch_id === undefined) return;
  const { oldest, pageSize: page_size } = await t.census.list("labels");
  const former = new Set(idsOf(oldest));
  const ofBatch = async (query: ListQuery) => {
    const page = accepted(t, await askPage(t, labels, { ...query, page_size }));
    const items = page.items.filter(({ id, raw }) => raw.batch_id === batch_id && !former.has(id));
    return { items, page };
  };
  const made = await ofBatch({});
  if (made.items.length === 0) return;
  const missing = (found: readonly Item[]) => idsOf(made.items).filter((id) => !idsOf(found).includes(id));
  const under = await ifReadable(
    polling(t, () => ofBatch({ batch_id })).until(({ items }) => missing(items).length === 0),
  );
  // Further pages may hold the others.
  if (under === null || under.page.total !== under.page.items.length) return;
  t.saw("labels of a batch processed before", made.items.length);
  const left = missing(under.items);
  if (left.length === 0) return;
  const documented = `labels that show batch_id ${batch_id}, under batch_id=${batch_id}`;
  t.breach([under.page.exchange, made.page.exchange], documented, `not listed there: ${renderIds(left)}`);
}
