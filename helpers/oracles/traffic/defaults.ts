import type { ListName } from "../../wire/decode.js";
import { samePage } from "../same-page.js";
import type { Stretch } from "./still.js";
import type { Tally } from "./tally.js";

/** Documented defaults by list: parameter, value, and the last part of the rule id. */
const EVERYWHERE = [
  ["page", "1", "page"],
  ["page_size", "25", "page-size"],
] as const;
const SORTED = [
  ...EVERYWHERE,
  ["sort_dir", "desc", "sort-dir"],
  ["sort_by", "created_at", "sort-by"],
] as const;
const DEFAULTS: Readonly<Record<ListName, typeof EVERYWHERE | typeof SORTED>> = {
  labels: SORTED,
  reports: SORTED,
  shipments: EVERYWHERE,
};

/** A page without a parameter equals the page with its documented default. */
export function judgeDefaults(stretch: Stretch, tally: Tally): void {
  const byQuery = new Map(stretch.readings.map((reading) => [reading.query, reading]));
  for (const without of new Set(byQuery.values())) {
    for (const [name, value, word] of DEFAULTS[without.list]) {
      if (without.asked.url.searchParams.has(name)) continue;
      const added = [...without.query.split("&").filter(Boolean), `${name}=${value}`].sort().join("&");
      const explicit = byQuery.get(added);
      // A list that fits on one page looks the same either way.
      if (explicit === undefined || without.total <= without.page.items.length) continue;
      const rule = `${without.list}.default.${word}`;
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
