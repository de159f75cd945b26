import type { SortKey } from "../../contract/generated/types.js";
import { OFFSET_LIMIT, type SortDir } from "../../contract/lists.js";
import type { Page } from "../../wire/decode.js";
import type { Check } from "../check/check.js";
import { type Reading, sharedSize, sharedSizes } from "./reading.js";
import type { Part } from "./walkable.js";

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
