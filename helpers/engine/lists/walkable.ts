import type { SortKey } from "../../contract/generated/types.js";
import { type ListDeclaration, OFFSET_LIMIT, type SortDir } from "../../contract/lists.js";
import { type Dated, datedBy } from "../../wire/dated.js";
import type { Item, Page } from "../../wire/decode.js";
import type { Check } from "../check/check.js";
import { boundsBetween } from "./bounds.js";
import type { ListQuery } from "./pages.js";
import { type Facts, type Reading, sharedSize, sharedSizes } from "./reading.js";

/** A list, or the part of a long one that a walk can reach. */
export interface Part {
  readonly filters: ListQuery;
  readonly items: readonly Item[];
  /** The largest page size that the target serves, as far as known. */
  readonly size: number;
}

/** How many of the oldest items are walked, by a date filter, if the list is too long to be walked whole. */
const OLDEST = 150;

/**
 * The list if it is short enough to be walked, otherwise its oldest items, by created_at_end.
 * @throws Inconclusive if it is unknown which are the oldest
 */
export function walkable(t: Check, reading: Reading, longest = t.budget("lists.walk.longest")): Part {
  const { list, items, whole, dir, filters, size } = reading;
  if (whole && items.length <= longest) return { filters, items, size };
  if (!whole && dir !== "asc")
    return t.inconclusive(`which of the ${list.name} are the oldest is unknown; see ${list.rules.slice.asc}`);
  const dated = datedOf(t, list, items);
  const bounds = boundsBetween(dated);
  const bound = bounds[Math.min(bounds.length - 1, OLDEST)];
  if (bound === undefined)
    return t.inconclusive(`the ${list.name} are too many for a walk, and share one created_at`);
  const inside = new Set(dated.filter(({ at }) => at.epochNs < bound.epochNs).map(({ id }) => id));
  return { filters: { created_at_end: bound.text }, items: items.filter(({ id }) => inside.has(id)), size };
}

/** Items with the time that ranks them. @throws Inconclusive if one of them shows none */
export function datedOf(
  t: Check,
  list: ListDeclaration,
  items: Facts["items"],
  by: SortKey = "created_at",
): readonly Dated[] {
  const dated = datedBy(items, by);
  return (
    dated ?? t.inconclusive(`one of the ${list.name} shows no readable ${by}, so their ranks are unknown`)
  );
}

/** One walk: how it is sorted, and into how many pages the list is cut if not as other checks read it. */
export interface Route {
  readonly dir?: SortDir;
  readonly by?: SortKey;
  readonly pages?: number;
}

/** The pages of a route; null if this sorting is refused, which another rule judges. */
export async function walkRoute(
  t: Check,
  reading: Reading,
  part: Part,
  { dir, by, pages }: Route,
): Promise<readonly Page[] | null> {
  const { filters, items } = part;
  const held = items.length;
  const shared = dir === "asc" ? sharedSizes(part).asc : sharedSize(part);
  const size = pages === undefined ? shared : Math.ceil(held / pages);
  const most = Math.min(3 * Math.ceil(held / size) + 3, Math.floor(OFFSET_LIMIT / size));
  const walk = await reading.walk(t, { ...filters, sort_dir: dir, sort_by: by }, { size, held, most });
  return walk.kind === "refused" ? null : walk.pages;
}
