import { shipments } from "../../contract/lists.js";
import type { Item } from "../../wire/decode.js";
import { tagsOf } from "../../wire/tags.js";

/** The documented states of a shipment. */
export const SHIPMENT_STATES = shipments.filters.shipment_status?.values ?? [];

/**
 * Tags by which a filter can be judged however the target matches: not blank, and not part of another tag, ignoring
 * letter case. In the order of their first use.
 */
export function clearTags(items: readonly Item[]): readonly string[] {
  const names = [...new Set(items.flatMap(({ raw }) => tagsOf(raw)))];
  const lower = names.map((name) => name.toLowerCase());
  // All names in one text: a name that stands there once is part of no other one.
  const all = lower.join("\n");
  return names.filter((name, at) => {
    const own = lower[at] ?? "";
    return own !== "" && name.trim() === name && all.indexOf(own) === all.lastIndexOf(own);
  });
}
