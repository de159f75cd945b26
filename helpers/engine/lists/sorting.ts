import { LIST_OPERATIONS } from "../../contract/lists.js";
import type { ListName } from "../../wire/decode.js";
import { compareInstants } from "../../wire/instant.js";
import { ifReadable } from "../../wire/outcome.js";
import type { Check } from "../check/check.js";
import { knownItems, sharedSize } from "./known.js";
import { askPage, type ListQuery, readPage } from "./pages.js";
import { datedOf } from "./slicing.js";

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

/**
 * Notes in which order the items stand inside a page, which is left open, under each direction.
 * @throws Inconclusive where a page shows no two items of different times
 */
export async function observeOrderInside(t: Check, list: ListName): Promise<void> {
  const known = await knownItems(t, list);
  const sizes = { asc: known.size, desc: sharedSize(known.items.length, known.size) };
  for (const sort_dir of ["desc", "asc"] as const) {
    const query = { page: 1, page_size: sizes[sort_dir], sort_dir, sort_by: "created_at" };
    const page = await readPage(t, list, query, known);
    const times = datedOf(t, list, page, "created_at").map((item) => item.at);
    if (new Set(times.map((at) => at.epochNs)).size < 2)
      t.inconclusive(`needs a page with two ${list} of different times`);
    const climbs = times.every((at, index) => compareInstants(times[index - 1] ?? at, at) <= 0);
    const falls = times.every((at, index) => compareInstants(times[index - 1] ?? at, at) >= 0);
    t.saw("pages");
    t.observe(
      `Under ${sort_dir} a page of ${list} is ${climbs ? "oldest first" : falls ? "newest first" : "in no order of created_at"}.`,
    );
  }
}
