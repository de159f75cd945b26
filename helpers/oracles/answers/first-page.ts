import { DEFAULT_PAGING, DEFAULT_SORT, listOf, NEEDED_QUERY } from "../../contract/lists.js";
import type { Operation } from "../../contract/model.js";

/** Values that a list has to accept, whatever it holds: the defaults, and both directions. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(DEFAULT_PAGING).map(([name, value]) => [name, [value]])),
  sort_dir: ["asc", "desc"],
  sort_by: [DEFAULT_SORT.sort_by],
};

/** Whether an operation of v2 lists records that are not below another one: its path names no id. */
export function isListOfV2({ generation, method, pathParams }: Operation): boolean {
  return generation === "v2" && method === "GET" && pathParams.length === 0;
}

/** The one query in which the parameters of a list are documented; null for a list of which all are. */
function bareQuery(operation: Operation): string | null {
  const needed = NEEDED_QUERY[operation.id];
  return needed === undefined && !isListOfV2(operation) ? null : new URLSearchParams(needed).toString();
}

/**
 * Whether a read asks a list for nothing but its first page, in a way that leaves no room for a refusal: no
 * filter, no size that may be too large, no order that a rule of its own judges.
 */
export function isFirstPage(operation: Operation, url: string): boolean {
  const { searchParams } = new URL(url);
  const bare = bareQuery(operation);
  if (bare !== null) return searchParams.toString() === bare;
  if (listOf(operation.id) === null) return false;
  const names = [...searchParams.keys()];
  return (
    new Set(names).size === names.length &&
    [...searchParams].every(([name, value]) => PLAIN[name]?.includes(value) === true)
  );
}
