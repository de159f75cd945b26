import { DEFAULT_PAGE, DEFAULT_PAGE_SIZE, DEFAULT_SORT, LISTS } from "../../contract/lists.js";
import { samePage } from "../lists/same-page.js";
import type { Stretch } from "./still.js";
import type { Tally } from "./tally.js";

/** What a missing parameter stands for. */
const DEFAULTS = [
  ["page", DEFAULT_PAGE],
  ["page_size", DEFAULT_PAGE_SIZE],
  ["sort_dir", DEFAULT_SORT.sort_dir],
  ["sort_by", DEFAULT_SORT.sort_by],
] as const;

/** A page without a parameter equals the page with its documented default. */
export function judgeDefaults(stretch: Stretch, tally: Tally): void {
  const byQuery = new Map(stretch.readings.map((reading) => [reading.query, reading]));
  for (const without of new Set(byQuery.values())) {
    for (const [name, value] of DEFAULTS) {
      const rule = LISTS[without.list].rules.default[name];
      if (rule === undefined || without.asked.url.searchParams.has(name)) continue;
      const added = [...without.query.split("&").filter(Boolean), `${name}=${value}`].sort().join("&");
      const explicit = byQuery.get(added);
      // A list that fits on one page looks the same either way.
      if (explicit === undefined || without.total <= without.page.items.length) continue;
      if (!stretch.heldStill([without, explicit])) {
        tally.lacks(rule, "the list may have moved between the pages with and without the default");
        continue;
      }
      tally.saw(rule, "pages with and without the default");
      tally.find(
        samePage({
          rule,
          exchanges: [without.page.exchange, explicit.page.exchange],
          documented: `without ${name} the same ${without.list} as with ${name}=${value}`,
          expected: explicit.page.items,
          actual: without.page.items,
        }),
      );
    }
  }
}
