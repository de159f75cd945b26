import type { SortKey } from "../../../contract/generated/types.js";
import { type ListDeclaration, OFFSET_LIMIT, type SortDir } from "../../../contract/lists.js";
import { tallyOf } from "../../../oracles/lists/walk-laws.js";
import { type Dated, datedBy } from "../../../wire/dated.js";
import type { Page } from "../../../wire/decode.js";
import type { Check } from "../../check/check.js";
import { boundsBetween } from "../asking/bounds.js";
import type { Facts, Reading } from "./reading.js";

/** How many of the oldest items are walked, by a date filter, if the list is too long to be walked whole. */
const OLDEST = 150;

/**
 * The list if it is short enough to be walked, otherwise its oldest items, by created_at_end.
 * @throws Inconclusive if it is unknown which are the oldest
 */
export function walkable(t: Check, reading: Reading, longest = t.budget("lists.walk.longest")): Reading {
  const { list, items, whole, dir } = reading;
  if (whole && items.length <= longest) return reading;
  if (!whole && dir !== "asc")
    return t.inconclusive(`which of the ${list.name} are the oldest is unknown; see ${list.rules.slice.asc}`);
  const dated = datedOf(t, list, items);
  const bounds = boundsBetween(dated);
  const bound = bounds[Math.min(bounds.length - 1, OLDEST)];
  if (bound === undefined)
    return t.inconclusive(`the ${list.name} are too many for a walk, and share one created_at`);
  const inside = new Set(dated.filter(({ at }) => at.epochNs < bound.epochNs).map(({ id }) => id));
  const filters = { created_at_end: bound.text };
  return reading.part({ items: items.filter(({ id }) => inside.has(id)), filters });
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

/** Page size of the walks that checks share: cuts the list in three, with room on the last page where possible. */
export function sharedSize({ items, size }: Pick<Facts, "items" | "size">): number {
  return Math.max(1, Math.min(size, Math.floor(items.length / 3) + 1));
}

/** Page sizes of the shared walks in each direction; under asc that of the census, if it read several pages. */
export function sharedSizes(facts: Pick<Facts, "items" | "size">): Readonly<Record<SortDir, number>> {
  const size = sharedSize(facts);
  return { desc: size, asc: 2 * facts.size < facts.items.length ? facts.size : size };
}

/** Both directions, the default first. */
export const DIRECTIONS = ["desc", "asc"] as const satisfies readonly SortDir[];

/** One walk: how it is sorted, and into how many pages the list is cut if not as other checks read it. */
export interface Route {
  readonly dir?: SortDir;
  readonly by?: SortKey;
  readonly pages?: number;
}

/**
 * The pages of a route over a list that a walk can reach; null if this sorting is refused, which another rule judges,
 * or if the target cuts the pages so small that the walk does not come to its end, without showing anything twice.
 */
export async function walkRoute(
  t: Check,
  part: Reading,
  { dir, by, pages }: Route,
): Promise<readonly Page[] | null> {
  const held = part.items.length;
  const size = pages === undefined ? sharedSizes(part)[dir ?? "desc"] : Math.ceil(held / pages);
  const served = Math.min(size, part.size);
  const most = Math.min(3 * Math.ceil(held / served) + 3, Math.floor(OFFSET_LIMIT / size));
  const walk = await part.walk(t, { sort_dir: dir, sort_by: by }, { size, held, most });
  if (walk.kind === "refused") return null;
  // A walk that does not come to its end still shows what comes twice.
  return walk.whole || tallyOf(walk.pages).twice.size > 0 ? walk.pages : null;
}

/** The first page by modification that checks share. */
export function pageByChange(facts: Pick<Facts, "items" | "size">) {
  return { page: 1, page_size: sharedSize(facts), sort_dir: "desc", sort_by: "modified_at" } as const;
}
