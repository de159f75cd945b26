import type { OperationId } from "../../contract/generated/types.js";
import { DEFAULT_PAGING, DEFAULT_SORT, listOf, NEEDED_QUERY } from "../../contract/lists.js";
import type { Operation } from "../../contract/model.js";

/** Values that a list has to accept, whatever it holds: the defaults, and both directions. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(DEFAULT_PAGING).map(([name, value]) => [name, [value]])),
  sort_dir: ["asc", "desc"],
  sort_by: [DEFAULT_SORT.sort_by],
};
/** Lists whose further parameters are not documented, with the one query that is. */
const BARE: Readonly<Partial<Record<OperationId, string>>> = {
  v1ListBatches: new URLSearchParams(NEEDED_QUERY.v1ListBatches).toString(),
  v2ListWebhooks: "",
};

/**
 * Whether a read asks a list for nothing but its first page, in a way that leaves no room for a refusal: no
 * filter, no size that may be too large, no order that a rule of its own judges.
 */
export function isFirstPage({ id }: Operation, url: string): boolean {
  const { searchParams } = new URL(url);
  const bare = BARE[id];
  if (bare !== undefined) return searchParams.toString() === bare;
  if (listOf(id) === null) return false;
  const names = [...searchParams.keys()];
  return (
    new Set(names).size === names.length &&
    [...searchParams].every(([name, value]) => PLAIN[name]?.includes(value) === true)
  );
}
