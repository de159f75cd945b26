import { STATES } from "../contract/lists.js";
import type { Item } from "../wire/decode.js";
import { isObject } from "../wire/raw.js";
import { byMember, byTag, type Filter } from "./filters.js";

/** The documented states of a shipment. */
export const SHIPMENT_STATES = STATES.shipment_status;
export type ShipmentState = (typeof SHIPMENT_STATES)[number];

/** The parameters that the shipment list ignores beside batch_id. */
export const IGNORED_BESIDE_BATCH = [
  "shipment_status",
  "modified_at_start",
  "modified_at_end",
  "created_at_start",
  "created_at_end",
  "tag",
] as const;
export type IgnoredParameter = (typeof IGNORED_BESIDE_BATCH)[number];

/** The filter for one state, as query and as judgement. */
export function statusSieve(state: ShipmentState): { query: { shipment_status: string }; filter: Filter } {
  return { query: { shipment_status: state }, filter: byMember("shipment_status", state) };
}

/** The filter for one tag, as query and as judgement. */
export function tagSieve(tag: string): { query: { tag: string }; filter: Filter } {
  return { query: { tag }, filter: byTag(tag) };
}

/** Names of the tags that a shipment carries. */
export function tagsOf(item: Item): readonly string[] {
  const { tags } = item.raw;
  if (!Array.isArray(tags)) return [];
  return tags.flatMap((tag: unknown) => (isObject(tag) && typeof tag.name === "string" ? [tag.name] : []));
}

/**
 * Tags by which a filter can be judged whatever the target takes for a match: not blank, and no part of
 * another tag, letter case aside. In the order of their first use.
 */
export function clearTags(items: readonly Item[]): readonly string[] {
  const names = [...new Set(items.flatMap(tagsOf))];
  return names.filter(
    (name) =>
      name !== "" &&
      name.trim() === name &&
      names.every((other) => other === name || !other.toLowerCase().includes(name.toLowerCase())),
  );
}
