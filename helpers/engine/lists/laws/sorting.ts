import type { SortKey } from "../../../contract/generated/types.js";
import { DEFAULT_PAGE_SIZE, type ListDeclaration, type SortDir } from "../../../contract/lists.js";
import { toldBy } from "../../../oracles/answers/refusal.js";
import { differ, orderOf } from "../../../wire/dated.js";
import { ifReadable } from "../../../wire/outcome.js";
import { succeeded } from "../../../wire/status.js";
import type { Check } from "../../check/check.js";
import { cutQuery } from "../asking/pages.js";
import { known } from "../reading/readings.js";
import { DIRECTIONS, datedOf, sharedSizes } from "../reading/walkable.js";

/** Judges of a list that cannot be read that a direction is accepted where the same request without it is. */
export async function judgeDirections(
  t: Check,
  { operation }: ListDeclaration,
  sort_by: SortKey,
  dirs: readonly SortDir[],
): Promise<void> {
  for (const sort_dir of dirs) {
    const exchange = await t.ask({ operation, query: { sort_dir, sort_by } });
    if (exchange.answer.status !== 400 || !succeeded(await t.ask({ operation, query: { sort_by } })))
      continue;
    t.breach(exchange, `sort_dir ${sort_dir} is accepted, as the request without it is`, "status 400");
  }
}

/** Judges that the list can be sorted by modification in both directions, on pages that other checks read too. */
export async function judgeSortsByChange(t: Check, list: ListDeclaration): Promise<void> {
  const sort_by = "modified_at";
  const reading = await ifReadable(known(t, list));
  const sizes = {
    desc: reading === null ? DEFAULT_PAGE_SIZE : sharedSizes(reading).desc,
    asc: reading?.size ?? DEFAULT_PAGE_SIZE,
  };
  for (const sort_dir of DIRECTIONS) {
    const query = { page: 1, page_size: sizes[sort_dir], sort_dir, sort_by };
    const read = reading === null ? null : await ifReadable(reading.ask(t, query));
    t.saw("calls");
    if (read?.kind === "page") continue;
    const exchange = read?.exchange ?? (await t.ask({ operation: list.operation, query }));
    const { status } = exchange.answer;
    if (status === 200) continue;
    const { answer: without } = await t.ask({ operation: list.operation, query: { page: 1, sort_dir } });
    if (without.status === status)
      t.inconclusive(
        `sort_dir ${sort_dir} alone is answered with ${status}; see ${list.rules.slice[sort_dir]}`,
      );
    t.breach(exchange, `status 200 for sort_by=${sort_by}`, toldBy(exchange.answer));
  }
}

/**
 * Notes the order of the items inside a page, which is left open, for each direction.
 * @throws Inconclusive if a page shows no two items of different times
 */
export async function observeOrder(t: Check, list: ListDeclaration): Promise<void> {
  const reading = await known(t, list);
  const sizes = sharedSizes(reading);
  for (const dir of DIRECTIONS) {
    const page = await reading.page(t, cutQuery({ page: 1, size: sizes[dir], dir, by: "created_at" }));
    const dated = datedOf(t, list, page.items);
    if (!differ(dated)) t.inconclusive(`needs a page with two ${list.name} of different times`);
    t.saw("pages");
    t.observe(`Under ${dir} a page of ${list.name} is ${orderOf(dated) ?? "in no order of created_at"}.`);
  }
}
