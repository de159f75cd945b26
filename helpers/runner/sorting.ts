import { LIST_OPERATIONS } from "../contract/lists.js";
import { ifReadable } from "../contract/outcome.js";
import type { ListName } from "../oracles/decode.js";
import type { Check } from "./check.js";
import { knownItems } from "./known.js";
import { askPage, type ListQuery } from "./pages.js";

/**
 * Judges that each way of sorting is answered 200, on pages that other checks read too.
 * @param filters to ask the last of them with: what then comes is judged as of any filtered list
 */
export async function judgeSortTaken(
  t: Check,
  list: ListName,
  queries: readonly ListQuery[],
  filters: ListQuery = {},
): Promise<void> {
  const known = (await ifReadable(knownItems(t, list))) ?? undefined;
  for (const query of queries) {
    const narrowed = query === queries.at(-1) ? { ...query, ...filters } : query;
    const taken = await ifReadable(askPage(t, list, narrowed, known));
    // A refusal may be for the filter's sake.
    const read =
      taken?.kind === "page" || narrowed === query ? taken : await ifReadable(askPage(t, list, query, known));
    t.saw("calls");
    if (read?.kind === "page") continue;
    const exchange = read?.exchange ?? (await t.ask({ operation: LIST_OPERATIONS[list], query }));
    const { status } = exchange.answer;
    if (status !== 200) t.breach(exchange, `status 200 for sort_by=${query.sort_by}`, `status ${status}`);
  }
}
