import { LIST_PARAMETERS } from "../../../contract/lists.js";
import type { Call } from "../../service/behaviours.js";

// What the query of a list asks for.

/** Parameters that do not filter. */
const PAGING = new Set([...LIST_PARAMETERS, "after"]);

/** Whether a query gives all of some parameters. */
export const gives =
  (...names: readonly string[]) =>
  (query: Call["query"]): boolean =>
    names.every((name) => query[name] !== undefined);

/** How many filters a query has. */
export const filtersIn = (query: Call["query"]): number =>
  Object.keys(query).filter((name) => !PAGING.has(name)).length;

/** How many filters a query has that are no bounds of time. */
export const valuesIn = (query: Call["query"]): number =>
  Object.keys(query).filter((name) => !PAGING.has(name) && !/_(?:start|end)$/.test(name)).length;

/** Whether a query has both bounds of creation. */
export const isWindow = gives("created_at_start", "created_at_end");
