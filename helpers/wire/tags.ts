import { isObject } from "../contract/json.js";
import type { Raw } from "./raw.js";

/** Names of the tags that a shipment shows: `{name}` as documented, or bare names as lists of v2 may have them. */
export function tagsOf({ tags }: Raw): readonly string[] {
  if (!Array.isArray(tags)) return [];
  return tags
    .map((tag: unknown) => (isObject(tag) ? tag.name : tag))
    .filter((name) => typeof name === "string");
}

/** Whether a shipment shows a tag; not where there is none. */
export function hasTag(shipment: Raw | null | undefined, name: string): boolean {
  return shipment != null && tagsOf(shipment).includes(name);
}
